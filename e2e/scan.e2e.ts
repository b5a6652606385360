import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { filmOf, photoOf } from '../server/test/codes/what-a-camera-sees.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab, visit } from './harness.ts'

const SCANNER = readFileSync(join(import.meta.dirname, 'scanner.page.js'), 'utf8')

async function scan(page: Page, code: string): Promise<void> {
  await page.evaluate(`(${SCANNER.slice(SCANNER.indexOf('(code)'))})(${JSON.stringify(code)})`)
}

/** A page whose listener is there: it holds back a digit until no scanner can follow. */
async function openToScan(page: Page, path: string): Promise<void> {
  await page.goto(path)
  const digit = "new KeyboardEvent('keydown', { key: '5', bubbles: true, cancelable: true })"
  await expect.poll(() => page.evaluate(`document.body.dispatchEvent(${digit})`)).toBe(false)
}

function pathOf(page: Page): string {
  return new URL(page.url()).pathname
}

test('a hand scanner opens the entry of a code from every page', async () => {
  const { notebook, cookie, page } = await lab()
  const tube = await notebook.experiment(cookie, { title: 'Glycerol stock 17', custom_id: 4711 })
  const box = await notebook.experiment(cookie, { title: 'Box of enzymes' })
  await openToScan(page, '/experiments')
  await page.getByRole('row', { name: /Box of enzymes/ }).waitFor()
  await scan(page, `${notebook.address}/e/${tube}`)
  await expect.poll(() => pathOf(page)).toBe(`/experiments/${tube}`)
  // On the page of an entry, whose keys are those of the address, too.
  await page.getByRole('heading', { name: 'Glycerol stock 17' }).waitFor()
  await scan(page, `${notebook.address}/e/${box}`)
  await expect.poll(() => pathOf(page)).toBe(`/experiments/${box}`)
  await openToScan(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await scan(page, '4711')
  await expect.poll(() => pathOf(page)).toBe(`/experiments/${tube}`)

  // Several entries with one number are offered, and nothing else happens.
  const { id } = await notebook.call(cookie, 'POST', '/items', { title: 'Rack' })
  await notebook.call(cookie, 'PATCH', `/items/${id}`, { custom_id: 4711 })
  await openToScan(page, '/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await scan(page, '4711')
  const dialog = page.getByRole('dialog', { name: 'Scan a code' })
  await dialog.getByText('Several entries have this code').waitFor()
  await expect
    .poll(() => dialog.getByRole('link').allTextContents())
    .toEqual([`Rack #${id}`, `Glycerol stock 17 #${tube}`])
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  // The next scan needs no click before it.
  await scan(page, `${notebook.address}/e/${box}`)
  await expect.poll(() => pathOf(page)).toBe(`/experiments/${box}`)

  // What no entry has can be searched for, whatever its letters mean in a query.
  await page.getByRole('heading', { name: 'Box of enzymes' }).waitFor()
  await scan(page, 'https://elsewhere.example.org/(01)"5"')
  await dialog.getByText('No entry here that you may read has this code').waitFor()
  await dialog.getByRole('link', { name: 'Search for it' }).click()
  await page.getByText('No results').first().waitFor()
})

test('the camera opens the entry of a code', async () => {
  const { notebook, cookie } = await lab()
  const tube = await notebook.experiment(cookie, { title: 'Glycerol stock 17' })
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-camera-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const camera = join(folder, 'seen.mjpeg')
  writeFileSync(camera, await filmOf(`${notebook.address}/e/${tube}`))
  const page = await visit(notebook, { session: cookie, camera, size: { width: 390, height: 800 } })
  await page.goto('/')
  await page.getByRole('button', { name: 'Search', exact: true }).click()
  await page.getByRole('button', { name: 'Scan a code' }).click()
  await expect.poll(() => pathOf(page)).toBe(`/experiments/${tube}`)
  expect(await page.getByRole('dialog').count()).toBe(0)
})

test('without a camera a photo does, and an unknown code says so', async () => {
  const { notebook, cookie, page } = await lab()
  const tube = await notebook.experiment(cookie, { title: 'Glycerol stock 17' })
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('ControlOrMeta+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('barcode')
  await page.getByRole('option', { name: /^Scan a code/ }).waitFor()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Scan a code' })
  await dialog.getByText(/No camera found/).waitFor()
  const choose = async (buffer: Buffer) => {
    const asked = page.waitForEvent('filechooser')
    await dialog.getByRole('button', { name: 'Take or choose a photo' }).click()
    await (await asked).setFiles({ name: 'photo.jpeg', mimeType: 'image/jpeg', buffer })
  }
  await choose(Buffer.from('no picture'))
  await dialog.getByText('The browser cannot open this file').waitFor()
  await choose(await photoOf('https://elsewhere.example.org/e/1'))
  await dialog.getByText('https://elsewhere.example.org/e/1').waitFor()
  await dialog.getByText('No entry here that you may read has this code').waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  await choose(await photoOf(`${notebook.address}/e/${tube}`))
  await expect.poll(() => pathOf(page)).toBe(`/experiments/${tube}`)
})
