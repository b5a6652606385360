import { expect, test } from 'vitest'
import { settleOwn } from './imports.pointers.ts'

test('a person to whom thousands of values point is looked up once, and their name does not fill the disk', async () => {
  const asked: number[] = []
  const person = async (number: number) => {
    asked.push(number)
    return number === 1 ? 'A'.repeat(255) : 7
  }
  const given = ['first', 'second'].map((name) => ({ name, type: 'users', value: new Array(10_000).fill(1) }))
  const settled = await settleOwn([...given, { name: 'third', type: 'users', value: [2, 1] }], {
    file: () => 3,
    person,
  })
  expect(asked).toEqual([1, 2])
  expect(settled.map(({ words }) => words?.length)).toEqual([100_000, 0, 0])
  expect(settled[0]?.words).toMatch(/^A{255}, A{255}, /)
})
