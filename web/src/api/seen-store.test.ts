import { expect, test } from 'vitest'
import { surplus } from './seen-store.ts'

const facts = [
  { key: 'old', at: 10, bytes: 1 },
  { key: 'middle', at: 60, bytes: 5 },
  { key: 'new', at: 90, bytes: 5 },
]

test.each([
  ['nothing within all limits', { rows: 3, bytes: 100, age: 1000 }, []],
  ['what is too old', { rows: 3, bytes: 100, age: 50 }, ['old']],
  ['the oldest of too many', { rows: 1, bytes: 100, age: 1000 }, ['middle', 'old']],
  ['the oldest of too many bytes', { rows: 3, bytes: 9, age: 1000 }, ['middle', 'old']],
])('removes %s', (_, limits, removed) => {
  expect(surplus(facts, 100, { ...limits, bytesOfOne: 100 })).toEqual(removed)
})
