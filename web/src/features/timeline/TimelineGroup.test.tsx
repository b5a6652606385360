import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { expect, test, vi } from 'vitest'
import { buttonNow, findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { groupItems } from './group-items.ts'
import { TimelineGroup } from './TimelineGroup.tsx'

const entry = { id: 1, type: 'experiments', team: 1, uploads: [], steps: [], experiments_links: [], items_links: [] }

function event(position: number, more: Partial<TimelineItem>): TimelineItem {
  const at = '2026-03-02 10:00:00'
  return {
    ...{ position, last_position: position, created_at: at, ended_at: at, as_of: '2026-03-02T10:00:00.000Z' },
    ...{ userid: 1, fullname: 'Ada Moreau', via: 'session', subject: 'entity', subject_id: 1, verb: 'updated' },
    ...{ reason: null, changes: [] },
    ...more,
  }
}

function show(items: TimelineItem[], look = vi.fn()) {
  const [group] = groupItems(items)
  if (!group) throw new Error('nothing to show')
  showPage(<TimelineGroup entry={entry as unknown as Entity} group={group} canRestore isNewest look={look} />)
}

const file = (position: number) =>
  event(position, {
    subject: 'upload',
    subject_id: position,
    verb: 'created',
    changes: [{ field: 'real_name', before: null, after: `plate_${position}.csv`, is_long: false }],
  })

test('nine files of one minute are one line with the first names, and a click shows the others', async () => {
  show([9, 8, 7, 6, 5, 4, 3, 2, 1].map(file))
  await expect.poll(shownText).toContain('added 9 files')
  expect(shownText().split('Ada Moreau').length).toBe(2)
  expect(shownText()).toContain('plate_1.csv, plate_2.csv, plate_3.csv')
  expect(shownText()).not.toContain('plate_9.csv')
  ;(await findButton('and 6 more')).click()
  await expect.poll(shownText).toContain('plate_9.csv')
})

test('a public link tells whether it was turned on or off, and each line leads to its moment', async () => {
  const look = vi.fn()
  const off = event(2, { changes: [{ field: 'access_key', before: true, after: false, is_long: false }] })
  const on = event(1, { changes: [{ field: 'access_key', before: false, after: true, is_long: false }] })
  show([off, on], look)
  await expect.poll(shownText).toMatch(/turned the public link off.*turned the public link on/)
  buttonNow('View this version')?.click()
  expect(look).toHaveBeenCalledWith(off)
})

test('restoring is named in words, since fingers see no tooltip', async () => {
  show([event(1, { changes: [{ field: 'title', before: 'Batch 16', after: 'Batch 17', is_long: false }] })])
  await expect.poll(shownText).toContain('Restore previous title')
})

test('changes of category, status and owner show names, below captions as everywhere', async () => {
  givenService({
    'GET /teams/1/experiments_categories': [{ id: 9, title: 'Cell culture', color: 'dfab01' }],
    'GET /teams/1/experiments_status': [{ id: 1, title: 'Running', color: '29aeb9' }],
    'GET /users': [
      { userid: 1, fullname: 'Ada Moreau' },
      { userid: 4, fullname: 'Kenji Tanaka' },
    ],
  })
  const changes = [
    { field: 'category', before: null, after: 9, is_long: false },
    { field: 'status', before: 1, after: 7, is_long: false },
    { field: 'userid', before: 1, after: 4, is_long: false },
  ]
  show([event(1, { changes })])
  await expect.poll(shownText).toMatch(/Category.*empty.*Cell culture/s)
  await expect.poll(shownText).toMatch(/Status.*Running.*removed \(7\)/s)
  await expect.poll(shownText).toMatch(/Owner.*Ada Moreau.*Kenji Tanaka/s)
})
