import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { lab, PASSWORD, type Person } from './harness.ts'

// 412 means that an unanswered save did not arrive.
const EXPECTED = /net::ERR_|status of (403|404|412)/
const GRACE: Person = { firstname: 'Grace', lastname: 'Hopper', email: 'grace@example.org' }

/** Grace has edited an entry of Ada offline. */
async function writtenOffline() {
  const one = await lab({ expected: EXPECTED })
  const { notebook, cookie, page } = one
  const id = await notebook.experiment(cookie, { title: 'Yield of batch 17', canread_base: 40, canwrite_base: 40 })
  const { id: userid } = await notebook.call(cookie, 'POST', '/users', GRACE)
  const { location } = await notebook.call(cookie, 'POST', `/users/${userid}/password_link`, {})
  await page.context().clearCookies()
  await page.goto(location)
  await page.getByLabel('New password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Set password and sign in' }).click()
  await page.getByRole('button', { name: /Grace Hopper/ }).waitFor()
  await page.goto(`/experiments/${id}`)
  await page.getByRole('textbox', { name: 'Main text' }).click()
  await page.context().setOffline(true)
  await page.keyboard.type('written in the cold room')
  await page.getByText('Offline, kept on this device').waitFor()
  const change = (fields: object) => notebook.call(cookie, 'PATCH', `/experiments/${id}`, fields)
  const stored = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  return { ...one, id, change, stored }
}

test('text for an entry that one may not open any more is copied, discarded and brought back', async () => {
  const { page, id, change, stored } = await writtenOffline()
  await change({ canread_base: 10, canwrite_base: 10 })
  await page.context().setOffline(false)
  await page.goto('/')
  await page.getByText('Not saved yet').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: /Yield of batch 17/ }).click()
  await page.getByRole('heading', { name: 'You do not have access to this experiment' }).waitFor()
  await page.getByText('written in the cold room').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Copy text' }).click()
  await expect.poll(() => page.evaluate('navigator.clipboard.readText()')).toContain('written in the cold room')
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('written in the cold room').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('written in the cold room').waitFor()

  await page.goto('/')
  await page.getByRole('button', { name: 'Discard unsaved text of “Yield of batch 17”' }).click()
  await page.getByText('Not saved yet').waitFor({ state: 'hidden' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Not saved yet').waitFor()
  // It is complete, and is sent as soon as she may write again.
  await change({ canread_base: 40, canwrite_base: 40 })
  await page.goto(`/experiments/${id}`)
  await expect.poll(stored).toContain('written in the cold room')
  await page.getByRole('textbox', { name: 'Main text' }).getByText('written in the cold room').waitFor()
  await page.getByText(/^Saved/).waitFor()
  await requireNothingKept(page)
})

test('text for an entry that one may only read any more is discarded where it stands', async () => {
  const { page, id, change } = await writtenOffline()
  await change({ canwrite_base: 10, body: '<p>as Ada has it</p>' })
  await page.context().setOffline(false)
  await page.goto(`/experiments/${id}`)
  await page.getByRole('button', { name: 'Discard' }).click()
  await page.getByText('as Ada has it').waitFor()
  await page.getByText('written in the cold room').waitFor({ state: 'hidden' })
  await requireNothingKept(page)
})

/** The dashboard shows no unsaved text. */
async function requireNothingKept(page: Page): Promise<void> {
  await page.goto('/')
  await page.getByRole('link', { name: /Yield of batch 17/ }).waitFor()
  expect(await page.getByText('Not saved yet').count()).toBe(0)
}
