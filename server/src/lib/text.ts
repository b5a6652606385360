import { TITLE_LIMIT } from '@aliquot/contract/limits'
import { takeFreshWords } from './fresh-words.ts'

const maxTitleClusters = TITLE_LIMIT.most

/** Puts a title on one line of at most 255 characters as a reader counts them; `Untitled` if nothing is left. */
export function cleanTitle(text: string): string {
  const line = text
    .replaceAll('\0', '')
    .replace(/\r\n|[\n\r\u2028\u2029]/g, ' ')
    .trim()
  if (line === '') return 'Untitled'
  // A cluster has at least one UTF-16 unit, so short titles need no counting.
  return line.length <= maxTitleClusters ? line : cutTitle(line)
}

/** Without line breaks and other control characters, which would end a header of an e-mail. */
export function oneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ').trim()
}

/** Removes the characters that separate tags in lists. The result may be empty. */
export function cleanTag(text: string): string {
  return text.replaceAll('\\', '').replaceAll('|', ' ').trim()
}

/**
 * Returns the same key for texts that differ only in case and accents: `foldText('Ångström') === foldText('ANGSTROM')`.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  if (text.length < manyUnits || isMostlyOther(text)) return foldWhole(text)
  // In most long texts few kinds of other characters are between plain ones, such as é and °C.
  const folded = new Map<string, string>()
  return text
    .replace(others, (run) => {
      const known = folded.get(run)
      if (known !== undefined) return known
      const made = foldWhole(run)
      folded.set(run, made)
      return made
    })
    .toLowerCase()
}

function foldWhole(text: string): string {
  // Upper case unifies ß with SS and the two small sigmas; lower case before it includes ẞ.
  const upper = text.normalize('NFKD').toLowerCase().toUpperCase().normalize('NFKD')
  return upper
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

const manyUnits = 1000
const others = /[^\0-\x7f]+/g

/** Judged by its beginning: such as Greek or Chinese. */
function isMostlyOther(text: string): boolean {
  const plain = text.slice(0, manyUnits).replace(others, '')
  return plain.length < manyUnits * 0.75
}

const maxKeyLength = 200

/** The sort key of a title: folded, and short enough for an index. */
export function titleKey(title: string): string {
  return cutUnits(foldText(title), maxKeyLength)
}

const maxTokens = 20_000
const maxTokenLength = 64
const maxTokenBytes = 400_000

/** The distinct folded words of a text in order of appearance, up to the limits of a search index row. */
export function searchTokens(text: string): string[] {
  return wordsOfFolded(foldText(text))
}

const words = /[\p{L}\p{N}]+/gu
/** A text this short stays below the limits, so its words need not be counted. */
const fewUnits = 2000

/** The same for text that is already folded. */
export function wordsOfFolded(text: string): string[] {
  if (text.length <= fewUnits) {
    return [...new Set(text.match(words)?.map((word) => cutUnits(word, maxTokenLength)))]
  }
  const tokens = new Set<string>()
  let bytes = 0
  takeFreshWords(text, (word) => {
    const token = cutUnits(word, maxTokenLength)
    if (tokens.has(token)) return true
    bytes += Buffer.byteLength(token)
    if (bytes > maxTokenBytes) return false
    tokens.add(token)
    return tokens.size < maxTokens
  })
  return [...tokens]
}

/** Whether there may be more words than these in the text that they were made of. */
export function isBeyondLimits(tokens: readonly string[]): boolean {
  if (tokens.length === maxTokens) return true
  if (tokens.length * maxTokenLength * 3 < maxTokenBytes) return false
  const bytes = tokens.reduce((sum, token) => sum + Buffer.byteLength(token), 0)
  return bytes + maxTokenLength * 3 > maxTokenBytes
}

/** The words of a folded text that are longer than their tokens. */
export function longWordsOf(text: string, tokens: readonly string[]): string[] {
  // A cut token ends before a pair of surrogates or after it.
  if (!tokens.some((token) => token.length >= maxTokenLength - 1)) return []
  return [...new Set(text.match(words)?.filter((word) => word.length > maxTokenLength))]
}

/** False for text that PostgreSQL refuses: NUL characters and lone surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes('\0') && !hasLoneSurrogate(text)
}

export function hasLoneSurrogate(text: string): boolean {
  return !text.isWellFormed()
}

// A single cluster can be endless (one letter and a million accents), so the units are limited too.
const maxTitleUnits = 8000
// Created for the first title that needs it, because its tables take 5 MB.
let segmenter: Intl.Segmenter | undefined

function cutTitle(line: string): string {
  const bounded = cutUnits(line, maxTitleUnits)
  if (isAscii(bounded)) return bounded.slice(0, maxTitleClusters).trimEnd()
  segmenter ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  let count = 0
  for (const { index } of segmenter.segment(bounded)) {
    if (count === maxTitleClusters) return bounded.slice(0, index).trimEnd()
    count += 1
  }
  return bounded.trimEnd()
}

/** The first `length` UTF-16 units, one less where that would split a surrogate pair. */
export function cutUnits(text: string, length: number): string {
  if (text.length <= length) return text
  const isSplit = (text.codePointAt(length - 1) ?? 0) > 0xffff
  return text.slice(0, isSplit ? length - 1 : length)
}

function isAscii(text: string): boolean {
  return /^\p{ASCII}*$/u.test(text)
}

/** Where a piece of a text ends: after `end` units, or one more, because both halves of a pair belong to one piece. */
export function endOfPiece(text: string, end: number): number {
  if (end >= text.length) return text.length
  return (text.codePointAt(end - 1) ?? 0) > 0xffff ? end + 1 : end
}
