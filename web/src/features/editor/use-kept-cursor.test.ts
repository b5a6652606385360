import { expect, test } from 'vitest'
import { moveCursor } from './use-kept-cursor.ts'

test.each([
  ['after what was added', 'one two', 'zero one two', 3, 8],
  ['before what was added', 'one two', 'one two three', 3, 3],
  ['where it was added', 'one', 'one two', 3, 3],
  ['in what was replaced', 'one two three', 'one 2 three', 5, 5],
  ['after what was taken away', 'one two', 'two', 7, 3],
])('a cursor %s stays between the same characters', (_name, before, after, from, to) => {
  expect(moveCursor(before, after, from)).toBe(to)
})
