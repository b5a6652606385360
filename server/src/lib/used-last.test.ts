import { expect, test } from 'vitest'
import { UsedLast } from './used-last.ts'

test('what is used stays, what is not is dropped', () => {
  const kept = new UsedLast<string, number>(100)
  kept.keep('often', 0, 1)
  kept.keep('once', 1, 1)
  for (let number = 0; number < 300; number++) {
    kept.keep(`other ${number}`, number, 1)
    if (number % 20 === 0) expect(kept.find('often')).toBe(0)
  }
  expect(kept.find('once')).toBeUndefined()
  expect(kept.find('other 0')).toBeUndefined()
})

test('at least half of the units are kept, and never more than all', () => {
  const kept = new UsedLast<number, number>(100)
  for (let number = 0; number < 500; number++) kept.keep(number, number, 7)
  const found = Array.from({ length: 500 }, (_, number) => number).filter((number) => kept.find(number) !== undefined)
  expect(found.length * 7).toBeLessThanOrEqual(100)
  expect(found.length * 7).toBeGreaterThan(40)
  expect(found.at(-1)).toBe(499)
})

test('the last value of a key counts, also if it is too large to be kept', () => {
  const kept = new UsedLast<string, number>(100)
  kept.keep('a', 1, 40)
  kept.keep('a', 2, 40)
  expect(kept.find('a')).toBe(2)
  kept.keep('b', 3, 40)
  expect([kept.find('a'), kept.find('b')]).toEqual([2, 3])
  kept.keep('a', 4, 60)
  expect([kept.find('a'), kept.find('b')]).toEqual([undefined, 3])
})
