import { expect, test } from 'vitest'
import { howManyFit } from './fit-tags.ts'

test('tags are shown as far as there is room for them and for the number of the others', () => {
  const ends = [50, 104, 158]
  expect(howManyFit(ends, 158)).toBe(3)
  expect(howManyFit(ends, 157)).toBe(2)
  expect(howManyFit(ends, 136)).toBe(2)
  expect(howManyFit(ends, 135)).toBe(1)
  expect(howManyFit(ends, 40)).toBe(0)
  expect(howManyFit([60], 60)).toBe(1)
  expect(howManyFit([], 0)).toBe(0)
})
