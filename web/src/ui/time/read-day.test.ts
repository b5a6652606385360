import { expect, test } from 'vitest'
import { readDay } from './read-day.ts'

const NOW = new Date('2026-11-17T12:00:00')

test.each([
  ['2026-03-02', 'de', '2026-03-02'],
  ['2.3.2026', 'de', '2026-03-02'],
  ['2/3', 'fr', '2026-03-02'],
  ['02/03/26', 'fr', '2026-03-02'],
  ['31.2.2026', 'de', undefined],
  ['3', 'de', undefined],
  ['2 mars 2026', 'fr', undefined],
  ['2026', 'de', undefined],
])('%s in %s is %s', (typed, language, day) => {
  expect(readDay(typed, language, NOW)).toBe(day)
})
