import { expect, test } from 'vitest'
import { TooMany } from '../../errors.ts'
import { openRateLimit, type RateLimit } from './rate-limit.ts'

function at(perMinute: number): { limit: RateLimit; pass(ms: number): void } {
  let now = 0
  const limit = openRateLimit(perMinute, () => now)
  if (!limit) throw new Error('there is no limit')
  return {
    limit,
    pass(ms) {
      now += ms
    },
  }
}

test('0 is no limit', () => {
  expect(openRateLimit(0)).toBeUndefined()
})

test('a minute of requests may come at once, then they drip in', () => {
  const { limit, pass } = at(60)
  for (let n = 0; n < 60; n++) limit('a')
  expect(() => limit('a')).toThrow(TooMany)
  pass(999)
  expect(() => limit('a')).toThrow(TooMany)
  pass(1)
  limit('a')
  expect(() => limit('a')).toThrow(TooMany)
})

test('the refusal tells when the next one is welcome', () => {
  const { limit } = at(2)
  limit('a')
  limit('a')
  expect(() => limit('a')).toThrow(expect.objectContaining({ headers: { 'retry-after': '30' } }))
})

test('each has a bucket of their own, and an idle one fills up no further than full', () => {
  const { limit, pass } = at(1)
  limit('a')
  limit('b')
  pass(3_600_000)
  limit('a')
  expect(() => limit('a')).toThrow(TooMany)
})

test('a flood of names does not grow the memory: the oldest is forgotten', () => {
  const { limit } = at(1)
  limit('first')
  for (let n = 0; n < 20_000; n++) limit(`address:${n}`)
  expect(() => limit('address:19999')).toThrow(TooMany)
  limit('first')
})

test('a clock that is set back shuts nobody out', () => {
  const { limit, pass } = at(60)
  limit('a')
  pass(-3_600_000)
  for (let n = 0; n < 59; n++) limit('a')
  expect(() => limit('a')).toThrow(TooMany)
  pass(1000)
  limit('a')
})
