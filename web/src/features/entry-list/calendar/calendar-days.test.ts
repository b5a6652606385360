import { expect, test } from 'vitest'
import { dayAway, monthAway, weekOf, weeksOf } from './calendar-days.ts'

test('a month has the weeks that it touches, from the first day of the week', () => {
  const weeks = weeksOf('2026-11-17', 1)
  expect(weeks.map(([first]) => first)).toEqual([
    '2026-10-26',
    '2026-11-02',
    '2026-11-09',
    '2026-11-16',
    '2026-11-23',
    '2026-11-30',
  ])
  expect(weeksOf('2026-11-17', 0)[0]).toEqual(weekOf('2026-11-01', 0))
  expect(weeksOf('2027-02-10', 1)).toHaveLength(4)
})

test('days and months are counted over their ends', () => {
  expect(dayAway('2026-12-31', 1)).toBe('2027-01-01')
  expect(dayAway('2026-03-29', -7)).toBe('2026-03-22')
  expect(monthAway('2026-01-31', 1)).toBe('2026-02-28')
  expect(monthAway('2026-01-15', -1)).toBe('2025-12-15')
  expect(weekOf('2026-11-15', 1)).toEqual(weekOf('2026-11-09', 1))
  expect(weekOf('2026-11-15', 0)[0]).toBe('2026-11-15')
})
