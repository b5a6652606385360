import { expect, test } from 'vitest'
import { drawnIndexes, rangeAt, topThatShows } from './row-window.ts'

const ROWS = { count: 1000, height: 40, margin: 200 }

test('the rows on the screen follow the scrolling', () => {
  expect(rangeAt(ROWS, 0, 600)).toEqual({ startIndex: 0, endIndex: 9 })
  expect(rangeAt(ROWS, 220, 600)).toEqual({ startIndex: 0, endIndex: 15 })
  expect(rangeAt(ROWS, 1240, 600)).toEqual({ startIndex: 26, endIndex: 40 })
  // Below the last row there is room for messages.
  expect(rangeAt(ROWS, 90_000, 600)).toEqual({ startIndex: 999, endIndex: 999 })
  expect(rangeAt({ ...ROWS, count: 0 }, 0, 600)).toEqual({ startIndex: 0, endIndex: 0 })
})

test('some rows beyond the screen are drawn too, and always the one with the focus', () => {
  const range = { startIndex: 5, endIndex: 7 }
  expect(drawnIndexes(range, { count: 9, ahead: 2, always: 6 })).toEqual([3, 4, 5, 6, 7, 8])
  expect(drawnIndexes(range, { count: 99, ahead: 1, always: 0 })).toEqual([0, 4, 5, 6, 7, 8])
  expect(drawnIndexes(range, { count: 99, ahead: 1, always: 50 })).toEqual([4, 5, 6, 7, 8, 50])
  expect(drawnIndexes({ startIndex: 0, endIndex: 0 }, { count: 0, ahead: 1, always: 0 })).toEqual([])
})

test('a row is scrolled to only as far as it takes to see it', () => {
  const covered = { top: 160, bottom: 96 }
  const at = (top: number) => ({ top, screen: 600 })
  expect(topThatShows(ROWS, 5, covered, at(0))).toBeUndefined()
  expect(topThatShows(ROWS, 20, covered, at(0))).toBe(200 + 21 * 40 + 96 - 600)
  expect(topThatShows(ROWS, 20, covered, at(5000))).toBe(200 + 20 * 40 - 160)
  expect(topThatShows(ROWS, 0, covered, at(500))).toBe(40)
})
