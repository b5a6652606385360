import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { ADA, type Lab, lab, type Notebook, PASSWORD, visit } from './harness.ts'

/** What a browser says of a service that is away. */
const AWAY = /net::ERR_|status of (401|412|503)/
/** Twenty keys a second: a fast typist. */
const PACE = { delay: 50 }

const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main text' })

/** `w001 w002 …`: a missing, doubled or displaced character shows. */
function words(count: number, letter = 'w'): string {
  return Array.from({ length: count }, (_, n) => `${letter}${String(n + 1).padStart(3, '0')}`).join(' ')
}

async function storedText(notebook: Notebook, cookie: string, id: number): Promise<string> {
  const { data } = await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)
  return data.body
    .replace(/<\/p>/g, '\n')
    .replace(/<[^>]+>/g, '')
    .trim()
}

async function openEntry(one: Lab, body = ''): Promise<{ id: number; loads: () => number }> {
  const id = await one.notebook.experiment(one.cookie, { title: 'Typing', body })
  await one.page.goto(`/experiments/${id}`)
  await mainText(one.page).click()
  let loads = 0
  one.page.on('load', () => {
    loads += 1
  })
  return { id, loads: () => loads }
}

test('the service is killed ten times under somebody who types: nothing is lost', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id, loads } = await openEntry(one)
  const text = words(100)
  let isTyping = true
  const typing = page.keyboard.type(text, PACE).then(() => {
    isTyping = false
  })
  let kills = 0
  while (kills < 10) {
    await notebook.kill()
    kills += 1
    await page.waitForTimeout(300)
    await notebook.start()
    await page.waitForTimeout(isTyping ? 400 : 0)
  }
  await typing

  await expect.poll(() => storedText(notebook, cookie, id), { timeout: 40_000 }).toBe(text)
  expect(await mainText(page).innerText()).toBe(text)
  expect(loads()).toBe(0)
}, 120_000)

test('what is typed without a network is kept, shown as such, and sent when it is back', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id, loads } = await openEntry(one)
  await page.context().setOffline(true)
  const text = words(30)
  await page.keyboard.type(text, PACE)
  await page.getByText('Offline, kept on this device').waitFor()
  expect(await storedText(notebook, cookie, id)).toBe('')
  await page.context().setOffline(false)
  await expect.poll(() => storedText(notebook, cookie, id), { timeout: 40_000 }).toBe(text)
  await page.getByText(/^Saved/).waitFor()
  expect(loads()).toBe(0)
})

test('what was typed without a network comes back after the page was closed', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id } = await openEntry(one)
  await page.context().setOffline(true)
  await page.keyboard.type('typed in the cold room', PACE)
  await page.getByText('Offline, kept on this device').waitFor()
  await page.close()
  await page.context().setOffline(false)
  const again = await page.context().newPage()
  await again.goto('/')
  await again.getByText('Not saved yet').waitFor()
  await again.goto(`/experiments/${id}`)
  await expect.poll(() => mainText(again).innerText()).toContain('typed in the cold room')
  await expect.poll(() => storedText(notebook, cookie, id)).toBe('typed in the cold room')
})

test('a reload right after typing loses nothing', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id } = await openEntry(one)
  await page.keyboard.type('the last words', PACE)
  await page.reload()
  await expect.poll(() => mainText(page).innerText()).toBe('the last words')
  await expect.poll(() => storedText(notebook, cookie, id)).toBe('the last words')
})

test('two browsers write in one entry at the same time: both texts are kept', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, cookie, page } = one
  const { id, loads } = await openEntry(one, '<p>first:</p><p>second:</p>')
  const other = await visit(notebook, { as: ADA, expected: AWAY })
  await other.goto(`/experiments/${id}`)
  await mainText(page).getByText('first:').click()
  await page.keyboard.press('End')
  await mainText(other).getByText('second:').click()
  await other.keyboard.press('End')

  await Promise.all([page.keyboard.type(words(30, 'a'), PACE), other.keyboard.type(words(30, 'b'), PACE)])

  const both = `first:${words(30, 'a')}\nsecond:${words(30, 'b')}`
  await expect.poll(() => storedText(notebook, cookie, id), { timeout: 30_000 }).toBe(both)
  expect(loads()).toBe(0)
})

test('a session that ends while somebody types is renewed over the page, and no character is lost', async () => {
  const one = await lab({ expected: AWAY })
  const { notebook, page } = one
  const { id, loads } = await openEntry(one)
  const text = words(40)
  const typing = page.keyboard.type(text, PACE)
  const fresh = await notebook.signIn()
  await notebook.call(fresh, 'DELETE', '/sessions')
  await typing

  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await dialog.waitFor()
  await dialog.getByLabel('Password', { exact: true }).fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Go on' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expect.poll(() => storedText(notebook, fresh, id), { timeout: 20_000 }).toBe(text)
  expect(await mainText(page).innerText()).toBe(text)
  expect(loads()).toBe(0)
})
