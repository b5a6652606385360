import type { StoredExport } from '@aliquot/contract/stored-exports'
import { expect, test } from 'vitest'
import { findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { ExportChoices } from './ExportChoices.tsx'
import { StoredExportRow } from './StoredExportRow.tsx'

const READY: StoredExport = {
  ...{ id: 7, requester_userid: 1, team: 1, state: 1, format: 'zippdf', query: null, error: null, failure: null },
  ...{ experiments: 1, items: 1, experiments_templates: 0, items_types: 0, changelog: 0, json: 1, pdfa: 0 },
  ...{ done: 1240, total: 1240, real_name: 'export-2026-03-02_10-15-40.zip', long_name: 'x.zip', filesize: 2_000_000 },
  ...{ hash: 'a', hash_algo: 'sha256', created_at: '2026-03-02 10:15:40', modified_at: '2026-03-02 10:16:00' },
  expires_at: '2026-03-09 10:16:00',
}

test('an export that is ready has a file, and is removed only after a question', async () => {
  const service = givenService({ 'DELETE /exports/7': new Response(null, { status: 204 }), 'GET /exports': [] })
  showPage(<StoredExportRow record={READY} />)
  await expect.poll(shownText).toContain('1,240 entries')
  expect(shownText()).toContain('ZIP archive with PDFs')
  for (const words of ['Your experiments', 'Your resources', 'Expires']) expect(shownText()).toContain(words)
  const link = document.querySelector('a')
  expect(link?.getAttribute('href')).toBe('/api/v2/exports/7/download')
  ;(await findButton('Remove: ZIP archive with PDFs')).click()
  await expect.poll(shownText).toContain('Remove this export and its file?')
  expect(service.asked).toEqual([])
  ;(await findButton('Keep')).click()
  ;(await findButton('Remove: ZIP archive with PDFs')).click()
  ;(await findButton('Remove')).click()
  await expect.poll(() => service.asked).toContain('DELETE /exports/7')
})

test('one that failed says why, and one that runs how far it is', async () => {
  givenService()
  const none = { real_name: null, long_name: null, filesize: null, hash: null }
  const failure = { code: 507, message: 'The disk is full', reason: 'upload.disk_nearly_full' }
  showPage(
    <ul>
      <StoredExportRow record={{ ...READY, ...none, id: 8, state: 6, error: 'The disk is full', failure }} />
      <StoredExportRow record={{ ...READY, ...none, id: 9, state: 5, done: 12 }} />
    </ul>,
  )
  await expect.poll(shownText).toContain('The disk is full')
  expect(shownText()).toContain('12 of 1,240 entries')
  expect(document.querySelector('a')).toBeNull()
})

test('a list is exported in the background with its filters; files of an entry are not', async () => {
  const asked: unknown[] = []
  const answer = async (request: Request) => {
    asked.push(await request.json())
    return new Response(null, { status: 201, headers: { location: '/api/v2/exports/3' } })
  }
  givenService({ 'POST /exports': answer, 'GET /exports': [] })
  const exported = { path: '/items', query: { scope: 2, tags: ['a', 'b'] }, name: 'items', unit: 'entries' } as const
  showPage(<ExportChoices exported={exported} close={() => {}} />)
  await expect.poll(shownText).toContain('Prepare in the background')
  document.querySelector<HTMLInputElement>('input[type=checkbox]')?.click()
  for (const button of document.querySelectorAll<HTMLElement>('button')) {
    if (button.textContent?.startsWith('ZIP archive')) button.click()
  }
  await expect
    .poll(() => asked)
    .toEqual([{ format: 'zip', items: 'on', json: 'on', query: 'scope=2&tags%5B%5D=a&tags%5B%5D=b' }])
})

test('the files of an entry come at once', async () => {
  givenService()
  showPage(<ExportChoices exported={{ path: '/experiments/3/uploads', name: 'gel', unit: 'files' }} close={() => {}} />)
  await expect.poll(shownText).toContain('ZIP archive')
  expect(shownText()).not.toContain('Prepare in the background')
})
