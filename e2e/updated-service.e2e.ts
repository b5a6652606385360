import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lab } from './harness.ts'

/** Browser messages about a missing file. */
const GONE = /status of 404|dynamically imported module|net::ERR_/
/** The history panel and the to-do page are loaded when they are first opened. */
const PARTS = /\/assets\/(TimelinePanel|TodoPage)-[^/]+\.js$/

const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main text' })

/** An open page whose service was updated meanwhile. `isGone`: its parts no longer exist under their old names. */
async function openOldPage(isGone: (loads: number) => boolean) {
  const one = await lab({ expected: GONE })
  const { notebook, cookie, page } = one
  const id = await notebook.experiment(cookie, { title: 'Typing' })
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto(`/experiments/${id}`)
  await page.route(PARTS, (route) => (isGone(loads) ? route.fulfill({ status: 404 }) : route.continue()))
  return { ...one, id, loads: () => loads }
}

test('a page that asks for a part of an older build stays as it is, and offers to be loaded again', async () => {
  const { page, loads } = await openOldPage((loads) => loads < 2)
  await page.route('**/api/v2/experiments/*', (route) =>
    route.request().method() === 'PATCH' && loads() < 2 ? route.abort() : route.continue(),
  )
  await mainText(page).click()
  await page.keyboard.type('not saved yet')
  await page.getByText('Offline, kept on this device').waitFor()

  await page.getByRole('button', { name: 'History' }).click()

  const again = page.getByRole('button', { name: 'Reload page' })
  await again.waitFor()
  expect(await mainText(page).innerText()).toBe('not saved yet')
  expect(loads()).toBe(1)
  await again.click()
  await expect.poll(loads).toBe(2)
  await expect.poll(() => mainText(page).innerText()).toBe('not saved yet')
  await page.getByText(/^Saved/).waitFor()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('complementary', { name: 'History' }).waitFor()
})

test('without a network, what has not been loaded yet does not open, and takes nothing of the page along', async () => {
  const { notebook, cookie, page } = await lab({ expected: GONE })
  await page.goto(`/experiments/${await notebook.experiment(cookie, { title: 'In the cold room' })}`)
  await mainText(page).click()
  const message = page.getByText('This needs the network the first time')
  const dismiss = async () => {
    await message.waitFor()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await message.waitFor({ state: 'hidden' })
  }
  await page.context().setOffline(true)
  await page.keyboard.type('typed ')
  await page.keyboard.press('Control+k')
  await message.waitFor()
  await page.keyboard.type('on')
  await dismiss()
  await page.getByRole('button', { name: 'History' }).click()
  await dismiss()
  await page.getByRole('button', { name: 'Ada Moreau' }).click()
  await dismiss()
  await page.getByRole('button', { name: 'Notifications' }).click()
  await dismiss()
  expect(await mainText(page).innerText()).toBe('typed on')

  await page.context().setOffline(false)
  await page.getByText(/^Saved/).waitFor()
  await page.getByRole('button', { name: 'History' }).click()
  const history = page.getByRole('complementary', { name: 'History' })
  await history.waitFor()
  // Its styles loaded too.
  expect(await page.evaluate(`getComputedStyle(document.querySelector('aside[aria-label=History]')).position`)).toBe(
    'sticky',
  )
  await page.keyboard.press('Control+k')
  await page.getByRole('dialog').getByRole('combobox').waitFor()
})

test('a whole page of an older build loads itself again, once', async () => {
  const { page, loads } = await openOldPage(() => true)
  await page.getByRole('link', { name: 'To do', exact: true }).click()
  await expect.poll(loads).toBe(2)
  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  expect(loads()).toBe(2)
})
