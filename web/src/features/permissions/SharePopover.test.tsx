import type { Entity } from '@aliquot/contract/entities'
import type { Session } from '@aliquot/contract/session'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { findButton, findField, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { useAllCommands } from '../../ui/keys/commands.ts'
import { SharePopover } from './SharePopover.tsx'

const ADA: Partial<Session> = { userid: 1, fullname: 'Ada Love', team: 1, is_admin: 1, is_sysadmin: 0, timezone: 'UTC' }
const NOBODY = '{"users":[],"teams":[],"teamgroups":[]}'
const ENTRY = {
  ...{ id: 7, type: 'experiments', state: 1, userid: 1, fullname: 'Ada Love', team: 1, team_name: 'Okafor lab' },
  ...{ canread_base: 30, canwrite_base: 10, canread: NOBODY, canwrite: NOBODY, access_key: null },
} as unknown as Entity

async function openPopover(name: string, entry: Partial<Entity> = {}, session: Partial<Session> = {}) {
  const patches: unknown[] = []
  givenService({
    'PATCH /experiments/7': async (request: Request) => {
      patches.push(await request.json())
      return { ...ENTRY, ...entry }
    },
    'GET /session': { ...ADA, ...session },
    'GET /teams/1/teamgroups': [],
    'GET /teams': [],
    'GET /users': [
      { userid: 1, fullname: 'Ada Love' },
      { userid: 4, fullname: 'Kenji Tanaka' },
    ],
  })
  showPage(
    <Suspense>
      <SharePopover entry={{ ...ENTRY, ...entry }} isReadOnly={false} />
    </Suspense>,
  )
  const button = await findButton(name)
  button.click()
  return { button, patches }
}

async function linkSwitch(): Promise<HTMLInputElement> {
  await expect.poll(() => document.querySelector('[role="switch"]')).not.toBeNull()
  return document.querySelector('[role="switch"]') as HTMLInputElement
}

/** The second one, below that of the link. */
async function filesSwitch(): Promise<HTMLInputElement> {
  await expect.poll(() => document.querySelectorAll('[role="switch"]').length).toBe(2)
  return document.querySelectorAll('[role="switch"]')[1] as HTMLInputElement
}

const WITH_LINK = 'Share Team + link (Everyone in Okafor lab and anyone with the public link)'

test('the button says Share, and who can see the entry', async () => {
  const { button } = await openPopover('Share Team (Everyone in Okafor lab)')
  expect(button.textContent).toBe('Share Team')
})

test('a public link that works is named in the button and among those who can see the entry', async () => {
  await openPopover(WITH_LINK, { access_key: 'abc' }, { has_share_links: 1 })
  await expect.poll(shownText).toContain('and anyone with the public link.')
})

test('a public link that rests is not', async () => {
  await openPopover('Share Team (Everyone in Okafor lab)', { access_key: 'abc', state: 2 }, { has_share_links: 1 })
  await expect.poll(shownText).toContain('Visible to: Everyone in Okafor lab')
  expect(shownText()).not.toContain('anyone with the public link.')
})

test('the palette has Share, also by other words for it', async () => {
  givenService({ 'GET /session': ADA, 'GET /teams/1/teamgroups': [], 'GET /teams': [], 'GET /users': [] })
  function Palette() {
    return useAllCommands().map(({ id, label, words, run }) => (
      <button key={id} type="button" onClick={run}>{`${label}: ${words}`}</button>
    ))
  }
  showPage(
    <Suspense>
      <Palette />
      <SharePopover entry={ENTRY} isReadOnly={false} />
    </Suspense>,
  )
  ;(await findButton('Share: visibility permissions access link invite')).click()
  await findField('Add people, groups or teams')
})

test('where the instance forbids links, the switch says so and does nothing; a sysadmin gets to the setting', async () => {
  await openPopover('Share Team (Everyone in Okafor lab)', {}, { has_share_links: 0, is_sysadmin: 1 })
  expect((await linkSwitch()).disabled).toBe(true)
  expect(shownText()).toContain('Turned off for this notebook')
  const setting = [...document.querySelectorAll('a')].find(({ textContent }) => textContent === 'Open setting')
  expect(setting?.getAttribute('href')).toBe('/admin/settings')
})

test('a link from before it was forbidden can be turned off, and is not offered for copying', async () => {
  await openPopover('Share Team (Everyone in Okafor lab)', { access_key: 'abc' }, { has_share_links: 0 })
  const link = await linkSwitch()
  expect([link.checked, link.disabled]).toEqual([true, false])
  expect(shownText()).not.toContain('key=abc')
  expect(shownText()).not.toContain('Open setting')
})

test('where links are allowed, the link is there to copy', async () => {
  await openPopover(WITH_LINK, { access_key: 'abc' }, { has_share_links: 1 })
  expect((await linkSwitch()).disabled).toBe(false)
  await findButton('Copy: Public link')
  expect(shownText()).toContain('/share/experiments/7?key=abc')
})

test('files are included in a link only when somebody wants it; the link stays the same', async () => {
  const { patches } = await openPopover(WITH_LINK, { access_key: 'abc' }, { has_share_links: 1 })
  const files = await filesSwitch()
  expect(files.checked).toBe(false)
  files.click()
  await expect.poll(() => patches).toEqual([{ action: 'sharefiles', include: 1 }])
})

test('a link with files says so, and has the same address', async () => {
  await openPopover(WITH_LINK, { access_key: 'abc.files' }, { has_share_links: 1 })
  expect((await filesSwitch()).checked).toBe(true)
  expect(shownText()).toContain('/share/experiments/7?key=abc')
  expect(shownText()).not.toContain('.files')
})

test('Copy link copies the address of the entry itself, not the public link', async () => {
  await openPopover(WITH_LINK, { access_key: 'abc' }, { has_share_links: 1 })
  const button = await findButton('Copy link')
  expect(shownText()).toContain('Opens only for people who can view this entry.')
  button.click()
  await findButton('Copied')
  expect(await navigator.clipboard.readText()).toBe(new URL('/experiments/7', location.href).href)
})

test('the address of the entry is there as a QR code when somebody wants it', async () => {
  await openPopover('Share Team (Everyone in Okafor lab)')
  const button = await findButton('QR code')
  expect(document.querySelector('svg[role="img"]')).toBeNull()
  button.click()
  await expect.poll(() => document.querySelector('svg[role="img"]')?.getAttribute('aria-label')).toBe('QR code')
})

test('colleagues who see it already are offered the right to edit, others the right to view', async () => {
  await openPopover('Share Team (Everyone in Okafor lab)')
  expect((await findField('Access')).value).toBe('change')
})

test('a private entry is offered for viewing first', async () => {
  await openPopover('Share Private (Only you)', { canread_base: 10 })
  expect((await findField('Access')).value).toBe('see')
})

test('each person is named once among those who see it', async () => {
  const shared = '{"users":[4],"teams":[],"teamgroups":[]}'
  await openPopover('Share Team +1 (Everyone in Okafor lab and 1 more)', { canread: shared, canwrite: shared })
  await expect.poll(shownText).toContain('Visible to: Everyone in Okafor lab (Ada Love and Kenji Tanaka).')
})

test('an address that the browser does not copy is shown', async () => {
  await openPopover('Share Team (Everyone in Okafor lab)')
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('not allowed'))
  document.execCommand = () => false
  ;(await findButton('Copy link')).click()
  await expect.poll(() => document.querySelector('[role="alert"]')?.textContent ?? '').toContain('/experiments/7')
})
