import { foldText } from '../../lib/text.ts'

/** An excerpt around the searched words. */
export interface Snippet {
  text: string
  /** The positions of the words: start and end, in UTF-16 units. */
  marks: [number, number][]
}

const BEFORE = 40
const LENGTH = 160

/** An excerpt at the first word with one of these (folded) prefixes; undefined if there is none. */
export function snippetOf(text: string, starts: readonly string[]): Snippet | undefined {
  let from: number | undefined
  let to = text.length
  const marks: [number, number][] = []
  for (const { 0: word, index } of text.matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    if (index > to) break
    const folded = foldText(word)
    if (!starts.some((start) => folded.startsWith(start))) continue
    if (from === undefined) {
      from = cutBefore(text, index)
      to = from + LENGTH
    }
    if (index < to) marks.push([index, index + word.length])
  }
  if (from === undefined) return undefined
  const end = cutAfter(text, to, marks.at(-1)?.[1] ?? to)
  const [start, dots] = from > 0 ? [from, '…'] : [0, '']
  return {
    text: `${dots}${text.slice(start, end)}${end < text.length ? '…' : ''}`,
    marks: marks.map(([first, last]) => [first - start + dots.length, last - start + dots.length]),
  }
}

/** A little before a position, at the start of a word. */
function cutBefore(text: string, at: number): number {
  if (at <= BEFORE) return 0
  const blank = text.slice(at - BEFORE, at).search(/\s/)
  return blank === -1 ? at : at - BEFORE + blank + 1
}

/** Near a position, at the end of a word. */
function cutAfter(text: string, at: number, least: number): number {
  if (at >= text.length) return text.length
  const blank = text.slice(least, at).search(/\s\S*$/)
  return blank === -1 ? least : least + blank
}
