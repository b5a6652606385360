import type { Entity } from '@aliquot/contract/entities'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { press, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { queryClient } from '../../api/query-client.ts'
import { type Command, useAllCommands } from '../../ui/keys/commands.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { liveFields, shownEntry } from '../saving/live-fields.ts'
import { useSession } from '../session/session.queries.ts'
import { useEntryCommands } from './use-entry-commands.ts'

const ADA = { userid: 1, fullname: 'Ada Moreau', team: 1, teams: [] }
const entry = {
  ...{ type: 'experiments', id: 3, title: 'Elution', date: '2026-11-16', status: 1, category: null },
  tags_decoded: [{ id: 1, tag: 'gfp', is_favorite: false }],
} as unknown as Entity

const LABELS = [
  { id: 1, title: 'Running', color: '29AEB9' },
  { id: 2, title: 'Success', color: '54AA08' },
]

let commands: readonly Command[] = []

function Page() {
  useSession()
  useEntryCommands(entry, false, [])
  commands = useAllCommands()
  return <p>ready</p>
}

/** What the second level of a command offers. */
async function choicesOf(label: string, typed = '') {
  return (await commands.find((command) => command.label === label)?.choices?.(typed)) ?? []
}

async function open() {
  commands = []
  givenService({
    'GET /session': ADA,
    'GET /teams/1/experiments_status': LABELS,
    'GET /teams/current/tags': [{ tag: 'gfp' }, { tag: 'gel' }] as object,
  })
  queryClient.setQueryData(entryKeys.entry(3), { data: entry, etag: '"1-a"' })
  showPage(
    <Suspense>
      <Page />
    </Suspense>,
  )
  await expect.poll(shownText).toContain('ready')
  await expect.poll(() => commands.length).toBeGreaterThan(0)
  liveFields(entry, '"1-a"').saver.giveUp()
}

test('a status is set from the palette, with undo', async () => {
  await open()
  const choices = await choicesOf('Set status…')
  expect(choices.map(({ label, isSet }) => [label, isSet])).toEqual([
    ['Running', true],
    ['Success', false],
    ['None', false],
  ])
  choices[1]?.run()
  expect(shownEntry(3).status).toBe(2)
  await expect.poll(shownText).toContain('Status: Success')
  press(document.body, 'z')
  await expect.poll(() => shownEntry(3).status).toBe(1)
})

test('a tag is chosen or made, and one that is set already is not offered', async () => {
  await open()
  const choices = await choicesOf('Add tag…', 'ge')
  expect(choices.map(({ label }) => label)).toEqual(['gel', 'New tag “ge”'])
  choices[0]?.run()
  expect(shownEntry(3).tags_decoded.map(({ tag }) => tag)).toEqual(['gfp', 'gel'])
  await expect.poll(shownText).toContain('Tagged “gel”')
  press(document.body, 'z')
  await expect.poll(() => shownEntry(3).tags_decoded.length).toBe(1)
})

test('a date is one of these days, or typed', async () => {
  await open()
  expect((await choicesOf('Set date…')).map(({ label }) => label.split(',')[0])).toEqual([
    'Today',
    'Yesterday',
    'Tomorrow',
  ])
  const [typed] = await choicesOf('Set date…', '2026-11-02')
  typed?.run()
  expect(shownEntry(3).date).toBe('2026-11-02')
})
