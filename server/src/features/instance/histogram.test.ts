import { expect, test } from 'vitest'
import { bucketsOf } from './histogram.ts'

const DAYS = [
  { day: '2026-01-01', total: 3 },
  { day: '2026-01-02', total: 1 },
  { day: '2026-01-09', total: 2 },
]

test('nothing is no list', () => {
  expect(bucketsOf([], '2026-01-10', 120)).toBeNull()
})

test('totals add up from the first day until today', () => {
  expect(bucketsOf(DAYS, '2026-01-10', 5)).toEqual([
    { bucket_start: '2026-01-01', total: 4 },
    { bucket_start: '2026-01-03', total: 4 },
    { bucket_start: '2026-01-05', total: 4 },
    { bucket_start: '2026-01-07', total: 4 },
    { bucket_start: '2026-01-09', total: 6 },
  ])
})

test('there are no more parts than days, and the last holds everything', () => {
  const buckets = bucketsOf(DAYS, '2026-01-10', 120)
  expect(buckets).toHaveLength(10)
  expect(buckets?.at(-1)).toEqual({ bucket_start: '2026-01-10', total: 6 })
  expect(bucketsOf(DAYS, '2026-01-10', 1)).toEqual([{ bucket_start: '2026-01-01', total: 6 }])
})

test('a clock that went back loses nothing', () => {
  expect(bucketsOf(DAYS, '2025-12-31', 3)).toEqual([{ bucket_start: '2026-01-01', total: 6 }])
})
