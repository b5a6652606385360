import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { slow } from '../server/test/elabftw/faults.ts'
import { inventedLab } from '../server/test/elabftw/invented-lab.ts'
import { startLabServer } from '../server/test/elabftw/server.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'

/** The form for a new move. Moves that wait for a key have a field of that name, too. */
const newMove = (page: Page) => page.locator('form').filter({ has: page.getByLabel('Address of the other server') })

/** Types the address and these keys, and looks. */
async function look(page: Page, from: string, keys: readonly string[]): Promise<void> {
  const form = newMove(page)
  await form.getByLabel('Address of the other server').fill(from)
  for (const [index, key] of keys.entries()) {
    if (index > 0) await form.getByRole('button', { name: 'Add another key' }).click()
    await form.getByLabel(index === 0 ? 'API key' : `API key ${index + 1}`, { exact: true }).fill(key)
  }
  await form.getByRole('button', { name: 'Look first' }).click()
}

test('another server is looked at, moves in, and later brings what changed since', async () => {
  const { page } = await lab()
  const server = await startLabServer(inventedLab({ experiments: 9, items: 2 }))
  const { admin = '', member = '' } = server.lab.keys

  await page.goto('/experiments')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('move in')
  await page.getByRole('option', { name: /^Move in from another server/ }).click()
  await page.getByRole('heading', { name: 'Move in', level: 2 }).waitFor()
  expect(await findBarriers(page)).toEqual([])

  await look(page, server.url, [admin, member])
  const move = page.getByRole('article', { name: server.url })
  await move.getByText('Ready to move in').waitFor()
  await move.getByText('9 will come').waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  // Nothing of the keys stays on the page.
  expect(await newMove(page).getByLabel('API key', { exact: true }).inputValue()).toBe('')
  expect(await page.content()).not.toContain(admin)

  await move.getByRole('button', { name: 'Move in' }).click()
  await move.getByText('Moved in').waitFor()
  await move.getByText('9 new').waitFor()
  expect(await findBarriers(page)).toEqual([])

  server.lab.edit('experiments', 2, { title: 'Repeated on Monday' })
  await move.getByRole('button', { name: 'Bring what changed since' }).click()
  await move.getByText('1 updated').waitFor()

  // It is still there after a reload.
  await page.reload()
  await move.getByText('1 updated').waitFor()
})

test('a run is stopped, and after a restart the service asks for the keys and goes on', async () => {
  const { page, notebook } = await lab({ isAlone: true, expected: /Failed to load|ERR_|50\d/ })
  const server = await startLabServer(inventedLab({ experiments: 30, items: 1 }))
  server.fault = () => slow(150)
  const { admin = '' } = server.lab.keys
  await page.goto('/admin/move-in')
  await look(page, server.url, [admin])
  const move = page.getByRole('article', { name: server.url })
  await move.getByRole('button', { name: 'Stop' }).click()
  await move.getByText('Stopped').waitFor()
  server.fault = () => undefined
  await move.getByRole('button', { name: 'Continue' }).click()
  await move.getByText('Ready to move in').waitFor()

  server.fault = ({ url }) => (/\/experiments\/\d+$/.test(url) ? slow(400) : undefined)
  await move.getByRole('button', { name: 'Move in' }).click()
  await expect
    .poll(() => server.requests.filter(({ url }) => /\/experiments\/\d+$/.test(url)).length)
    .toBeGreaterThan(6)
  await notebook.kill()
  await notebook.start()
  server.fault = () => undefined
  await page.reload()
  await move.getByText('Interrupted').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await move.getByLabel('API key', { exact: true }).fill(admin)
  await move.getByRole('button', { name: 'Continue' }).click()
  await move.getByText('Moved in').waitFor()
})

test('a server that is none, or a wrong key, is told', async () => {
  const { page } = await lab({ expected: /status of 400/ })
  const server = await startLabServer(inventedLab())
  await page.goto('/admin/move-in')
  await look(page, server.url, ['nonsense'])
  await page.getByRole('article', { name: server.url }).getByRole('alert').waitFor()
  await look(page, 'ftp://example.org', ['nonsense'])
  await page.getByLabel('Address of the other server').and(page.locator('[aria-invalid=true]')).waitFor()
})
