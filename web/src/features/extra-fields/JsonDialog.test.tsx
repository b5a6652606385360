import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { useState } from 'react'
import { expect, test, vi } from 'vitest'
import { findButton, findField, press, shownText, showPage, type } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { noteSession } from '../../api/known-session.ts'
import { queryClient } from '../../api/query-client.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { liveFields, shownEntry } from '../saving/live-fields.ts'
import { JsonDialog } from './JsonDialog.tsx'

const METADATA = { extra_fields: { Dose: { type: 'number', value: '4.2' } }, lab: 'B' }
const MORE = { extra_fields: { Dose: { type: 'number', value: '5' }, Kit: { type: 'text', value: '' } } }

async function open({ isReadOnly = false } = {}) {
  givenService()
  noteSession({ userid: 1 } as Session)
  const entry = {
    ...{ type: 'experiments', id: 3, title: 'Elution', tags_decoded: [] },
    metadata_decoded: METADATA,
  } as unknown as Entity
  queryClient.setQueryData(entryKeys.entry(3), { data: entry, etag: '"1-a"' })
  liveFields(entry, '"1-a"').saver.giveUp()
  const close = vi.fn()
  function Page() {
    const [isOpen, setOpen] = useState(true)
    close.mockImplementation(() => setOpen(false))
    return isOpen && <JsonDialog {...{ entry, isReadOnly, close }} />
  }
  showPage(<Page />)
  return { close, field: await findField('Fields as JSON') }
}

test('fields are changed as JSON, with undo', async () => {
  const { close, field } = await open()
  expect(JSON.parse(field.value)).toEqual(METADATA)
  type(field, JSON.stringify(MORE))
  ;(await findButton('Save')).click()
  expect(shownEntry(3).metadata_decoded).toEqual(MORE)
  expect(close).toHaveBeenCalledOnce()
  await expect.poll(shownText).toContain('Fields saved')
  press(document.body, 'z')
  await expect.poll(() => shownEntry(3).metadata_decoded).toEqual(METADATA)
})

test('Ctrl+S saves here too', async () => {
  const { close, field } = await open()
  type(field, JSON.stringify(MORE))
  await expect.poll(() => field.value).toBe(JSON.stringify(MORE))
  press(field, 's', { ctrlKey: true })
  expect(shownEntry(3).metadata_decoded).toEqual(MORE)
  expect(close).toHaveBeenCalledOnce()
})

test.each([
  ['{\n  "a": oops\n}', 'Not valid JSON: Unexpected token'],
  ['[1]', 'Write an object: { … }'],
])('%j is refused, and neither saved nor lost', async (json, message) => {
  const { close, field } = await open()
  type(field, json)
  ;(await findButton('Save')).click()
  await expect.poll(shownText).toContain(message)
  press(field, 'Escape')
  expect(close).not.toHaveBeenCalled()
  expect(field.value).toBe(json)
  expect(shownEntry(3).metadata_decoded).toEqual(METADATA)
})

test('a reader sees it without a way to save', async () => {
  const { field } = await open({ isReadOnly: true })
  expect(field.readOnly).toBe(true)
  expect(shownText()).not.toContain('Save')
})
