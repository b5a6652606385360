import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { lab } from './harness.ts'

/** The messages of a browser and of a page whose service is gone. */
const GONE =
  /Failed to load resource|net::ERR_|Failed to fetch|an unknown error occurred when fetching|The service cannot be reached/

/** The worker has stored the interface and answers for the network. */
async function workerIsThere(page: Page): Promise<void> {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
  await expect.poll(() => page.evaluate('navigator.serviceWorker.controller !== null')).toBe(true)
}

test('without a service the interface opens, and nothing of the API is stored by the worker', async () => {
  const { page, notebook, cookie } = await lab({ hasWorker: true, isAlone: true, expected: GONE })
  const id = await notebook.experiment(cookie, { title: 'In the cold room' })
  await page.goto('/experiments')
  await page.getByRole('link', { name: 'In the cold room' }).waitFor()
  await workerIsThere(page)
  const stored =
    'caches.keys().then((names) => Promise.all(names.map((name) => caches.open(name).then((cache) => cache.keys()))))'
  const addresses = (await page.evaluate(
    `${stored}.then((all) => all.flat().map(({ url }) => new URL(url).pathname))`,
  )) as string[]
  expect(addresses).toContain('/')
  expect(addresses.filter((path) => path.startsWith('/api'))).toEqual([])
  await notebook.kill()
  await page.goto(`/experiments/${id}`)
  await page.getByText('Can’t reach the server').first().waitFor()
  await notebook.start()
  await page.goto(`/experiments/${id}?no-worker`)
  await expect.poll(() => page.evaluate('navigator.serviceWorker.getRegistrations().then((all) => all.length)')).toBe(0)
  await expect.poll(() => page.evaluate('caches.keys()')).toEqual([])
})

test('lists and entries that were seen open without a network, and are gone after the sign-out', async () => {
  const { page, notebook, cookie } = await lab({ hasWorker: true, isAlone: true, expected: GONE })
  const id = await notebook.experiment(cookie, { title: 'In the cold room', body: '<p>4 °C</p>' })
  await page.goto('/experiments')
  await page.getByRole('link', { name: 'In the cold room' }).click()
  await page.getByText('4 °C').waitFor()
  await workerIsThere(page)
  await expect.poll(() => keptAnswers(page)).toContain(`["entries","entry",${id}]`)
  await notebook.kill()
  await page.goto('/experiments')
  await page.getByText(/Offline: as of \d\d:\d\d/).waitFor()
  await page.getByRole('link', { name: 'In the cold room' }).click()
  await page.getByText('4 °C').waitFor()
  // A file of it waits on this device, also after the page has ended.
  const file = { name: 'gel.tif', mimeType: 'image/tiff', buffer: Buffer.from('lanes') }
  await page.getByLabel('Add files').setInputFiles(file)
  await page.getByText('Offline, kept on this device').waitFor()
  await page.reload()
  await page.getByText('Offline, kept on this device').waitFor()

  // A new one is begun, and written on after a reload.
  await page.getByRole('link', { name: 'Go to experiments' }).click()
  await page.getByRole('link', { name: 'In the cold room' }).waitFor()
  await page.keyboard.press('c')
  await page.waitForURL(/\/experiments\/new-/)
  await page.keyboard.type('Begun in the cold room\nAt 4 °C')
  await page.getByText('Offline, kept on this device').waitFor()
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Title' }).inputValue()).toBe('Begun in the cold room')
  await page.goto('/experiments')
  const waiting = page.getByRole('region', { name: 'Waiting for the network' })
  await waiting.getByRole('link', { name: 'Begun in the cold room' }).waitFor()

  await notebook.start()
  await waiting.waitFor({ state: 'hidden' })
  await page.getByRole('link', { name: 'Begun in the cold room' }).click()
  await page.getByText('At 4 °C').waitFor()
  const { data } = await notebook.call<{ title: string }[]>(cookie, 'GET', '/experiments?order=id&sort=asc')
  expect(data.map(({ title }) => title)).toEqual(['In the cold room', 'Begun in the cold room'])
  await page.goto(`/experiments/${id}`)
  await page.getByRole('link', { name: 'gel.tif', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Ada Moreau' }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL(/sign-in/)
  expect(await keptAnswers(page)).toEqual([])
})

/** The query keys of the answers on this device. */
async function keptAnswers(page: Page): Promise<string[]> {
  const read = `new Promise((resolve) => {
    const request = indexedDB.open('aliquot-seen')
    request.onsuccess = () => {
      const all = request.result.transaction('facts').objectStore('facts').getAllKeys()
      all.onsuccess = () => { request.result.close(); resolve(all.result) }
    }
  })`
  // Opening it would create it.
  const isThere = await page.evaluate(
    `indexedDB.databases().then((all) => all.some(({ name }) => name === 'aliquot-seen'))`,
  )
  if (!isThere) return []
  return ((await page.evaluate(read)) as string[]).map((key) => key.slice(key.indexOf(' ') + 1))
}
