import { expect, test } from 'vitest'
import { placeAt, spansOf } from './group-spans.ts'

test('headings and rows are counted together, and folded groups are headings only', () => {
  const { spans, length } = spansOf([2, 0, 3])
  expect(length).toBe(8)
  const places = Array.from({ length }, (_, index) => placeAt(spans, index))
  expect(places.map(({ group, row }) => `${group} ${row}`)).toEqual([
    '0 -1',
    '0 0',
    '0 1',
    '1 -1',
    '2 -1',
    '2 0',
    '2 1',
    '2 2',
  ])
})
