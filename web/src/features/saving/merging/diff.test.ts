import { expect, test } from 'vitest'
import { diff } from './diff.ts'

test('every other of very many words may be another one', () => {
  const words = (name: string) => Array.from({ length: 400_000 }, (_, n) => (n % 2 ? 'and' : `${name}${n}`))
  const edits = diff(words('a'), words('b'))
  expect(edits[0]).toEqual({ start: 0, end: 1, from: 0, to: 1 })
  expect(edits.at(-1)).toEqual({ start: 399_998, end: 399_999, from: 399_998, to: 399_999 })
})
