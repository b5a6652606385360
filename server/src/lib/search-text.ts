import { htmlToText } from './html.ts'
import { foldText } from './text.ts'

/** The form of a text for substring search: case and accents folded, on one line. */
export function searchText(text: string): string {
  return foldText(text).replace(/\s+/g, ' ').trim()
}

const HTML = 1

/** The searched form of a main text. */
export function searchedText(body: string, contentType: number): string {
  return searchText(contentType === HTML ? htmlToText(body) : body)
}

/** Of a text with more trigrams than this, EVERY_GRAM is indexed instead: every search looks at the text itself. */
const MOST_GRAMS = 20_000

/** Stands for all trigrams in the index. Trigrams are letters and digits only, so it never clashes with one. */
export const EVERY_GRAM = '∀'

const LENGTH = 3

/**
 * The distinct trigrams of the words of a folded text. An index of trigrams finds parts of words, with false positives:
 * each match is checked again.
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

/** One half of a surrogate pair. */
const HALF = /[\ud800-\udfff]/
