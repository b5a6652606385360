import type { AuditEvent } from '@aliquot/contract/audit'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { EventRow } from './EventRow.tsx'

const EVENT: AuditEvent = {
  ...{ id: 7, at: '2026-11-16 10:15:40', userid: 1, fullname: 'Ada Moreau', via: 'session:3', address: '' },
  ...{ subject: 'entity', subject_id: 616, entity_id: 616, entity_type: 'experiments', entity_title: 'Elution of GFP' },
  ...{ verb: 'updated', changes: null, reason: null },
  fields: 'title,canread,canread_base,canwrite_base,book_max_slots',
}

test('an event names what changed in words, each once, with the exact time', async () => {
  showPage(<EventRow event={EVENT} />)
  await expect.poll(shownText).toContain('title, view access, edit access, book max slots')
  expect(shownText()).toContain('Ada Moreau · changed · Experiment Elution of GFP')
  expect(shownText()).toMatch(/Nov(ember)? 16, 2026.*10:15:40/)
  expect(document.querySelector('a')?.getAttribute('href')).toBe('/experiments/616')
})

test('an event tells its means in words, and a new entry without the names of all its fields', async () => {
  showPage(<EventRow event={{ ...EVENT, verb: 'created' }} />)
  await expect.poll(shownText).toContain('created · Experiment Elution of GFPWeb session 3')
  expect(shownText()).not.toContain('view access')
  showPage(<EventRow event={{ ...EVENT, via: 'cli', fields: 'action_done' }} />)
  await expect.poll(shownText).toContain('Command linerequest completed')
})

test('an entry that one may not read is named by its number, without a link', async () => {
  showPage(<EventRow event={{ ...EVENT, subject: 'comment', subject_id: 9, entity_title: null }} />)
  await expect.poll(shownText).toContain('changed · Comment 9 · Experiment 616')
  expect(document.querySelector('a')).toBeNull()
})
