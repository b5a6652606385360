/** A piece of a text: new, or copied from the previous text. */
export type Piece = string | [start: number, length: number]

/** Shorter matches are not worth a reference. */
const BLOCK = 32
/** A match extends back by less than this: two blocks in common have a whole block, which was found before. */
const MOST_BACK = 2 * BLOCK
/** One lookup in this many is in vain. */
const MARKS_PER_BLOCK = 16

/**
 * Describes a text as pieces of the previous text, however many places differ. The previous text is cut into blocks,
 * which are looked up at each place of the new one, so the cost is linear in the two lengths. `reached` is the position
 * in the previous text where the first match is expected. Undefined if more than `mostNew` units of it are new.
 */
export function findPieces(
  before: string,
  after: string,
  { reached = 0, mostNew = Number.POSITIVE_INFINITY } = {},
): Piece[] | undefined {
  const blocks = new Blocks(before)
  const pieces: Piece[] = []
  let written = 0
  /** The units that the previous text has. */
  let found = 0
  let expected = reached
  let hash = hashAt(after, 0)
  for (let at = 0; at + BLOCK <= after.length; ) {
    const places = blocks.mayHave(hash) ? blocks.placesOf(hash, after, at) : undefined
    if (!places) {
      if (at - found > mostNew + MOST_BACK) return undefined
      hash = rollOn(hash, after, at)
      at++
      continue
    }
    // In a repetitive text, the first match from the expected position on is the right one.
    const place = places[firstFrom(places, expected)] ?? places[0] ?? 0
    const back = commonEnd(before, place, after, at, at - written)
    const length = back + BLOCK + commonStart(before, place + BLOCK, after, at + BLOCK)
    if (at - back > written) pieces.push(after.slice(written, at - back))
    pieces.push([place - back, length])
    found += length
    expected = place - back + length
    written = at - back + length
    at = written
    hash = hashAt(after, at)
  }
  if (written < after.length) pieces.push(after.slice(written))
  return after.length - found > mostNew ? undefined : pieces
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

/** The blocks of a text with their places, by a rolling hash: looking up strings takes ten times as long. */
class Blocks {
  readonly #text: string
  /** For each hash the places of each block that has it, mostly one block. */
  readonly #byHash = new Map<number, number[][]>()
  /** Has a mark for the first bits of each hash: most places of a new text need no lookup in the map. */
  readonly #marks: Uint8Array
  /** The other bits of a hash. */
  readonly #bits: number

  constructor(text: string) {
    this.#text = text
    const bits = Math.ceil(Math.log2(MARKS_PER_BLOCK * (text.length / BLOCK + 1)))
    this.#bits = 32 - bits
    this.#marks = new Uint8Array(2 ** bits)
    for (let at = 0; at + BLOCK <= text.length; at += BLOCK) {
      const hash = hashAt(text, at)
      const places = this.mayHave(hash) ? this.placesOf(hash, text, at) : undefined
      this.#marks[hash >>> this.#bits] = 1
      if (places) places.push(at)
      else this.#byHash.set(hash, [...(this.#byHash.get(hash) ?? []), [at]])
    }
  }

  mayHave(hash: number): boolean {
    return this.#marks[hash >>> this.#bits] === 1
  }

  /** The places of the block at a place of another text; undefined if there is none. */
  placesOf(hash: number, text: string, at: number): number[] | undefined {
    return this.#byHash.get(hash)?.find(([first = 0]) => isSameBlock(this.#text, first, text, at))
  }
}

function isSameBlock(a: string, fromA: number, b: string, fromB: number): boolean {
  for (let n = 0; n < BLOCK; n++) if (a.charCodeAt(fromA + n) !== b.charCodeAt(fromB + n)) return false
  return true
}

/** Random, so that nobody can write texts whose blocks all have the same hash. */
const BASE = Math.floor(Math.random() * 2 ** 31) * 2 + 1
/** What the first character of a block is multiplied with. */
const FIRST = Array.from({ length: BLOCK - 1 }).reduce<number>((power) => Math.imul(power, BASE), 1)

function hashAt(text: string, at: number): number {
  let hash = 0
  for (let n = at; n < at + BLOCK; n++) hash = (Math.imul(hash, BASE) + text.charCodeAt(n)) | 0
  return hash
}

/** The hash of the next block, from that of the one at `at`. */
function rollOn(hash: number, text: string, at: number): number {
  const rest = hash - Math.imul(text.charCodeAt(at), FIRST)
  return (Math.imul(rest, BASE) + text.charCodeAt(at + BLOCK)) | 0
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
