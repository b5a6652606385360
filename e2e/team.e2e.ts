import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab, visit } from './harness.ts'

test('a new member is invited by a link, sets a password with it, and is in', async () => {
  const { notebook, page } = await lab()
  await page.goto('/team')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByLabel('First name').fill('Grace')
  await page.getByLabel('Last name').fill('Hopper')
  await page.getByLabel('E-mail').fill('grace@example.org')
  await page.getByRole('button', { name: 'Invite' }).click()
  await page.getByRole('heading', { name: 'Send this link to Grace Hopper' }).waitFor()
  const link = (await page.locator('code').textContent()) ?? ''
  expect(link.startsWith(`${notebook.address}/set-password?token=`)).toBe(true)
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'Members' }).getByText('Invited').waitFor()
  expect(await page.content()).not.toContain(link.slice(-43))

  const guest = await visit(notebook, { expected: /status of 40[03]/ })
  await guest.goto(link)
  await guest.getByLabel('New password').fill('password1234')
  await guest.getByRole('button', { name: 'Set password and sign in' }).click()
  await guest.getByText('too easy to guess').waitFor()
  expect(guest.url()).not.toContain('token')
  await guest.getByLabel('New password').fill('my own quite long line')
  await guest.getByRole('button', { name: 'Set password and sign in' }).click()
  await guest.waitForURL((url) => url.pathname === '/')
  await guest.getByRole('button', { name: /Grace Hopper/ }).waitFor()

  await guest.goto(link)
  await guest.getByLabel('New password').fill('my own quite long line')
  await guest.getByRole('button', { name: 'Set password and sign in' }).click()
  await guest.getByRole('heading', { name: 'This link no longer works' }).waitFor()
})

test('a member becomes admin, is archived, and comes back by undo', async () => {
  const { notebook, cookie, page } = await lab()
  const grace = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const { id } = await notebook.call(cookie, 'POST', '/users', grace)
  const place = async () => (await notebook.call<{ teams: object[] }>(cookie, 'GET', `/users/${id}`)).data.teams[0]
  const choose = async (item: string) => {
    await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
    await page.getByRole('menuitem', { name: item }).click()
  }
  await page.goto('/team')
  await choose('Make admin')
  await page.getByText('Grace Hopper is an admin now').waitFor()
  expect(await place()).toMatchObject({ is_admin: 1 })
  await choose('Archive')
  await page.getByRole('list', { name: 'Archived' }).getByText('Grace Hopper').waitFor()
  await page.getByText(/^Archived Grace Hopper/).waitFor()
  expect(await place()).toMatchObject({ is_archived: 1 })
  await page.keyboard.press('z')
  await page.getByRole('list', { name: 'Members' }).getByText('Grace Hopper').waitFor()
  await expect.poll(place).toMatchObject({ is_archived: 0 })
})

test('a sysadmin finds out who made a key, and takes the trail along', async () => {
  const { notebook, cookie, page } = await lab()
  await notebook.call(cookie, 'POST', '/apikeys', { name: '=Robot' })
  await notebook.call(cookie, 'POST', '/teams', { name: 'Physics' })
  await page.goto('/admin/teams')
  await page.getByRole('list', { name: 'Teams' }).getByText('Physics').waitFor()
  await page.goto('/admin/audit')
  await page.getByLabel('About').selectOption('apikey')
  await page.getByRole('searchbox', { name: 'Words' }).fill('robot')
  const trail = page.getByRole('list', { name: 'Audit trail' })
  await expect.poll(() => trail.getByRole('listitem').count()).toBe(1)
  expect(await trail.textContent()).toContain('Ada Moreau · created · API key')
  await trail.getByText('name, userid, team, can_write').click()
  await trail.getByText('=Robot').waitFor()
  expect(await findBarriers(page)).toEqual([])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Export as CSV' }).click(),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trimEnd().split('\r\n')
  expect(lines).toHaveLength(2)
  await page.goto('/admin/health')
  await page.getByRole('list', { name: 'Health' }).getByText('SQLite').waitFor()
})

test('who is no admin is led to none of this', async () => {
  const { notebook, cookie } = await lab()
  const grace = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }
  const { id } = await notebook.call(cookie, 'POST', '/users', grace)
  const password = 'a fairly long sentence'
  await notebook.call(cookie, 'PATCH', `/users/${id}`, { action: 'updatepassword', password })
  const page = await visit(notebook, { as: grace })
  await page.goto('/')
  await page.getByRole('navigation').getByText('Experiments').first().waitFor()
  expect(await page.getByRole('link', { name: 'Team', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Administration' }).count()).toBe(0)
  await page.goto('/team')
  await page.getByText('managed by the admins of the team').waitFor()
  await page.goto('/admin')
  await page.getByText('Only system administrators').waitFor()
})
