import { commonEnd, commonStart, type Piece } from './text-delta.ts'

/** Shorter matches may be by chance. */
const PROBE = 64
/** How much of a new text is looked through for the next match, in steps, and how far ahead in the previous text. */
const MOST_NEW = 512
const STEP = 32
const WINDOW = 2048
/** A text with more differing places is compared block by block. */
const MOST_PLACES = 30

/**
 * Describes a text as pieces of the previous text if they follow each other there, as after a save with a few edits. It
 * only looks near each edit, which takes a fraction of the time of `findPieces`. `reached` is the position in the previous
 * text where the first match is expected. Undefined if it finds no match there, or more than `mostNew` new units.
 */
export function findNearPieces(
  before: string,
  after: string,
  { reached, mostNew }: { reached: number; mostNew: number },
): Piece[] | undefined {
  const pieces: Piece[] = []
  let at = 0
  let expected = reached
  let added = 0
  for (let places = 0; places < MOST_PLACES; places++) {
    const match = nextMatch(before, expected, after, at)
    const end = match?.at ?? after.length
    added += end - at
    if ((!match && end - at > MOST_NEW) || added > mostNew) return undefined
    if (end > at) pieces.push(after.slice(at, end))
    if (!match) return pieces
    pieces.push([match.place, match.length])
    at = end + match.length
    expected = match.place + match.length
    if (at === after.length) return pieces
  }
  return undefined
}

/** The next part of the new text that the previous one has near the expected position. */
function nextMatch(
  before: string,
  expected: number,
  after: string,
  from: number,
): { at: number; place: number; length: number } | undefined {
  const near = before.slice(expected, expected + WINDOW)
  for (let at = from; at <= from + MOST_NEW && at + PROBE <= after.length; at += STEP) {
    const found = near.indexOf(after.slice(at, at + PROBE))
    if (found < 0) continue
    const place = expected + found
    const back = commonEnd(before, place, after, at, Math.min(at - from, found))
    return { at: at - back, place: place - back, length: back + commonStart(before, place, after, at) }
  }
  return undefined
}
