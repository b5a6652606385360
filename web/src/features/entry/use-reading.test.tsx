import type { Entity } from '@aliquot/contract/entities'
import { Suspense } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { findButton, press, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { EntryBanner } from './EntryBanner.tsx'
import { useReading } from './use-reading.ts'

const NOBODY = JSON.stringify({ base: 20, teams: [], teamgroups: [], users: [] })

const KENJIS = {
  ...{ type: 'experiments', id: 3, state: 1, locked: 0, lockedby: null, team: 1, userid: 2, fullname: 'Kenji Tanaka' },
  ...{ canwrite_base: 20, canwrite: NOBODY },
} as unknown as Entity

function Page({ entry }: { entry: Entity }) {
  const { rights, allRights, edit } = useReading(entry, 'This experiment')
  return (
    <article>
      <textarea aria-label="Main text" data-main-text readOnly={rights.isReadOnly} />
      <p>{rights.isReadOnly ? 'reading' : 'writing'}</p>
      <p>{allRights.isReadOnly ? 'may read' : 'may write'}</p>
      <EntryBanner entry={entry} rights={rights} actions={[]} edit={edit} />
    </article>
  )
}

function show(entry: Entity) {
  showPage(
    <Suspense>
      <Page entry={entry} />
    </Suspense>,
  )
}

beforeEach(() => {
  const teams = [{ id: 1, is_admin: 1 }]
  givenService({ 'GET /session': { userid: 1, team: 1, teams, is_admin: 1, can_write: 1 } })
})

test('an admin reads the entry of somebody else, and edits it after a button or a key', async () => {
  show(KENJIS)
  await expect.poll(shownText).toContain('readingmay write')
  expect(shownText()).toContain('By Kenji Tanaka. You can edit it as an admin.')
  ;(await findButton('Edit')).click()
  await expect.poll(shownText).toBe('writingmay write')
  await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Main text')
})

test('the key E starts editing', async () => {
  show(KENJIS)
  await expect.poll(shownText).toContain('reading')
  press(document.body, 'e')
  await expect.poll(shownText).toBe('writingmay write')
})

test.each([
  ['of one’s own', { userid: 1 }],
  ['that the team may edit', { canwrite_base: 30 }],
  ['shared with the admin', { canwrite: JSON.stringify({ base: 20, teams: [], teamgroups: [], users: [1] }) }],
])('an entry %s opens for writing at once', async (_, given) => {
  show({ ...KENJIS, ...given } as Entity)
  await expect.poll(shownText).toBe('writingmay write')
})
