import { HTML } from '../src/features/entries/entries.types.ts'
import { textHash } from '../src/journal/changes.ts'
import { searchedText } from '../src/lib/search-text.ts'
import { pickSkewed, type Random, random } from './random.ts'

/** Made-up words: a few occur in most texts, most of them in few. */
const WORDS = Array.from(
  { length: 3000 },
  (_, number) => `w${((number * 2654435761) % 46656).toString(36).padStart(3, '0')}`,
)

/** Search words, and in one of how many entries each occurs: the rare one in twenty entries, whatever the size. */
const SOUGHT: Readonly<Record<string, (entries: number) => number>> = {
  rare: (entries) => Math.max(1, Math.floor(entries / 20)),
  middling: () => 100,
  common: () => 2,
}

export function titleOf(pick: Random, number: number): string {
  return `Study ${number} of ${pickSkewed(pick, WORDS)} ${pickSkewed(pick, WORDS)}`
}

/** A main text with its derived values. */
export interface MadeUpText {
  text: string
  hash: string
  /** Its searched form. */
  searched: string
}

/** The number of generated texts, which are reused, so that each word occurs in the same share of entries. */
const TEXTS = 10_000
const madeUp = new Map<string, MadeUpText>()

/** Some eight hundred bytes of HTML with few distinct words, because each new one slows down seeding. */
export function textOf(number: number, entries: number): MadeUpText {
  const sought = Object.entries(SOUGHT).flatMap(([word, oneOf]) =>
    number % oneOf(entries) === 0 ? [`${word}word`] : [],
  )
  const key = [number % TEXTS, ...sought].join(' ')
  const known = madeUp.get(key)
  if (known) return known
  const pick = random(number)
  const words = Array.from({ length: 40 }, () => pickSkewed(pick, WORDS)).join(' ')
  const text = `${`<p>${words}</p>`.repeat(4)}<p>${sought.join(' ')}</p>`
  const made = { text, hash: textHash(text), searched: searchedText(text, HTML) }
  madeUp.set(key, made)
  return made
}
