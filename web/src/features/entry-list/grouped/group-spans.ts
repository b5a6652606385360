/** A heading, and the rows below it. */
export interface Span {
  /** The index of the heading among all headings and rows. */
  start: number
  rows: number
}

/** Where each group lies, by its number of visible rows. */
export function spansOf(counts: readonly number[]): { spans: Span[]; length: number } {
  let length = 0
  const spans = counts.map((rows) => {
    const span = { start: length, rows }
    length += rows + 1
    return span
  })
  return { spans, length }
}

/** The group at an index, and the row in it; -1 is its heading. */
export function placeAt(spans: readonly Span[], index: number): { group: number; row: number } {
  let [low, high] = [0, spans.length - 1]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((spans[middle]?.start ?? 0) <= index) low = middle
    else high = middle - 1
  }
  return { group: low, row: index - (spans[low]?.start ?? 0) - 1 }
}
