import { expect, test } from 'vitest'
import { mostMovedBy } from './steady-rows.ts'

const seen = [30, 40, 50, 60].map((id, place) => ({ listKey: 'all', index: 2 + place, id }))
const listed = (ids: number[]) => (index: number) => (ids[index] === undefined ? undefined : { id: ids[index] })

test.each([
  ['nothing happened', [10, 20, 30, 40, 50, 60, 70], 0],
  ['one is new', [5, 10, 20, 30, 40, 50, 60], 1],
  ['one above is gone', [20, 30, 40, 50, 60, 70], -1],
  ['three are new', [1, 2, 3, 10, 20, 30, 40, 50, 60], 3],
  ['the first that one sees is gone', [10, 20, 40, 50, 60, 70], -1],
  ['the first that one sees goes to the top', [30, 10, 20, 40, 50, 60, 70], 0],
  ['one from below goes to the top', [70, 10, 20, 30, 40, 50, 60], 1],
])('%s', (_, ids, by) => {
  expect(mostMovedBy(seen, 'all', listed(ids))).toBe(by)
})

test('another list moves nothing', () => {
  expect(mostMovedBy(seen, 'other', listed([5, 10, 20, 30]))).toBe(0)
})
