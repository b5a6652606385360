import { expect, test } from 'vitest'
import { FreeNames } from './imports.fields.ts'

test('the same name again gets a number that no other name has', () => {
  const names = new FreeNames()
  const taken = ['x', 'x (2)', 'x', 'y', 'x', 'x (2)'].map((name) => names.take(name))
  expect(taken).toEqual(['x', 'x (2)', 'x (3)', 'y', 'x (4)', 'x (2) (2)'])
})

test('a hundred thousand columns of the same name keep nobody waiting', () => {
  const names = new FreeNames()
  const taken = Array.from({ length: 100_000 }, () => names.take('x'))
  expect(taken.at(-1)).toBe('x (100000)')
})
