import { htmlToText } from './html.ts'
import { foldText, wordsOfFolded } from './text.ts'

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
export const EVERY_GRAM = '∀'

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
