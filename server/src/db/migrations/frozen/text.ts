import { htmlToText } from './html-text.ts'

// Folding and splitting of texts as 0004 to 0006 were released. Never edited: what they do to an old notebook must stay
// the same.

/** The same key for texts that differ only in case and accents: `foldText('Ångström') === foldText('ANGSTROM')`. */
function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  // By way of upper case, where ß and SS or the two small sigmas meet; lower case before it brings ẞ along.
  const upper = text.normalize('NFKD').toLowerCase().toUpperCase().normalize('NFKD')
  return upper
    .replace(/\p{M}+/gu, '')
    .toLowerCase()
    .replaceAll('ς', 'σ')
}

const maxTokens = 20_000
const maxTokenLength = 64
const maxTokenBytes = 400_000

/** The distinct folded words of a text in order of appearance, as many as fit the bounds of a search index row. */
export function searchTokens(text: string): string[] {
  return wordsOfFolded(foldText(text))
}

const words = /[\p{L}\p{N}]+/gu
/** A text of so many units stays below the bounds, and need not be read word by word. */
const fewUnits = 2000

/** The same for a text that is folded already. */
function wordsOfFolded(text: string): string[] {
  if (text.length <= fewUnits) {
    return [...new Set(text.match(words)?.map((word) => cutUnits(word, maxTokenLength)))]
  }
  const tokens = new Set<string>()
  let bytes = 0
  for (const [word] of text.matchAll(words)) {
    const token = cutUnits(word, maxTokenLength)
    if (tokens.has(token)) continue
    bytes += Buffer.byteLength(token)
    if (bytes > maxTokenBytes) break
    tokens.add(token)
    if (tokens.size === maxTokens) break
  }
  return [...tokens]
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

/** A text as it is searched for parts of it: case and accents folded, on one line. */
export function searchText(text: string): string {
  return foldText(text).replace(/\s+/g, ' ').trim()
}

/** What the indexes keep of a main text. Both lists are joined by blanks. */
export interface SearchedBody {
  text: string
  words: string
  grams: string
}

const HTML = 1

export function searchedBody(body: string, contentType: number): SearchedBody {
  const text = searchText(contentType === HTML ? htmlToText(body) : body)
  return { text, words: wordsOfFolded(text).join(' '), grams: gramsOf(text).join(' ') }
}

/** A text with more grams than this is not taken apart: it is looked at whatever is searched for. */
const MOST_GRAMS = 20_000

/** Stands in the index for all grams. Words are letters and digits only, so it is none of them. */
const EVERY_GRAM = '∀'

const LENGTH = 3

/**
 * The distinct runs of three characters inside the words of a folded text. Whatever contains a word contains its grams,
 * so their index finds parts of words: each entry that it names is looked at once more.
 */
export function gramsOf(text: string): string[] {
  const grams = new Set<string>()
  for (const word of new Set(text.match(/[\p{L}\p{N}]{3,}/gu))) {
    const characters = HALF.test(word) ? Array.from(word) : word
    for (let at = 0; at + LENGTH <= characters.length; at++) {
      const gram = characters.slice(at, at + LENGTH)
      grams.add(typeof gram === 'string' ? gram : gram.join(''))
      if (grams.size > MOST_GRAMS) return [EVERY_GRAM]
    }
  }
  return [...grams]
}

/** Halves of characters that take two units of a string. */
const HALF = /[\ud800-\udfff]/
