import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Download, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { textOfPages } from '../server/src/media/pdf.ts'
import { readZip } from '../server/test/zip-reader.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'
import { titlesIn } from './list-rows.ts'

/** The progress is requested before the service has started the export. */
const NOT_YET = /404 .*\/export_progress\/\w+\)/

/** The file that the browser downloads after an action. */
async function saved(page: Page, doIt: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [download] = await Promise.all([page.waitForEvent('download') as Promise<Download>, doIt()])
  const path = await download.path()
  return { name: download.suggestedFilename(), content: readFileSync(path) }
}

test('a list, what is marked in it, and an entry are saved as files', async () => {
  const { notebook, cookie, page } = await lab({ expected: NOT_YET })
  const gel = await notebook.experiment(cookie, { title: 'Gel of "GFP"', tags: ['gfp'], body: '<p>Bands, two</p>' })
  const buffer = await notebook.experiment(cookie, { title: '=Buffer', body: '<p>TRIS</p>' })
  const text = { action: 'createfromstring', file_type: 'json', real_name: 'bands.json', content: '{"bands":2}' }
  await notebook.call(cookie, 'POST', `/experiments/${gel}/uploads`, text)
  await page.goto('/experiments')
  await expect.poll(() => titlesIn(page)).toHaveLength(2)
  const choice = (format: string) => page.getByRole('dialog').getByRole('button', { name: format })

  // The list as a table for spreadsheets.
  const toolbar = page.getByRole('button', { name: 'Export', exact: true })
  await toolbar.click()
  await choice('CSV table').waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  const csv = await saved(page, () => choice('CSV table').click())
  await page.getByRole('group', { name: 'Export: CSV table' }).getByText('Done: 2 entries · ').first().waitFor()
  expect(csv.name).toMatch(/-export\.elabftw\.csv$/)
  const lines = csv.content.toString('utf8').trim().split('\n')
  expect(lines.slice(1).map((line) => Number.parseInt(line, 10))).toEqual([gel, buffer])
  expect(lines[2]).toContain(",'=Buffer,")
  expect(lines[1]).toContain(',"Gel of ""GFP""",')

  // The selected rows as an archive with a folder each.
  await page
    .getByRole('row', { name: /Gel of/ })
    .getByRole('checkbox')
    .click()
  await page.getByRole('region', { name: '1 selected' }).getByRole('button', { name: 'Export' }).click()
  const zip = await saved(page, () => choice('ZIP archive').click())
  expect(zip.name).toBe('export.elabftw.zip')
  const names = [...readZip(zip.content).keys()].map((name) => name.split('/')[1])
  expect(names).toEqual(['entry.html', 'export-elabftw.json', 'bands.json'])

  // However small the window, and however many cards: all are inside.
  const notes = page.getByRole('region', { name: 'Notifications' })
  await notes.getByRole('group', { name: 'Export: ZIP archive' }).waitFor()
  await page.setViewportSize({ width: 1280, height: 60 })
  expect((await notes.boundingBox())?.y).toBeGreaterThanOrEqual(0)
  await page.setViewportSize({ width: 1280, height: 800 })

  // One entry from its menu, including what was typed right before.
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

  // The same for other notebooks.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const eln = await saved(page, () => choice('.eln archive').click())
  expect(eln.name).toMatch(/^[\d-]{17}-export\.eln$/)
  await page.getByRole('group', { name: 'Export: .eln archive' }).getByText('Done: 1 entry · ').first().waitFor()
  const [, metadata] = [...readZip(eln.content)].find(([name]) => name.endsWith('/ro-crate-metadata.json')) ?? []
  expect(metadata?.toString()).toContain('Bands, two and one more')

  // And for those that know it by another name.
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('button', { name: 'Ending and version of the archive' }).press('Enter')
  await page.getByRole('radio', { name: '.eln.zip' }).check()
  await page.getByRole('radio', { name: 'RO-Crate 1.2' }).check()
  expect(await findBarriers(page)).toEqual([])
  const named = await saved(page, () => choice('As .eln.zip, RO-Crate 1.2').click())
  expect(named.name).toMatch(/-export\.eln\.zip$/)
  const [, crate] = [...readZip(named.content)].find(([name]) => name.endsWith('/ro-crate-metadata.json')) ?? []
  expect(crate?.toString()).toContain('https://w3id.org/ro/crate/1.2')

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const json = await saved(page, () => choice('JSON').click())
  expect(json.name).toMatch(/\.json$/)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  const pdf = await saved(page, () => choice('PDF A document').click())
  expect(pdf.name).toMatch(/^\d{4}-\d\d-\d\d Gel of -GFP-\.pdf$/)
  const { text: pages } = await textOfPages(pdf.content, 20_000)
  expect(pages).toContain('Bands, two and one more')
  expect(pages).toContain('bands.json')
  expect(JSON.parse(json.content.toString('utf8'))).toMatchObject({ id: gel, title: 'Gel of "GFP"' })
})

test('how far a long export is stands on every page, until it is whole or cancelled', async () => {
  const { notebook, cookie, page } = await lab({ expected: NOT_YET })
  const first = await notebook.experiment(cookie, { title: 'Long run' })
  // Each takes a while to compress.
  await notebook.upload(cookie, first, 'trace.txt', randomBytes(5_000_000).toString('hex'))
  for (let copies = 1; copies < 8; copies++) {
    await notebook.call(cookie, 'POST', `/experiments/${first}`, { action: 'duplicate', copyFiles: true })
  }
  await page.goto('/experiments')
  await expect.poll(() => titlesIn(page)).toHaveLength(8)
  const card = page.getByRole('group', { name: 'Export: ZIP archive' })
  const start = async () => {
    await page.getByRole('button', { name: 'Export', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'ZIP archive' }).click()
  }

  // It continues while the person works elsewhere, and can be hidden.
  const download = page.waitForEvent('download')
  await start()
  await card.getByText(/^[1-9]\d* of 8 entries · \d+ MB$/).waitFor()
  const bar = card.getByRole('progressbar')
  const { value, max } = await bar.evaluate((one) => ({
    value: Reflect.get(one, 'value'),
    max: Reflect.get(one, 'max'),
  }))
  expect(max).toBe(8)
  expect(value).toBeGreaterThan(0)
  expect(value).toBeLessThan(8)
  await page.getByRole('link', { name: 'Resources' }).first().click()
  await card.getByText(/^\d+ of 8 entries/).waitFor()
  await card.getByRole('button', { name: 'Hide until finished' }).click()
  await card.waitFor({ state: 'detached' })
  // It takes seconds of CPU time, and far longer on a busy machine.
  await card.getByText('Done: 8 entries · ').waitFor({ timeout: 90_000 })
  await card.getByRole('status').getByText('Done').waitFor({ state: 'attached' })
  expect(await findBarriers(page)).toEqual([])
  expect(await (await download).failure()).toBeNull()
  await card.getByRole('button', { name: 'Close' }).click()
  await card.waitFor({ state: 'detached' })

  // Cancelling says that there is no complete file, and keeps the focus.
  await page.goBack()
  const cut = page.waitForEvent('download')
  await start()
  await card.getByText(/of 8 entries/).waitFor()
  await card.getByRole('button', { name: 'Cancel' }).press('Enter')
  await card.getByText('Cancelled. The downloaded file').first().waitFor()
  await setTheme(page, 'dark')
  expect(await findBarriers(page)).toEqual([])
  expect(await (await cut).failure()).not.toBeNull()
  await page.keyboard.press('Enter')
  await card.waitFor({ state: 'detached' })
})
