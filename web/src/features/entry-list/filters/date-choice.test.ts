import { expect, test } from 'vitest'
import { daysOf, readDate, writeDays } from './date-choice.ts'

const MONDAY = 1
const SUNDAY = 0

test.each([
  ['today', { from: '2026-03-01', to: '2026-03-01' }],
  ['week', { from: '2026-02-23', to: '2026-03-01' }],
  ['month', { from: '2026-03-01', to: '2026-03-31' }],
  ['30days', { from: '2026-01-31', to: '2026-03-01' }],
  ['2026-01-05..', { from: '2026-01-05', to: '' }],
  ['..2026-01-05', { from: '', to: '2026-01-05' }],
])('on a Sunday late in the evening, %s is %j', (date, days) => {
  expect(daysOf(date, new Date(2026, 2, 1, 23, 30), MONDAY)).toEqual(days)
})

test('a week begins where the reader begins it', () => {
  const sunday = new Date(2026, 2, 1)
  expect(daysOf('week', sunday, SUNDAY)).toEqual({ from: '2026-03-01', to: '2026-03-07' })
  expect(daysOf('week', new Date(2026, 2, 7), SUNDAY)).toEqual({ from: '2026-03-01', to: '2026-03-07' })
  expect(daysOf('week', new Date(2026, 2, 2), MONDAY)).toEqual({ from: '2026-03-02', to: '2026-03-08' })
})

test('what is no date in an address is left out', () => {
  for (const wrong of [undefined, 5, '', '..', 'yesterday', '2026-02-30', '2026-01-01..x', '2026-01-01..02..03']) {
    expect(readDate(wrong), String(wrong)).toBeUndefined()
  }
  expect(['week', '2026-01-01', '2026-01-01..', '..2026-01-01'].map(readDate)).toEqual([
    'week',
    '2026-01-01..2026-01-01',
    '2026-01-01..',
    '..2026-01-01',
  ])
})

test('days the wrong way round are turned', () => {
  expect(writeDays({ from: '2026-02-01', to: '2026-01-01' })).toBe('2026-01-01..2026-02-01')
  expect(readDate('2026-02-01..2026-01-01')).toBe('2026-01-01..2026-02-01')
})
