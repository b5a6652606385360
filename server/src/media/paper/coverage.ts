/** Whether a font has a code point. */
export type Coverage = (codePoint: number) => boolean

/** Reads the table of characters of a TrueType or OpenType font. */
export function coverageOf(font: Uint8Array): Coverage {
  const view = new DataView(font.buffer, font.byteOffset, font.byteLength)
  const cmap = tableAt(view, 'cmap')
  const best = subtableAt(view, cmap)
  const ranges = view.getUint16(best) === 12 ? groupsAt(view, best) : segmentsAt(view, best)
  return (codePoint) => isWithin(ranges, codePoint)
}

function tableAt(view: DataView, name: string): number {
  const count = view.getUint16(4)
  for (let at = 12; at < 12 + count * 16; at += 16) {
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((offset) => view.getUint8(at + offset)))
    if (tag === name) return view.getUint32(at + 8)
  }
  throw new Error(`the font has no ${name}`)
}

/** The subtable for all of Unicode, or the one for its first plane. */
function subtableAt(view: DataView, cmap: number): number {
  const count = view.getUint16(cmap + 2)
  const subtables = Array.from({ length: count }, (_, index) => cmap + view.getUint32(cmap + 4 + index * 8 + 4))
  const found = [12, 4].flatMap((format) => subtables.find((at) => view.getUint16(at) === format) ?? [])[0]
  if (found === undefined) throw new Error('the font has no table of characters that we can read')
  return found
}

/** First and last code points, in order. */
type Ranges = readonly (readonly [number, number])[]

function groupsAt(view: DataView, at: number): Ranges {
  const count = view.getUint32(at + 12)
  return Array.from({ length: count }, (_, index) => {
    const group = at + 16 + index * 12
    return [view.getUint32(group), view.getUint32(group + 4)] as const
  })
}

function segmentsAt(view: DataView, at: number): Ranges {
  const count = view.getUint16(at + 6) / 2
  const ends = at + 14
  const starts = ends + count * 2 + 2
  return Array.from({ length: count }, (_, index) => {
    return [view.getUint16(starts + index * 2), view.getUint16(ends + index * 2)] as const
  }).filter(([first]) => first !== 0xffff)
}

function isWithin(ranges: Ranges, codePoint: number): boolean {
  let [low, high] = [0, ranges.length - 1]
  while (low <= high) {
    const middle = (low + high) >> 1
    const [first, last] = ranges[middle] ?? [0, 0]
    if (codePoint < first) high = middle - 1
    else if (codePoint > last) low = middle + 1
    else return true
  }
  return false
}
