/** A piece of a text: copied from the text before it, or new. */
export type Piece = string | [start: number, length: number]

/** Runs shorter than this are not worth naming. */
const BLOCK = 32

/**
 * What a text is made of, given the text before it, however many places differ. The text before is cut into blocks that
 * are looked up at each place of the new one, so the cost grows with the two lengths and no faster. `reached`: where in
 * the text before the new one begins, as far as is known.
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
    // In a text that repeats itself, the next place is the one that is meant.
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

/** How many characters stand at the same place in both texts, from these places on. */
export function commonStart(a: string, fromA: number, b: string, fromB: number): number {
  const most = Math.min(a.length - fromA, b.length - fromB)
  let n = 0
  while (n < most && a.charCodeAt(fromA + n) === b.charCodeAt(fromB + n)) n++
  return n
}

/** The same before these places, so many at most. */
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

/** The index of the first number that is not smaller. */
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
