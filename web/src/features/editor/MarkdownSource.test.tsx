import type { Entity } from '@aliquot/contract/entities'
import { Suspense, useState } from 'react'
import { expect, test } from 'vitest'
import { findField, press, showPage, type } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { queryClient } from '../../api/query-client.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { MarkdownSource } from './MarkdownSource.tsx'

const NONE = { custom_id: null, status_title: null, status_color: null, modified_at: '2026-11-16 10:00:00' }

async function openSource() {
  const links: string[] = []
  const link = (request: Request) => {
    links.push(new URL(request.url).pathname)
    const headers = { 'x-request-id': 'a1', location: '/api/v2/experiments/1/items_links/6' }
    return new Response(null, { status: 201, headers })
  }
  givenService({
    'GET /session': { userid: 1, fullname: 'Ada Love', team: 1, timezone: 'UTC' },
    'GET /experiments': [{ ...NONE, id: 5, title: 'Buffer [A] "old"', date: '2026-11-16' }] as object,
    'GET /items': [{ ...NONE, id: 6, title: 'Buffer', date: null }] as object,
    'GET /experiments_templates': [] as object,
    'GET /items_types': [] as object,
    'POST /experiments/1/experiments_links/5': link,
    'POST /experiments/1/items_links/6': link,
  })
  const entry = { id: 1, type: 'experiments', title: 'Gel', experiments_links: [], items_links: [] }
  queryClient.setQueryData(entryKeys.entry(1), { data: entry as unknown as Entity, etag: '"1"' })
  const page = document.createElement('div')
  page.id = 'page'
  document.body.append(page)
  function Source() {
    const [body, setBody] = useState('See ')
    const draft = { body, setBody, onReplace: () => () => {} } as unknown as EntryDraft
    return <MarkdownSource entry={{ type: 'experiments', id: 1 }} draft={draft} readOnly={false} />
  }
  showPage(
    <Suspense>
      <Source />
    </Suspense>,
  )
  return { field: await findField('Main text'), links }
}

const options = () => [...document.querySelectorAll('[role=option]')].map(({ textContent }) => textContent)

test('[[ in Markdown offers entries, and inserts a link that links the two entries', async () => {
  const { field, links } = await openSource()
  field.focus()
  type(field, 'See [[buf')
  await expect.poll(() => options().length).toBe(2)
  press(field, 'Enter')
  await expect.poll(() => field.value).toBe('See [Buffer \\[A\\] "old"](/experiments/5 "Buffer [A] \\"old\\"")')
  expect(field.selectionStart).toBe(field.value.length)
  expect(options()).toEqual([])
  await expect.poll(() => links).toEqual(['/api/v2/experiments/1/experiments_links/5'])
})

test('Escape leaves the letters as they are', async () => {
  const { field, links } = await openSource()
  field.focus()
  type(field, 'See [[buf')
  await expect.poll(() => options().length).toBe(2)
  press(field, 'Escape')
  await expect.poll(() => options().length).toBe(0)
  type(field, 'See [[buff')
  await new Promise((resolve) => setTimeout(resolve))
  expect(options()).toEqual([])
  expect([field.value, links]).toEqual(['See [[buff', []])
})

test.each([
  ['in a block of code', '```py\nm = [[buf'],
  ['in code', 'the list `[[buf'],
  ['of an earlier line', 'See [[buf\nand'],
])('[[ %s offers nothing', async (_, text) => {
  const { field } = await openSource()
  field.focus()
  type(field, text)
  await new Promise((resolve) => setTimeout(resolve))
  expect(options()).toEqual([])
  expect(document.querySelector('[role=listbox]')).toBeNull()
})
