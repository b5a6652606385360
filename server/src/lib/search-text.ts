import { htmlToText } from './html.ts'
import { foldText } from './text.ts'

/** The form of a text for substring search: case and accents folded, on one line. */
export function searchText(text: string): string {
  // Single blanks stay: replacing each by itself takes twice as long.
  return foldText(text)
    .replace(/[^\S ]\s*| \s+/g, ' ')
    .trim()
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
  const grams: string[] = []
  const others = new Set<string>()
  const plain = new PlainGrams()
  for (const word of new Set(text.match(/[\p{L}\p{N}]{3,}/gu))) {
    if (PLAIN.test(word)) plain.addNew(word, grams)
    else addNew(word, others)
    if (grams.length + others.size > MOST_GRAMS) return [EVERY_GRAM]
  }
  return others.size === 0 ? grams : [...new Set([...grams, ...others])]
}

function addNew(word: string, grams: Set<string>): void {
  const characters = HALF.test(word) ? Array.from(word) : word
  for (let at = 0; at + LENGTH <= characters.length; at++) {
    const gram = characters.slice(at, at + LENGTH)
    grams.add(typeof gram === 'string' ? gram : gram.join(''))
    if (grams.size > MOST_GRAMS) return
  }
}

/** One half of a surrogate pair. */
const HALF = /[\ud800-\udfff]/

const PLAIN = /^[a-z\d]+$/

/** The trigrams of these characters, by number. */
const plainGrams: string[] = []
/** The text in which a trigram was seen last. */
const seenIn = new Uint32Array(36 ** LENGTH)
let texts = 0

/** Tells new trigrams of a text by their number, which takes a third of the time of a set of strings. */
class PlainGrams {
  readonly #text: number

  constructor() {
    if (texts === 2 ** 32 - 1) {
      texts = 0
      seenIn.fill(0)
    }
    this.#text = ++texts
  }

  addNew(word: string, grams: string[]): void {
    let number = digitAt(word, 0) * 36 + digitAt(word, 1)
    for (let end = LENGTH - 1; end < word.length; end++) {
      number = (number % 36 ** 2) * 36 + digitAt(word, end)
      if (seenIn[number] === this.#text) continue
      seenIn[number] = this.#text
      const gram = plainGrams[number] ?? word.slice(end + 1 - LENGTH, end + 1)
      plainGrams[number] = gram
      grams.push(gram)
    }
  }
}

/** In base 36. */
function digitAt(word: string, at: number): number {
  const code = word.charCodeAt(at)
  return code < 58 ? code - 48 : code - 87
}
