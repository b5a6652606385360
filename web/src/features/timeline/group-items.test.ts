import type { TimelineItem } from '@aliquot/contract/timeline'
import { expect, test } from 'vitest'
import { groupItems } from './group-items.ts'

function item(position: number, seconds: number, more: Partial<TimelineItem> = {}): TimelineItem {
  const at = new Date(Date.UTC(2026, 2, 2, 10, 0, seconds)).toISOString()
  const time = at.slice(0, 19).replace('T', ' ')
  return {
    position,
    last_position: position,
    created_at: time,
    ended_at: time,
    as_of: at,
    userid: 1,
    fullname: 'Ada',
    via: 'session',
    subject: 'upload',
    subject_id: position,
    verb: 'created',
    reason: null,
    changes: [],
    ...more,
  }
}

/** The positions of each line of each group. */
const shape = (items: TimelineItem[]) =>
  groupItems(items).map(({ lines }) => lines.map((line) => line.items.map(({ position }) => position)))

test('files that one person added within a minute are one line', () => {
  expect(shape([item(3, 70), item(2, 20), item(1, 0)])).toEqual([[[3, 2, 1]]])
})

test.each<[string, Partial<TimelineItem>]>([
  ['by another person', { userid: 2 }],
  ['with a key', { via: 'apikey' }],
  ['for another reason', { reason: 'The balance was off' }],
])('what was done %s is another group', (_, more) => {
  expect(shape([item(2, 5, more), item(1, 0)])).toEqual([[[2]], [[1]]])
})

test('what was done minutes later is another group', () => {
  expect(shape([item(2, 200), item(1, 0)])).toEqual([[[2]], [[1]]])
})

test('other kinds are lines of their own, and each comment too', () => {
  const comment = { subject: 'comment' }
  const finish = (after: number) => ({
    subject: 'step',
    verb: 'updated',
    changes: [{ field: 'finished', before: 1 - after, after, is_long: false }],
  })
  const items = [
    item(6, 6, comment),
    item(5, 5),
    item(4, 4, comment),
    item(3, 3, finish(1)),
    item(2, 2, finish(0)),
    item(1, 1, finish(1)),
  ]
  expect(shape(items)).toEqual([[[6], [5], [4], [3, 1], [2]]])
})
