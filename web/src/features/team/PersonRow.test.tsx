import type { ListedUser } from '@aliquot/contract/users'
import { Suspense } from 'react'
import { expect, test } from 'vitest'
import { buttonNow, findButton, shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { PersonRow } from './PersonRow.tsx'

const BEN = {
  ...{ userid: 2, fullname: 'Ben Hill', initials: 'BH', email: 'ben@example.org' },
  ...{ has_password: 1, last_login: null },
} as ListedUser

function showRow(person: Partial<ListedUser>, props: Partial<Parameters<typeof PersonRow>[0]> = {}) {
  givenService({ 'GET /session': { userid: 1, team: 1, timezone: 'Europe/Paris' } })
  showPage(
    <Suspense>
      <PersonRow person={{ ...BEN, ...person }} {...props} />
    </Suspense>,
  )
  return expect.poll(shownText).toContain('ben@example.org')
}

test('a colleague has a name and an address, and no mark without a reason', async () => {
  await showRow({})
  expect(shownText()).toBe('BHBen Hillben@example.org')
})

test('oneself is marked', async () => {
  await showRow({ userid: 1 })
  expect(shownText()).toContain('Ben HillYou')
})

test('who has no password yet was invited, besides other reasons not to sign in', async () => {
  await showRow({ has_password: 0 }, { roles: ['Admin'], hindrances: ['Archived'] })
  expect(shownText()).toContain('Ben HillAdminArchivedInvited')
})

test('the last sign-in is a time of the service, in its zone', async () => {
  await showRow({ last_login: '2026-03-02 10:15:40' })
  expect(shownText()).toContain('Signed in')
  expect(document.querySelector('time')?.dateTime).toBe('2026-03-02T09:15:40.000Z')
})

test('without a menu there is nothing to press; a menu is named after its person', async () => {
  await showRow({})
  expect(buttonNow('Manage Ben Hill')).toBeNull()
  await showRow({}, { menu: <p>Archive</p> })
  ;(await findButton('Manage Ben Hill')).click()
  await expect.poll(shownText).toContain('Archive')
})
