import { expect, test } from 'vitest'
import { placeAt, placeOfInstant } from './moment-at.ts'

test('the newest moment at or before an instant is found, to the second', () => {
  const moments = ['2026-03-02T09:00:00.500Z', '2026-03-02T09:15:40.123Z', '2026-03-02T10:00:00.000Z']
  const placeOf = (instant: string) =>
    placeAt(
      moments.map((as_of) => ({ as_of })),
      new Date(instant),
    )
  expect(placeOf('2026-03-02T08:00:00Z')).toBe(0)
  expect(placeOf('2026-03-02T09:15:39Z')).toBe(0)
  expect(placeOf('2026-03-02T09:15:40Z')).toBe(1)
  expect(placeOf('2026-03-02T09:59:59Z')).toBe(1)
  expect(placeOf('2030-01-01T00:00:00Z')).toBe(2)
})

test('an instant in an address shows the moment at or before it, and no instant the newest', () => {
  const moments = ['2026-03-02T09:00:00.500Z', '2026-03-02T09:15:40.123Z'].map((as_of) => ({ as_of }))
  expect(placeOfInstant(moments, undefined)).toBe(1)
  expect(placeOfInstant(moments, '2026-03-02T09:15:40.123Z')).toBe(1)
  expect(placeOfInstant(moments, '2026-03-02T09:15:40Z')).toBe(0)
  expect(placeOfInstant(moments, '2020-01-01')).toBe(0)
})
