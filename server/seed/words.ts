import { pickSkewed, type Random } from './random.ts'

/** Made-up words, a few of them in most texts, most of them in few. */
const WORDS = Array.from(
  { length: 3000 },
  (_, number) => `w${((number * 2654435761) % 46656).toString(36).padStart(3, '0')}`,
)

/** Words to look for, and in one of how many entries each stands: the rare one in twenty, however many there are. */
const SOUGHT: Readonly<Record<string, (entries: number) => number>> = {
  rare: (entries) => Math.max(1, Math.floor(entries / 20)),
  middling: () => 100,
  common: () => 2,
}

export function titleOf(pick: Random, number: number): string {
  return `Study ${number} of ${pickSkewed(pick, WORDS)} ${pickSkewed(pick, WORDS)}`
}

/** Some eight hundred bytes, as HTML. */
export function textOf(pick: Random, number: number, entries: number): string {
  const text = Array.from({ length: 160 }, () => pickSkewed(pick, WORDS)).join(' ')
  const sought = Object.entries(SOUGHT).flatMap(([word, oneOf]) =>
    number % oneOf(entries) === 0 ? [`${word}word`] : [],
  )
  return `<p>${text}</p><p>${sought.join(' ')}</p>`
}
