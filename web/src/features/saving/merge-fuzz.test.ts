import { expect, test } from 'vitest'
import { mergeTexts } from './merge.ts'
import { countWords, randomTexts, seeded, tablesOf, wordsOf } from './merging/random-texts.ts'

const TRIALS = 2000
const SEED = 1

/** Short words and numbers with common prefixes and suffixes. */
const VOCABULARY = ['1', '11', '1.1', 'g', 'mg', 'a', 'We', 'weigh', 'about', '1,', '11', 'g.']

function* trials(word: (random: () => number) => (who: string, column?: string) => string) {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const random = seeded(SEED * TRIALS + trial)
    const texts = randomTexts(random, word(random))
    yield { ...texts, merged: mergeTexts({ ...texts, kind: 'html' }), trial }
  }
}

test(`a merge of different words loses none, doubles none and keeps each in its column (seed ${SEED})`, () => {
  let count = 0
  let conflicts = 0
  for (const texts of trials(() => (who, column) => `${column ?? ''}${who}${count++}`)) {
    const { mine, base, theirs, merged } = texts
    if (merged === undefined) {
      conflicts += 1
      continue
    }
    const [my, old, their] = [mine, base, theirs].map(countWords) as [Counts, Counts, Counts]
    const expected = new Set([...my.keys(), ...their.keys()])
    for (const word of old.keys()) if (!my.has(word) || !their.has(word)) expected.delete(word)
    expect(wordsOf(merged).sort(), JSON.stringify(texts)).toEqual([...expected].sort())
    for (const [names = [], ...rows] of tablesOf(merged)) {
      for (const row of rows) {
        expect(row.length, JSON.stringify(texts)).toBe(names.length)
        const isAtHome = row.every((words, at) => words.every((word) => word.startsWith(`${names[at]?.[0]}`)))
        expect(isAtHome, JSON.stringify(texts)).toBe(true)
      }
    }
  }
  expect(conflicts).toBeLessThan(TRIALS / 3)
})

type Counts = Map<string, number>

test(`a merge of words that look alike tears none of them, and no table (seed ${SEED})`, () => {
  const pickFrom = (random: () => number) => () => VOCABULARY[Math.floor(random() * VOCABULARY.length)] ?? ''
  for (const texts of trials(pickFrom)) {
    const { mine, base, theirs, merged } = texts
    if (merged === undefined) continue
    const [my, old, their] = [mine, base, theirs].map(countWords) as [Counts, Counts, Counts]
    for (const [word, times] of countWords(merged)) {
      const [m, b, t] = [my, old, their].map((counts) => counts.get(word) ?? 0) as [number, number, number]
      const sum = m + t - b
      // Equal additions of both appear once, and both may have removed the same word and added it elsewhere.
      expect(times, `${word} in ${JSON.stringify(texts)}`).toBeGreaterThanOrEqual(Math.min(m, t, sum))
      expect(times, `${word} in ${JSON.stringify(texts)}`).toBeLessThanOrEqual(b === 0 ? sum : m + t)
    }
    const widths = tablesOf(merged).map((rows) => new Set(rows.map((row) => row.length)).size)
    expect(
      widths.every((different) => different === 1),
      JSON.stringify(texts),
    ).toBe(true)
  }
})
