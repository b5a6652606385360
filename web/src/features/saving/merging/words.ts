import type { TextKind } from '../../../sync/sync.types.ts'
import { tagAt } from './tags.ts'

/** The units of a merge: words, blanks, punctuation and tags. */
export type Words = string[]

/**
 * Splits a text into words. A word is everything between two blanks, without the punctuation and tags around it:
 * `10<sup>-3</sup>`, `2026-05-11` and `&lt;5` are one each, so that a merge never creates a value that nobody wrote.
 */
export function splitWords(text: string, kind: TextKind): Words {
  const words: Words = []
  let run: Piece[] = []
  const endRun = () => {
    if (run.length > 0) addRun(run, kind, words)
    run = []
  }
  for (let at = 0; at < text.length; ) {
    const tag = kind === 'html' && text.charAt(at) === '<' ? tagAt(text, at) : undefined
    if (tag) {
      const source = text.slice(at, tag.end)
      if (formats.has(tag.name)) run.push({ text: source, isTag: true })
      else {
        endRun()
        words.push(source)
      }
      at = tag.end
      continue
    }
    let end = plainEnd(text, at)
    if (end > at) run.push({ text: text.slice(at, end), isTag: false })
    else if (text.charAt(at) === ' ' && text.charAt(at + 1) > ' ') {
      end = at + 1
      endRun()
      words.push(' ')
    } else {
      pieces.lastIndex = at
      const { blank, single, other } = pieces.exec(text)?.groups ?? {}
      const alone = blank ?? single
      const piece = alone ?? other ?? text.charAt(at)
      end = at + piece.length
      if (alone === undefined) run.push({ text: piece, isTag: false })
      else {
        endRun()
        words.push(piece)
      }
    }
    at = end
  }
  endRun()
  return words
}

/** The end of a run of ASCII letters, digits and signs: nearly all of most texts, and fast to find. */
function plainEnd(text: string, from: number): number {
  let at = from
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at)
    if (code <= 32 || code >= 127 || code === LESS || code === AMPERSAND) break
  }
  return at
}

const LESS = 60
const AMPERSAND = 38

interface Piece {
  text: string
  isTag: boolean
}

// Scripts without blanks, and emoji, are merged character by character.
const singles = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Extended_Pictographic}\p{Regional_Indicator}`
const pieces = new RegExp(
  String.raw`(?<blank>\n|[^\S\n]+|&nbsp;|&#160;)|(?<single>\p{Regional_Indicator}{2}|[${singles}](?:\p{M}|\p{Emoji_Modifier}|\u200d\p{Extended_Pictographic})*)|(?<other>&#?\w{1,10};|[^\s<&${singles}]+|[<&])`,
  'uy',
)

const formats = new Set(
  'a abbr b code del em font i ins kbd mark q s small span strike strong sub sup u var'.split(' '),
)

const OPENING = '([{"\'«“‘„¿¡'
const CLOSING = '.,;:!?)]}"\'»”’…'
const MARKDOWN = '*_`~|#>'

/** Adds a run without blanks: the word in it, and what surrounds it one by one. */
function addRun(run: Piece[], kind: TextKind, words: Words): void {
  const marks = kind === 'markdown' ? MARKDOWN : ''
  let first = 0
  let [start, end] = ['', '']
  for (; first < run.length; first += 1) {
    const { text, isTag } = run[first] as Piece
    if (!isTag) start = trimStart(text, OPENING + marks)
    if (!isTag) words.push(...text.slice(0, text.length - start.length))
    else words.push(text)
    if (start !== '') break
  }
  const behind: string[] = []
  let last = run.length - 1
  for (; last >= first; last -= 1) {
    const { text, isTag } = run[last] as Piece
    const piece = last === first ? start : text
    if (!isTag) end = piece.startsWith('&') ? piece : trimEnd(piece, CLOSING + marks)
    if (!isTag) behind.push(...[...piece.slice(end.length)].reverse())
    else behind.push(text)
    if (end !== '') break
  }
  if (first === last) words.push(end)
  else if (first < last) {
    const between = run.slice(first + 1, last).map(({ text }) => text)
    words.push([start, ...between, end].join(''))
  }
  for (let at = behind.length - 1; at >= 0; at -= 1) words.push(behind[at] as string)
}

function trimStart(text: string, signs: string): string {
  let at = 0
  while (at < text.length && signs.includes(text.charAt(at))) at += 1
  return text.slice(at)
}

function trimEnd(text: string, signs: string): string {
  let end = text.length
  while (end > 0 && signs.includes(text.charAt(end - 1))) end -= 1
  return text.slice(0, end)
}

export function isBlank(word: string): boolean {
  return word === '&nbsp;' || word === '&#160;' || word.trim() === ''
}

/** True for words and numbers, false for blanks, tags and punctuation. */
export function isWord(word: string): boolean {
  return /[\p{L}\p{N}]/u.test(word) && !/^<[^>]*>$/.test(word) && !isBlank(word)
}

/** Whether it contains a visible letter or digit. */
export function hasWords(source: string): boolean {
  return /(?:^|>)[^<]*[\p{L}\p{N}]/u.test(source)
}
