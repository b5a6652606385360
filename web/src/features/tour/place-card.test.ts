import { expect, test } from 'vitest'
import { type Box, placeCard } from './place-card.ts'

const CARD = { width: 320, height: 200 }
const DESK = { width: 1280, height: 800 }

test.each<[string, Box, { left: number; top: number }]>([
  ['after a button of the sidebar', { left: 8, top: 60, width: 224, height: 36 }, { left: 244, top: 60 }],
  ['below a button of the bar', { left: 1000, top: 10, width: 90, height: 36 }, { left: 948, top: 58 }],
  ['before a tall column at the end', { left: 900, top: 60, width: 370, height: 700 }, { left: 568, top: 60 }],
  ['above what is at the lower edge', { left: 100, top: 700, width: 1100, height: 90 }, { left: 100, top: 488 }],
  ['at the end of what fills the window', { left: 0, top: 0, width: 1280, height: 800 }, { left: 948, top: 588 }],
])('the card is %s', (_, target, place) => {
  expect(placeCard(target, CARD, DESK)).toEqual(place)
})

test('the card stays inside of a window that is smaller than itself', () => {
  expect(placeCard(undefined, CARD, { width: 300, height: 150 })).toEqual({ left: 12, top: 12 })
})
