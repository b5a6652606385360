import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab, type Notebook, PASSWORD } from './harness.ts'

const GRACE = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' }

async function statusWith(notebook: Notebook, credential: string): Promise<number> {
  const headers = credential.includes('=') ? { cookie: credential } : { authorization: credential }
  return (await fetch(`${notebook.address}/api/v2/users/me`, { headers })).status
}

async function newKey(notebook: Notebook, cookie: string, name: string): Promise<string> {
  const { location } = await notebook.call(cookie, 'POST', '/apikeys', { name, canwrite: 1 })
  return location.split('/').pop() ?? ''
}

test('a sysadmin sees the sessions and keys of a person and ends them; the next request with them is refused', async () => {
  const { notebook, cookie, page } = await lab()
  const session = await notebook.join(cookie, GRACE)
  const key = await newKey(notebook, session, 'Freezer monitor')
  const own = await newKey(notebook, cookie, 'Own robot')
  expect(await statusWith(notebook, session)).toBe(200)
  expect(await statusWith(notebook, key)).toBe(200)

  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Manage Grace Hopper' }).click()
  await page.getByRole('menuitem', { name: 'Manage account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account of Grace Hopper' })
  const sessions = dialog.getByRole('list', { name: 'Sessions of Grace Hopper' })
  await sessions.getByText('127.0.0.1').waitFor()
  expect(await sessions.getByRole('listitem').innerText()).toMatch(/Signed in\s.*Seen\s.*Expires\s\S/s)
  const keys = dialog.getByRole('list', { name: 'API keys of Grace Hopper' })
  expect(await keys.getByRole('listitem').innerText()).toMatch(
    /Freezer monitor.*Read and write.*Protein lab.*Created\s/s,
  )

  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  await dialog.getByText('They can sign in again').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'End all sessions' }).click()
  await dialog.getByText('No sessions.').waitFor()
  expect(await statusWith(notebook, session)).toBe(401)
  expect(await statusWith(notebook, key)).toBe(200)

  await dialog.getByRole('button', { name: 'Remove all keys' }).click()
  await dialog.getByText('This cannot be undone').waitFor()
  await dialog.getByRole('button', { name: 'Remove all keys' }).click()
  await dialog.getByText('No keys.').waitFor()
  expect(await statusWith(notebook, key)).toBe(401)

  expect(await statusWith(notebook, cookie)).toBe(200)
  expect(await statusWith(notebook, own)).toBe(200)
})

test('at the own account the session of the page stays', async () => {
  const { notebook, page } = await lab()
  const other = await notebook.signIn()
  await page.goto('/admin/users')
  await page.getByRole('button', { name: 'Manage Ada Moreau' }).click()
  await page.getByRole('menuitem', { name: 'Manage account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Account of Ada Moreau' })
  await dialog.getByRole('button', { name: 'End all other sessions' }).click()
  await dialog.getByRole('button', { name: 'End all other sessions' }).click()
  await page.getByText('Sessions of Ada Moreau ended').waitFor()
  expect(await statusWith(notebook, other)).toBe(401)
  await dialog.getByText('This device', { exact: true }).waitFor()
  expect(await dialog.getByRole('list', { name: 'Sessions of Ada Moreau' }).getByRole('listitem').count()).toBe(1)
})

test('after a change of the password one’s own keys can be removed, too', async () => {
  const { notebook, cookie, page } = await lab()
  const key = await newKey(notebook, cookie, 'Old robot')
  await page.goto('/account/password')
  await page.getByLabel('Current password', { exact: true }).fill(PASSWORD)
  await page.getByLabel('New password', { exact: true }).fill('another rather long line')
  await page.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Your API key still works').waitFor()
  expect(await statusWith(notebook, key)).toBe(200)
  await page.getByRole('button', { name: 'Remove API keys too' }).click()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove API keys too' }).click()
  await page.getByText('API keys removed').waitFor()
  expect(await statusWith(notebook, key)).toBe(401)
  expect(await page.getByText('Your API key still works').count()).toBe(0)
})
