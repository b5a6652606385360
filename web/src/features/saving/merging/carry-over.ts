import type { TextKind } from '../../../sync/sync.types.ts'
import { diff } from './diff.ts'
import { splitWords } from './words.ts'

/** Replaces `start` to `end` of a text by `text`. */
export interface Splice {
  start: number
  end: number
  text: string
}

/** The word edits that turn one text into another, in order. */
export function splicesBetween(old: string, next: string, kind: TextKind): Splice[] {
  const [before, after] = [splitWords(old, kind), splitWords(next, kind)]
  const [oldPlaces, newPlaces] = [placesOf(before), placesOf(after)]
  return diff(before, after).map(({ start, end, from, to }) => ({
    start: oldPlaces[start] as number,
    end: oldPlaces[end] as number,
    text: next.slice(newPlaces[from], newPlaces[to]),
  }))
}

/** Where each word begins, and where the last one ends. */
function placesOf(words: readonly string[]): number[] {
  const places = [0]
  for (const [index, word] of words.entries()) places.push((places[index] as number) + word.length)
  return places
}

/**
 * Applies the same edits to a text in which somebody has typed since. Undefined if they overlap, or if the typing
 * changed tags: then it must be merged again.
 */
export function carryOver(before: string, now: string, splices: readonly Splice[], kind: TextKind): string | undefined {
  const typed = spliceTo(before, now)
  if (kind === 'html' && /[<>]/.test(before.slice(typed.start, typed.end) + typed.text)) return undefined
  // At least one character must separate the typing from an edit, so that they form no word together.
  if (splices.some(({ start, end }) => start <= typed.end && typed.start <= end)) return undefined
  return applySplices(before, [...splices, typed])
}

/** The difference of two texts as one edit. */
function spliceTo(old: string, next: string): Splice {
  const most = Math.min(old.length, next.length)
  let same = 0
  while (same < most && old.charCodeAt(same) === next.charCodeAt(same)) same += 1
  let behind = 0
  while (
    behind < most - same &&
    old.charCodeAt(old.length - 1 - behind) === next.charCodeAt(next.length - 1 - behind)
  ) {
    behind += 1
  }
  return { start: same, end: old.length - behind, text: next.slice(same, next.length - behind) }
}

function applySplices(text: string, splices: readonly Splice[]): string {
  const parts: string[] = []
  let at = 0
  for (const splice of splices.toSorted((a, b) => a.start - b.start)) {
    parts.push(text.slice(at, splice.start), splice.text)
    at = splice.end
  }
  return parts.join('') + text.slice(at)
}
