import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { readZip } from '../server/test/zip-reader.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'
import { titlesIn } from './list-rows.ts'

/** What the browser has saved after something was done. */
async function saved(page: Page, doIt: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, doIt()])
  const path = await download.path()
  return { name: download.suggestedFilename(), content: readFileSync(path) }
}

test('a list, what is marked in it, and an entry are saved as files', async () => {
  const { notebook, cookie, page } = await lab()
  const gel = await notebook.experiment(cookie, { title: 'Gel of "GFP"', tags: ['gfp'], body: '<p>Bands, two</p>' })
  const buffer = await notebook.experiment(cookie, { title: '=Buffer', body: '<p>TRIS</p>' })
  const text = { action: 'createfromstring', file_type: 'json', real_name: 'bands.json', content: '{"bands":2}' }
  await notebook.call(cookie, 'POST', `/experiments/${gel}/uploads`, text)
  await page.goto('/experiments')
  await expect.poll(() => titlesIn(page)).toHaveLength(2)
  const choice = (format: string) => page.getByRole('dialog').getByRole('button', { name: format })

  // The list: a table that a spreadsheet opens.
  const toolbar = page.getByRole('button', { name: 'Export', exact: true })
  await toolbar.click()
  await choice('CSV table').waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  const csv = await saved(page, () => choice('CSV table').click())
  await page.getByText('The download has begun').waitFor()
  expect(csv.name).toMatch(/-export\.elabftw\.csv$/)
  const lines = csv.content.toString('utf8').trim().split('\n')
  expect(lines.slice(1).map((line) => Number.parseInt(line, 10))).toEqual([gel, buffer])
  expect(lines[2]).toContain(",'=Buffer,")
  expect(lines[1]).toContain(',"Gel of ""GFP""",')

  // What is marked: an archive with a folder for each.
  await page
    .getByRole('row', { name: /Gel of/ })
    .getByRole('checkbox')
    .click()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Export' }).click()
  const zip = await saved(page, () => choice('ZIP archive').click())
  expect(zip.name).toBe('export.elabftw.zip')
  const names = [...readZip(zip.content).keys()].map((name) => name.split('/')[1])
  expect(names).toEqual(['entry.html', 'export-elabftw.json', 'bands.json'])

  // One entry, from its menu, with what was typed right before.
  await page.goto(`/experiments/${gel}`)
  await page.getByRole('textbox', { name: 'Main text' }).click()
  await page.keyboard.press('Control+End')
  await page.keyboard.type(' and one more')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const one = await saved(page, () => choice('ZIP archive').click())
  expect(one.name).toMatch(/^\d{4}-\d\d-\d\d Gel of -GFP-\.zip$/)
  const [html] = readZip(one.content).values()
  expect(html?.toString()).toContain('Bands, two and one more')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const json = await saved(page, () => choice('JSON').click())
  expect(json.name).toMatch(/\.json$/)
  expect(JSON.parse(json.content.toString('utf8'))).toMatchObject({ id: gel, title: 'Gel of "GFP"' })
})
