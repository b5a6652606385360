import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readZip } from '../server/test/zip-reader.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'
import { titlesIn } from './list-rows.ts'

test('an export is made in the background, told by the bell, downloaded and removed', async () => {
  const { notebook, cookie, page } = await lab()
  await notebook.experiment(cookie, { title: 'Gel of GFP', body: '<p>Bands</p>' })
  await notebook.experiment(cookie, { title: 'Buffer', body: '<p>TRIS</p>' })

  // Everything of one's own, from the page.
  await page.goto('/experiments')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or run a command' }).fill('exports')
  await page
    .getByRole('option', { name: /^Exports/ })
    .first()
    .click()
  await page.getByText('You have no exports yet.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('Format').selectOption('zip')
  await page.getByLabel('Your resources').uncheck()
  await page.getByRole('button', { name: 'Prepare' }).click()
  const list = page.getByRole('list', { name: 'Your exports' })
  await list.getByText('Ready').waitFor()
  await list.getByText('2 entries').waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    list.getByRole('link', { name: /^Download export-/ }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^export-[\d_-]+\.zip$/)
  const names = [...readZip(readFileSync(await download.path())).keys()]
  expect(names.filter((name) => name.endsWith('/entry.html'))).toHaveLength(2)

  // One entry of a list, from its dialog; the bell leads to the file.
  await page.goto('/experiments')
  await expect.poll(() => titlesIn(page)).toHaveLength(2)
  await page
    .getByRole('row', { name: /Gel of/ })
    .getByRole('checkbox')
    .click()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Export' }).click()
  await page.getByRole('dialog').getByLabel('Prepare in the background').check()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'CSV table' }).click()
  await page.getByText('The file is being prepared.', { exact: false }).waitFor()
  await page.getByRole('button', { name: /^Notifications/ }).click()
  await page
    .getByRole('link', { name: /export of an entry/ })
    .first()
    .click()
  await page.getByRole('heading', { name: 'Exports', level: 1 }).waitFor()
  await list.getByText('Chosen experiments').waitFor()

  // It is still there after a reload, until it is removed.
  await page.reload()
  await list.getByRole('listitem').first().getByText('CSV table').waitFor()
  await page.getByRole('button', { name: 'Remove: CSV table' }).click()
  await page.getByRole('group').getByRole('button', { name: 'Remove' }).click()
  await expect.poll(() => list.getByRole('listitem').count()).toBe(1)
})

test('what failed says why, in words', async () => {
  const { notebook, cookie, page } = await lab()
  await notebook.call(cookie, 'POST', '/exports', { format: 'zip' })
  await page.goto('/exports')
  await page.getByText('Nothing was chosen', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Remove: ZIP archive' }).click()
  await page.getByText('You have no exports yet.').waitFor()
})
