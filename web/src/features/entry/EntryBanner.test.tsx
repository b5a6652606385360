import type { Entity } from '@aliquot/contract/entities'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import type { EntryRights } from '../entry-data/entry-rights.ts'
import { EntryBanner } from './EntryBanner.tsx'

const entry = (type: string) => ({ type, id: 3, state: 1, locked: 0 }) as unknown as Entity
const WRITABLE = { isReadOnly: false, canWrite: true } as EntryRights

test('a template says what it is, and an experiment that can be changed needs no banner', async () => {
  givenService({ 'GET /session': { userid: 1, team: 1, teams: [] } })
  showPage(
    <Suspense>
      <p>ready</p>
      <EntryBanner entry={entry('experiments')} rights={WRITABLE} actions={[]} />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('ready')
  expect(document.querySelector('[role=note]')).toBeNull()
  showPage(
    <Suspense>
      <EntryBanner entry={entry('experiments_templates')} rights={WRITABLE} actions={[]} />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('This is a template. Experiments created from it')
})
