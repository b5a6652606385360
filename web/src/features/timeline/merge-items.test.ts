import type { TimelineItem } from '@aliquot/contract/timeline'
import { expect, test } from 'vitest'
import { mergeItems } from './merge-items.ts'

function item(position: number, before: string, after: string, more: Partial<TimelineItem> = {}): TimelineItem {
  const at = `2026-03-02 10:${String(position).padStart(2, '0')}:00`
  return {
    position,
    last_position: position,
    created_at: at,
    ended_at: at,
    as_of: `2026-03-02T10:${String(position).padStart(2, '0')}:00.000Z`,
    userid: 1,
    fullname: 'Ada',
    via: 'session',
    subject: 'entity',
    subject_id: 1,
    verb: 'updated',
    reason: null,
    changes: [{ field: 'title', before, after, is_long: false }],
    ...more,
  }
}

test('titles typed in one go are one change, from the first to the last', () => {
  const merged = mergeItems([item(4, 'Cry', 'Crystals'), item(3, 'C', 'Cry'), item(2, 'Untitled', 'C')])
  expect(merged).toEqual([
    item(2, 'Untitled', 'Crystals', {
      last_position: 4,
      ended_at: '2026-03-02 10:04:00',
      as_of: '2026-03-02T10:04:00.000Z',
    }),
  ])
})

test.each<[string, TimelineItem, TimelineItem]>([
  ['of two people', item(3, 'b', 'c', { userid: 2 }), item(2, 'a', 'b')],
  ['long apart', item(30, 'b', 'c'), item(2, 'a', 'b')],
  ['with something else', item(3, 'b', 'c', { changes: [] }), item(2, 'a', 'b')],
  ['and a comment', item(3, 'b', 'c', { subject: 'comment' }), item(2, 'a', 'b')],
])('changes %s stay apart', (_, newer, older) => {
  expect(mergeItems([newer, older])).toEqual([newer, older])
})

test('what happens to a step is told once: by itself, not again among the changes of the entry', () => {
  const changes = [{ field: 'steps', before: null, after: 'create', is_long: false }]
  const step = item(2, '', '', { subject: 'step', verb: 'created' })
  expect(mergeItems([item(3, '', '', { changes }), step])).toEqual([step])
})
