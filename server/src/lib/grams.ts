/** Of a text with more trigrams than this, EVERY_GRAM is indexed instead: every search looks at the text itself. */
const MOST_GRAMS = 20_000

/** Stands for all trigrams in the index. Trigrams are letters and digits only, so it never clashes with one. */
export const EVERY_GRAM = '∀'

const LENGTH = 3

/** The distinct trigrams of the words of a folded text. */
export function gramsOf(text: string): string[] {
  return new Grams(text).list()
}

/**
 * The distinct trigrams of the words of a folded text. An index of trigrams finds parts of words, with false positives:
 * each match is checked again. Trigrams of a to z and digits are numbers, which takes a fifth of the time of strings.
 */
export class Grams {
  readonly #plain: readonly number[]
  readonly #isPlain: { has(number: number): boolean }
  readonly #others: ReadonlySet<string>
  /** EVERY_GRAM is their only element. */
  readonly isEvery: boolean

  /** With EVERY_GRAM at its end it stands for a longer text. */
  constructor(text: string) {
    const seen = text.length < FEW_CHARACTERS ? new Set<number>() : new NumberSet()
    const found: Found = { seen, plain: [], others: new Set() }
    // Other texts are taken apart word by word.
    if (ONLY_PLAIN.test(text)) addPlain(text, found)
    else addWords(text, found)
    this.#plain = found.plain
    this.#isPlain = seen
    this.#others = found.others
    this.isEvery = sizeOf(found) > MOST_GRAMS || text.endsWith(EVERY_GRAM)
  }

  list(): string[] {
    return this.without([])
  }

  /** Those that none of the others has. */
  without(others: readonly Grams[]): string[] {
    if (this.isEvery) return others.some(({ isEvery }) => isEvery) ? [] : [EVERY_GRAM]
    const listed = others.filter(({ isEvery }) => !isEvery)
    const plain = this.#plain.filter((number) => !listed.some((other) => other.#isPlain.has(number)))
    return [
      ...plain.map(plainGram),
      ...[...this.#others].filter((gram) => !listed.some((other) => other.#others.has(gram))),
    ]
  }
}

interface Found {
  seen: { has(number: number): boolean; add(number: number): unknown }
  plain: number[]
  others: Set<string>
}

function sizeOf({ plain, others }: Found): number {
  return plain.length + others.size
}

/** For these a set takes less time than to provide a table of all numbers. */
const FEW_CHARACTERS = 400

/** The numbers of plain trigrams. */
class NumberSet {
  readonly #table = new Uint8Array(36 ** LENGTH)

  has(number: number): boolean {
    return this.#table[number] === 1
  }

  add(number: number): void {
    this.#table[number] = 1
  }
}

/** How many pairs of plain characters there are. */
const PAIRS = 36 ** 2

function addPlain(text: string, { seen, plain }: Found): void {
  let number = 0
  let length = 0
  for (let at = 0; at < text.length && plain.length <= MOST_GRAMS; at++) {
    const digit = digitOf(text.charCodeAt(at))
    if (digit < 0) {
      length = 0
      continue
    }
    number = (number % PAIRS) * 36 + digit
    length++
    if (length < LENGTH || seen.has(number)) continue
    seen.add(number)
    plain.push(number)
  }
}

function addWords(text: string, found: Found): void {
  for (const word of new Set(text.match(/[\p{L}\p{N}]{3,}/gu))) {
    const characters = HALF.test(word) ? Array.from(word) : word
    for (let at = 0; at + LENGTH <= characters.length && sizeOf(found) <= MOST_GRAMS; at++) {
      const gram = characters.slice(at, at + LENGTH)
      const joined = typeof gram === 'string' ? gram : gram.join('')
      if (PLAIN.test(joined)) addPlain(joined, found)
      else found.others.add(joined)
    }
  }
}

/** The characters of plain trigrams, and ASCII that is no letter. */
const ONLY_PLAIN = /^[\0-@[-\x7f]*$/
const PLAIN = /^[a-z\d]+$/
/** One half of a surrogate pair. */
const HALF = /[\ud800-\udfff]/

/** In base 36; -1 for other characters. */
function digitOf(code: number): number {
  if (code >= 97) return code <= 122 ? code - 87 : -1
  return code >= 48 && code <= 57 ? code - 48 : -1
}

const plainGrams: string[] = []

function plainGram(number: number): string {
  plainGrams[number] ??= number.toString(36).padStart(LENGTH, '0')
  return plainGrams[number]
}
