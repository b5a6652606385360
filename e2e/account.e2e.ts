import { expect, test } from 'vitest'
import { ADA, lab, visit } from './harness.ts'

test('a key is made in three steps, shown once, and works', async () => {
  const { notebook, page } = await lab()
  await page.goto('/account/keys')
  await page.getByLabel('Name', { exact: true }).fill('Balance')
  await page.getByText('Read and write', { exact: true }).click()
  await page.getByRole('button', { name: 'Create key' }).click()

  await page.getByRole('heading', { name: 'Your new key' }).waitFor()
  await page.getByRole('button', { name: 'Copy: Key' }).click()
  const key = await page.evaluate<string>('navigator.clipboard.readText()')
  expect((await notebook.call(key, 'POST', '/experiments', {})).id).toBeGreaterThan(0)
  const line = await page.getByText(/^curl /).textContent()
  expect(line).toContain(`${notebook.address}/api/v2/`)
  expect(line).toContain(key)

  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'API keys' }).getByText('Balance').waitFor()
  expect(await page.content()).not.toContain(key)
  await page.reload()
  await page.getByRole('list', { name: 'API keys' }).getByText('Balance').waitFor()
  expect(await page.content()).not.toContain(key)
})

test('a deleted key can be kept after all, and is gone when it is not', async () => {
  const { notebook, cookie, page } = await lab()
  const names = async () =>
    (await notebook.call<{ name: string }[]>(cookie, 'GET', '/apikeys')).data.map((key) => key.name)
  await notebook.call(cookie, 'POST', '/apikeys', { name: 'Old robot' })
  await page.goto('/account/keys')
  await page.getByRole('button', { name: 'Delete key Old robot' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Delete key Old robot' }).waitFor()
  expect(await names()).toContain('Old robot')

  await page.getByRole('button', { name: 'Delete key Old robot' }).click()
  await page.getByRole('region', { name: 'Notifications' }).getByRole('button', { name: 'Close' }).click()
  await expect.poll(names).not.toContain('Old robot')
})

test('other sessions are listed and can be ended', async () => {
  const { notebook, page } = await lab()
  const other = await visit(notebook, { as: ADA, expected: /status of 401/ })
  await other.goto('/experiments')
  await page.goto('/account/sessions')
  await page.getByText('This device').waitFor()
  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await page.getByText('All other sessions signed out').waitFor()
  await other.reload()
  await other.waitForURL('**/sign-in**')
  await page.reload()
  await page.getByText('This device').waitFor()
})
