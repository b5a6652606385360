import { expect, test } from 'vitest'
import { fitInto, reveal, zoomAt } from './graph-view.ts'

const ROOM = { width: 1000, height: 600 }

test('zooming keeps what is under the pointer, within limits', () => {
  const view = { x: 40, y: 20, scale: 1 }
  const near = zoomAt(view, 1.5, { x: 240, y: 120 })
  expect(near).toEqual({ x: -60, y: -30, scale: 1.5 })
  const under = ({ x, y, scale }: typeof view) => [(240 - x) / scale, (120 - y) / scale]
  expect(under(near)).toEqual(under(view))
  expect(zoomAt(view, 100, { x: 0, y: 0 }).scale).toBe(2)
  expect(zoomAt(view, 0.001, { x: 0, y: 0 }).scale).toBe(0.25)
})

test('a small drawing is in the middle, a larger one shrinks, and a huge one shows its centre readably', () => {
  expect(fitInto(ROOM, { width: 400, height: 200 }, { x: 0, y: 0 })).toEqual({ x: 300, y: 200, scale: 1 })
  const shrunk = fitInto(ROOM, { width: 1210, height: 200 }, { x: 0, y: 0 })
  expect(shrunk.scale).toBeCloseTo(0.8)
  expect(shrunk.x).toBeCloseTo(16)
  const huge = fitInto(ROOM, { width: 4000, height: 300 }, { x: 1500, y: 150 })
  expect(huge).toEqual({ x: 500 - 900, y: 210, scale: 0.6 })
})

test('a card that gets the focus is moved into sight, and one in sight moves nothing', () => {
  const view = { x: 0, y: 0, scale: 1 }
  const box = { width: 300, height: 64 }
  expect(reveal(view, { ...box, x: 100, y: 100 }, ROOM)).toEqual(view)
  expect(reveal(view, { ...box, x: 900, y: 100 }, ROOM)).toEqual({ x: -216, y: 0, scale: 1 })
  expect(reveal(view, { ...box, x: -50, y: 100 }, ROOM)).toEqual({ x: 66, y: 0, scale: 1 })
})
