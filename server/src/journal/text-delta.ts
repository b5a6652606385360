/** A piece of a text: new, or copied from the previous text. */
export type Piece = string | [start: number, length: number]

/** Shorter matches are not worth a reference. */
const BLOCK = 32

/**
 * Describes a text as pieces of the previous text, however many places differ. The previous text is cut into blocks,
 * which are looked up at each place of the new one, so the cost is linear in the two lengths. `reached` is the position
 * in the previous text where the first match is expected.
 */
export function findPieces(before: string, after: string, reached = 0): Piece[] {
  const blocks = blocksOf(before)
  const pieces: Piece[] = []
  let written = 0
  let expected = reached
  for (let at = 0; at + BLOCK <= after.length; ) {
    const places = blocks.get(after.slice(at, at + BLOCK))
    if (!places) {
      at++
      continue
    }
    // In a repetitive text, the first match from the expected position on is the right one.
    const place = places[firstFrom(places, expected)] ?? places[0] ?? 0
    const back = commonEnd(before, place, after, at, at - written)
    const length = back + BLOCK + commonStart(before, place + BLOCK, after, at + BLOCK)
    if (at - back > written) pieces.push(after.slice(written, at - back))
    pieces.push([place - back, length])
    expected = place - back + length
    written = at - back + length
    at = written
  }
  if (written < after.length) pieces.push(after.slice(written))
  return pieces
}

export function joinPieces(pieces: readonly Piece[], before: string): string {
  return pieces.map((piece) => (typeof piece === 'string' ? piece : before.substr(...piece))).join('')
}

/** The length of the common prefix from these positions on. */
export function commonStart(a: string, fromA: number, b: string, fromB: number): number {
  const most = Math.min(a.length - fromA, b.length - fromB)
  let n = 0
  while (n < most && a.charCodeAt(fromA + n) === b.charCodeAt(fromB + n)) n++
  return n
}

/** The length of the common suffix before these positions, up to `limit`. */
export function commonEnd(a: string, beforeA: number, b: string, beforeB: number, limit: number): number {
  const most = Math.min(beforeA, beforeB, limit)
  let n = 0
  while (n < most && a.charCodeAt(beforeA - 1 - n) === b.charCodeAt(beforeB - 1 - n)) n++
  return n
}

function blocksOf(text: string): Map<string, number[]> {
  const blocks = new Map<string, number[]>()
  for (let at = 0; at + BLOCK <= text.length; at += BLOCK) {
    const block = text.slice(at, at + BLOCK)
    const places = blocks.get(block)
    if (places) places.push(at)
    else blocks.set(block, [at])
  }
  return blocks
}

/** The index of the first number that is at least `least`. */
function firstFrom(sorted: readonly number[], least: number): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >> 1
    if ((sorted[middle] ?? 0) < least) low = middle + 1
    else high = middle
  }
  return low
}
