import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { bitmapOfPage } from '../server/src/media/pdf.ts'
import { readCodes } from '../server/test/codes/read-codes.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'

/** What another program reads from the first page that is downloaded. */
async function downloadedCodes(page: Page, millimetres: number): Promise<string[]> {
  const button = page.getByRole('dialog').getByRole('button', { name: 'Download' })
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  const picture = await bitmapOfPage(readFileSync(await download.path()), 1, Math.round((millimetres / 25.4) * 300))
  return (await readCodes(picture)).map(({ text }) => new URL(text).pathname + new URL(text).search)
}

test('labels of an entry, and of what is marked in a list', async () => {
  const { notebook, cookie, page } = await lab()
  const tube = await notebook.experiment(cookie, { title: 'Glycerol stock 17' })
  const box = await notebook.experiment(cookie, { title: 'Box of enzymes' })
  await page.goto(`/experiments/${tube}`)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('button', { name: 'Labels…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Labels' })
  await dialog.getByRole('img', { name: 'Preview of a label' }).waitFor()
  await dialog.getByText('Glycerol stock 17').waitFor()
  await dialog.getByText('1 label on 1 page').waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }

  // A label too small for its code says so before anything is made.
  await dialog.getByLabel('Sheet or roll').selectOption('roll-25x10')
  await dialog.getByText(/Too small for this code/).waitFor()
  await dialog.getByRole('combobox', { name: 'Code', exact: true }).selectOption('datamatrix')
  await dialog.getByRole('img', { name: 'Preview of a label' }).waitFor()
  expect(await downloadedCodes(page, 25)).toEqual([`/e/${tube}`])
  await dialog.waitFor({ state: 'detached' })

  // The short address on the label leads to the entry.
  await page.goto(`/e/${tube}`)
  await expect.poll(() => new URL(page.url()).pathname).toBe(`/experiments/${tube}`)

  // The sheet is remembered; a click on its picture chooses where the labels begin.
  await page.goto('/experiments')
  await page
    .getByRole('row', { name: /Box of enzymes/ })
    .getByRole('checkbox')
    .click()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Export' }).click()
  await page.getByRole('button', { name: 'Labels…' }).click()
  await dialog.getByText('Box of enzymes').waitFor()
  expect(await dialog.getByLabel('Sheet or roll').inputValue()).toBe('roll-25x10')
  await dialog.getByLabel('Sheet or roll').selectOption('avery-l7160')
  await dialog.getByLabel('Copies of each').fill('3')
  await dialog.getByRole('img', { name: 'Preview of the first sheet' }).locator('rect').nth(20).click()
  expect(await dialog.getByLabel('First free label').inputValue()).toBe('20')
  await dialog.getByText('3 labels on 2 pages').waitFor()
  expect(await downloadedCodes(page, 210)).toEqual([`/e/${box}`, `/e/${box}`])
})
