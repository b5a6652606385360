import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { useSyncExternalStore } from 'react'
import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { noteSession } from '../../api/known-session.ts'
import { queryClient } from '../../api/query-client.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { liveFields, shownEntry } from '../saving/live-fields.ts'
import { TagsField } from './TagsField.tsx'

function tagsNow(): string[] {
  return shownEntry(3).tags_decoded.map(({ tag }) => tag)
}

test('a tag that a finger removed by mistake comes back', async () => {
  givenService({ 'GET /session': { userid: 1 } })
  noteSession({ userid: 1 } as Session)
  const entry = {
    ...{ type: 'experiments', id: 3, title: 'Elution' },
    tags_decoded: [
      { id: 1, tag: 'GFP' },
      { id: 2, tag: 'gel' },
    ],
  } as unknown as Entity
  queryClient.setQueryData(entryKeys.entry(3), { data: entry, etag: '"1-a"' })
  const live = liveFields(entry, '"1-a"')
  function Page() {
    useSyncExternalStore(live.subscribe, () => live.shown)
    return <TagsField entry={shownEntry(3)} isReadOnly={false} />
  }
  showPage(<Page />)
  await expect.poll(shownText).toContain('GFP')
  document.querySelector<HTMLElement>('.mantine-Pill-remove')?.click()
  expect(tagsNow()).toEqual(['gel'])
  await expect.poll(shownText).toContain('“GFP” removed')
  const undo = [...document.querySelectorAll('button')].find(({ textContent }) => textContent?.startsWith('Undo'))
  undo?.click()
  await expect.poll(() => tagsNow().toSorted()).toEqual(['GFP', 'gel'])
})
