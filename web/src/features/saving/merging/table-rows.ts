import { diff, type Edit } from './diff.ts'
import { pairInOrder } from './pair-in-order.ts'
import { isEmpty, type Row, writeRow } from './table.ts'

/** The edits between two lists of rows; each changed row is a separate edit. */
export function rowEdits(old: Row[], next: Row[]): Edit[] | undefined {
  const edits: Edit[] = []
  for (const edit of diff(old.map(writeRow), next.map(writeRow))) {
    const pairs = pairRows(old.slice(edit.start, edit.end), next.slice(edit.from, edit.to))
    if (!pairs) return undefined
    let { start, from } = edit
    const addUpTo = (end: number, to: number) => {
      if (start < end || from < to) edits.push({ start, end, from, to })
    }
    for (const [index, pair] of pairs.entries()) {
      if (pair < 0) continue
      const [at, there] = [edit.start + index, edit.from + pair]
      addUpTo(at, there)
      edits.push({ start: at, end: at + 1, from: there, to: there + 1 })
      start = at + 1
      from = there + 1
    }
    addUpTo(edit.end, edit.to)
  }
  return edits
}

/** The weight of a cell that is empty in both rows: next to nothing. */
const EMPTY = 0.01

/** For each old row the new one that it became, or -1; undefined if there are too many. */
export function pairRows(old: Row[], next: Row[]): number[] | undefined {
  if (old.length === next.length) return old.map((_row, index) => index)
  const texts = new Map(old.map((row) => [row, new Set(row.cells.map(({ text }) => text))]))
  return pairInOrder(old, next, (a, b) => {
    const known = texts.get(a)
    let same = 0
    for (const cell of b.cells) if (known?.has(cell.text)) same += isEmpty(cell) ? EMPTY : 1
    return same
  })
}
