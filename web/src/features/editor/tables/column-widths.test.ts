import { expect, test } from 'vitest'
import { moveBorder, sharesOf, writeWidths } from './column-widths.ts'

test.each([
  ['wider', 0, 50, [150, 50, 100]],
  ['narrower', 1, -40, [100, 60, 140]],
  ['not wider than its neighbour can spare', 0, 500, [168, 32, 100]],
  ['not too narrow', 0, -500, [32, 168, 100]],
  ['and the table with it at the end', 2, 80, [100, 100, 180]],
])('a column gets %s', (_name, column, delta, widths) => {
  expect(moveBorder([100, 100, 100], column, delta)).toEqual(widths)
})

test('widths are stored as parts of the table', () => {
  expect(writeWidths(sharesOf([150, 50, 100]))).toBe(
    '<colgroup><col style="width: 50%"><col style="width: 16.7%"><col style="width: 33.3%"></colgroup>',
  )
})
