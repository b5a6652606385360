import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lab } from './harness.ts'

/** What a browser says of a file that is gone. */
const GONE = /status of 404|dynamically imported module|net::ERR_/
/** The panel with an entry's history is loaded when it is first opened. */
const PART = /\/assets\/TimelinePanel-[^/]+\.js$/

const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main text' })

/** An open page whose service has been updated meanwhile: `isGone` says whether a part still has its old name. */
async function openOldPage(isGone: (loads: number) => boolean) {
  const one = await lab({ expected: GONE })
  const { notebook, cookie, page } = one
  const id = await notebook.experiment(cookie, { title: 'Typing' })
  let loads = 0
  page.on('load', () => {
    loads += 1
  })
  await page.goto(`/experiments/${id}`)
  await page.route(PART, (route) => (isGone(loads) ? route.fulfill({ status: 404 }) : route.continue()))
  return { ...one, id, loads: () => loads }
}

test('a page that asks for a part of an older build loads itself again, once, and keeps what was typed', async () => {
  const { page, loads } = await openOldPage((loads) => loads < 2)
  await page.route('**/api/v2/experiments/*', (route) =>
    route.request().method() === 'PATCH' && loads() < 2 ? route.abort() : route.continue(),
  )
  await mainText(page).click()
  await page.keyboard.type('not saved yet')
  await page.getByText('Offline, kept on this device').waitFor()

  await page.getByRole('button', { name: 'History' }).click()

  await expect.poll(loads).toBe(2)
  await expect.poll(() => mainText(page).innerText()).toBe('not saved yet')
  await page.getByText(/^Saved/).waitFor()
  await page.getByRole('button', { name: 'History' }).click()
  await page.getByRole('complementary', { name: 'History' }).waitFor()
  expect(loads()).toBe(2)
})

test('a part that does not come after that either is no reason to load for ever', async () => {
  const { page, loads } = await openOldPage(() => true)
  await page.getByRole('button', { name: 'History' }).click()
  await expect.poll(loads).toBe(2)
  await page.getByRole('button', { name: 'History' }).click()

  await page.getByRole('heading', { name: 'Something went wrong' }).waitFor()
  expect(loads()).toBe(2)
})
