import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { expect, onTestFinished, test } from 'vitest'
import { readZip } from '../server/test/zip-reader.ts'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { type Lab, lab } from './harness.ts'

interface Upload {
  id: number
  real_name: string
  long_name: string
  comment: string | null
  state: number
}

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAoAAAAKCAYAAACNMs+9AAAAFUlEQVR42mNk+M9Qz0AEYBxVSF+FAAhKDveksOjmAAAAAElFTkSuQmCC'
const CSV = 'fraction,mg\n1,4.2\n2,3.9\n'

interface Dropped {
  name: string
  base64: string
  type: string
}

/** A browser expression for the data of a drag or a clipboard. */
const transferOf = (file: Dropped) => `(() => {
  const transfer = new DataTransfer()
  const bytes = Uint8Array.from(atob('${file.base64}'), (character) => character.charCodeAt(0))
  transfer.items.add(new File([bytes], '${file.name}', { type: '${file.type}' }))
  return transfer
})()`

/** Drops a file. Returns whether the browser would open it in place of the page. */
async function drop(target: Locator, file: Dropped): Promise<boolean> {
  const dataTransfer = await target.page().evaluateHandle(transferOf(file))
  await target.dispatchEvent('dragover', { dataTransfer })
  const opened = target.page().evaluate(`new Promise((resolve) => {
    addEventListener('drop', (event) => resolve(!event.defaultPrevented), { once: true })
  })`)
  await target.dispatchEvent('drop', { dataTransfer })
  return (await opened) as boolean
}

/** Pastes at the cursor, with the picture's URL as from another page. */
const pastePicture = (page: Page, file: Dropped) =>
  page.evaluate(`(() => {
    const clipboardData = ${transferOf(file)}
    clipboardData.setData('text/html', '<img src="https://pictures.example/gel.png">')
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })()`)

/** The natural width of a picture; 0 until it has loaded. */
const widthOf = (picture: Locator) =>
  picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth)

const choose = async (page: Page, menu: Locator, item: string) => {
  await menu.press('Enter')
  await page.getByRole('menuitem', { name: item }).press('Enter')
}

/** An open entry with locators for its files. */
async function openFiles({ notebook, cookie, page }: Lab, fields: Record<string, unknown>) {
  const id = await notebook.experiment(cookie, fields)
  const stored = async (state = '1') =>
    (await notebook.call<Upload[]>(cookie, 'GET', `/experiments/${id}/uploads?state=${state}`)).data
  const names = async (state?: string) => (await stored(state)).map(({ real_name }) => real_name).toSorted()
  const files = page.getByRole('region', { name: 'Files' })
  const link = (name: string) => files.getByRole('link', { name, exact: true })
  const menu = (name: string) => files.getByRole('button', { name: `Actions for “${name}”` })
  /** While it exists, the page asks before it is left. */
  const onTheirWay = files.getByRole('list', { name: 'Uploading' })
  const text = page.getByRole('textbox', { name: 'Main text' })
  const show = async () => {
    await page.goto(`/experiments/${id}`)
    await text.waitFor()
  }
  return { id, stored, names, files, link, menu, onTheirWay, text, show }
}

test('files are added, shown, named, replaced, archived, deleted and brought back; pictures go into the text', async () => {
  const one = await lab({ expected: /net::ERR_|status of 4/ })
  const { notebook, cookie, page } = one
  const { id, stored, names, files, link, menu, onTheirWay, text, show } = await openFiles(one, {
    title: 'Elution of GFP',
    body: '<p>Gel:</p>',
  })
  await show()

  // Chosen, several at once.
  const picker = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Add files' }).click()
  await (await picker).setFiles([
    { name: 'fractions.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) },
    { name: 'gel.png', mimeType: 'image/png', buffer: Buffer.from(PNG, 'base64') },
  ])
  await link('fractions.csv').waitFor()
  const preview = files.getByRole('listitem').filter({ hasText: 'gel.png' }).locator('img')
  await expect.poll(() => widthOf(preview)).toBe(10)

  // Held over the page, files are told where they will go: in a box, in the middle beside the navigation.
  const held = { name: 'raw.txt', base64: btoa('raw'), type: 'text/plain' }
  await page.locator('article').dispatchEvent('dragover', { dataTransfer: await page.evaluateHandle(transferOf(held)) })
  const offer = page.getByText('Drop to add to this entry')
  const middle = async (part: Locator) => {
    const box = await part.boundingBox()
    return box && box.x + box.width / 2
  }
  await expect.poll(() => middle(offer)).toBeCloseTo(Number(await middle(page.locator('#page'))), -1)
  const colour = offer.evaluate((box) => box.ownerDocument.defaultView?.getComputedStyle(box).backgroundColor)
  expect(await colour).toMatch(/^rgb\(/)

  // Dropped on the page; a name with a slash is in a folder.
  await drop(page.getByRole('heading', { level: 1 }).or(page.locator('article')).first(), {
    name: 'run 2/raw.txt',
    base64: btoa('raw'),
    type: 'text/plain',
  })
  await files.getByRole('list', { name: 'run 2' }).getByRole('link', { name: 'raw.txt', exact: true }).waitFor()
  expect(await names()).toEqual(['fractions.csv', 'gel.png', 'run 2/raw.txt'])

  // The download equals the upload.
  const download = page.waitForEvent('download')
  await files.getByRole('link', { name: 'Download: fractions.csv' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('fractions.csv')
  expect(readFileSync(await saved.path(), 'utf8')).toBe(CSV)

  await choose(page, menu('fractions.csv'), 'Rename')
  await files.getByLabel('New name of “fractions.csv”').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('eluate')
  await page.keyboard.press('Enter')
  await link('eluate.csv').and(page.locator(':focus')).waitFor()
  await choose(page, menu('eluate.csv'), 'Comment')
  await files.getByLabel('Comment on “eluate.csv”').and(page.locator(':focus')).waitFor()
  await page.keyboard.type('Of the second run')
  await page.keyboard.press('Enter')
  await files.getByText('Of the second run').waitFor()
  await expect
    .poll(async () => (await stored()).find(({ comment }) => comment === 'Of the second run'))
    .toMatchObject({
      real_name: 'eluate.csv',
    })

  const replacement = page.waitForEvent('filechooser')
  await choose(page, menu('eluate.csv'), 'Replace')
  await (await replacement).setFiles([{ name: 'eluate v2.csv', mimeType: 'text/csv', buffer: Buffer.from('v2') }])
  // It keeps its name, and that of the new file is offered.
  await page.getByText('“eluate.csv” replaced').waitFor()
  expect(await names()).toContain('eluate.csv')
  await page.getByRole('button', { name: 'Rename to “eluate v2.csv”' }).click()
  await link('eluate v2.csv').waitFor()
  await link('eluate.csv').waitFor({ state: 'hidden' })
  await choose(page, menu('eluate v2.csv'), 'Archive')
  await files.getByRole('button', { name: 'Show 1 archived' }).press('Enter')
  await choose(page, menu('eluate v2.csv'), 'Unarchive')
  await expect.poll(() => names('2')).toEqual(['eluate.csv'])

  await choose(page, menu('eluate v2.csv'), 'Delete')
  await link('eluate v2.csv').waitFor({ state: 'hidden' })
  await page.getByText('“eluate v2.csv” deleted').waitFor()
  // The replaced file takes its place, and the focus.
  await link('eluate.csv').waitFor()
  await menu('eluate.csv').and(page.locator(':focus')).waitFor()
  expect(await names('3')).toEqual(['eluate v2.csv'])
  await page.keyboard.press('z')
  await link('eluate v2.csv').waitFor()
  await expect.poll(() => names()).toContain('eluate v2.csv')
  const answered = Promise.withResolvers<void>()
  const deletions = /\/uploads\/\d+$/
  await page.route(deletions, async (route) => {
    if (route.request().method() === 'DELETE') await answered.promise
    await route.continue()
  })
  await choose(page, menu('gel.png'), 'Delete')
  // The focus moves to a neighbouring file.
  await link('eluate v2.csv').and(page.locator(':focus')).waitFor()
  // The service has not answered yet.
  await page.keyboard.press('z')
  answered.resolve()
  await link('gel.png').waitFor()
  await page.unroute(deletions)

  // A picture pasted into the text becomes a file, which cannot be deleted while the text shows it.
  await text.click()
  await page.keyboard.press('Control+End')
  await pastePicture(page, { name: 'pasted.png', base64: PNG, type: 'image/png' })
  const picture = text.getByRole('img', { name: 'pasted.png' })
  await expect.poll(() => widthOf(picture)).toBe(10)
  const pasted = (await stored()).find(({ real_name }) => real_name === 'pasted.png')
  const address = `/api/v2/files?name=${encodeURIComponent(pasted?.long_name ?? '')}`
  const body = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  await expect.poll(body).toBe(`<p>Gel:</p><p><img src="${address}" alt="pasted.png"></p>`)
  await choose(page, menu('pasted.png'), 'Delete')
  await page.getByText('This file is used in the main text').waitFor()
  await link('pasted.png').waitFor()

  // Offline it is kept and can be retried; it resumes by itself when the network is back.
  await page.context().setOffline(true)
  await drop(page.locator('article'), { name: 'notes.txt', base64: btoa('notes'), type: 'text/plain' })
  await drop(page.locator('article'), { name: 'more.txt', base64: btoa('more'), type: 'text/plain' })
  for (const name of ['notes.txt', 'more.txt'])
    await files.getByRole('button', { name: `Try again: upload of “${name}”` }).waitFor()
  await files.getByText('2 files wait for the network').waitFor()
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  await page.context().setOffline(false)
  await link('notes.txt').waitFor()
  await link('more.txt').waitFor()
  await onTheirWay.waitFor({ state: 'hidden' })
  expect(await names()).toContain('notes.txt')

  // Read-only: everything can be downloaded, nothing changed.
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { action: 'lock' })
  await page.reload()
  await link('notes.txt').waitFor()
  expect(await files.getByRole('button', { name: /^(Actions for “|Add )/ }).count()).toBe(0)
  expect(await drop(page.locator('article'), { name: 'late.txt', base64: btoa('late'), type: 'text/plain' })).toBe(
    false,
  )
  await page.getByText('No files can be added: this entry is locked').first().waitFor()
  await files.getByRole('link', { name: 'Download: notes.txt' }).waitFor()
  expect(await names()).not.toContain('late.txt')

  // A picture can be pasted into Markdown too; the cursor is after it.
  const notes = await notebook.experiment(cookie, { content_type: 2, body: 'Gel: \n\nEnd' })
  await page.goto(`/experiments/${notes}`)
  await text.click()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('End')
  await pastePicture(page, { name: 'lane[1].png', base64: PNG, type: 'image/png' })
  await expect.poll(() => text.inputValue()).toMatch(/^Gel: !.+\n\nEnd$/)
  await page.keyboard.type('!')
  const markdown = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${notes}`)).data.body
  await expect.poll(markdown).toMatch(/^Gel: !\[lane\\\[1\\\]\.png\]\(\/api\/v2\/files\?name=[^)]+\)!\n\nEnd$/)
})

test('a file keeps its name, also with a quote, a backslash, a percent sign or a line break in it', async () => {
  const one = await lab()
  const { files, names, show } = await openFiles(one, { title: 'Odd names' })
  await show()
  const picker = one.page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Add files' }).click()
  const chosen = ['50%22.txt', 'a"b\\c.txt', 'two\nlines.txt']
  await (await picker).setFiles(chosen.map((name) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(name) })))
  await expect.poll(() => names()).toEqual(chosen)
})

test('every version of a file is seen, saved, and made the current one again, unless somebody has changed it since', async () => {
  const one = await lab({ expected: /status of 412/ })
  const { notebook, cookie, page } = one
  const { id, stored, files, link, show } = await openFiles(one, {})
  const v1 = await notebook.upload(cookie, id, 'gel.csv', CSV)
  const v2 = await notebook.upload(cookie, id, 'gel v2.csv', 'v2', v1)
  const replaced = await notebook.upload(cookie, id, 'notes.txt', 'v1')
  await notebook.upload(cookie, id, 'notes.txt', 'v2', replaced)
  await show()
  const versions = (label: string) => files.getByRole('button', { name: `${label}: gel` })
  const list = files.getByRole('list', { name: 'Versions of “gel' })
  const oldest = list.getByRole('link', { name: 'Version 1', exact: true })
  const focused = page.locator(':focus')

  // A replaced version is not among the archived files.
  await versions('Version 2 · 1 earlier').press('Enter')
  expect(await list.getByRole('listitem').allInnerTexts()).toHaveLength(2)
  expect(await files.getByRole('button', { name: /archived/ }).count()).toBe(0)
  await oldest.press('Enter')
  await page.getByRole('dialog', { name: 'gel.csv' }).getByText('Version 1 of 2').waitFor()
  await page.keyboard.press('Escape')
  await oldest.and(focused).waitFor()
  const download = page.waitForEvent('download')
  await list.getByRole('link', { name: 'Download: version 1 of “gel v2.csv”' }).click()
  expect(readFileSync(await (await download).path(), 'utf8')).toBe(CSV)
  for (const theme of ['light', 'dark'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }

  await list.getByRole('button', { name: 'Restore this version: version 1' }).press('Enter')
  await page.getByText('Version 1 of “gel v2.csv” restored').waitFor()
  await link('gel.csv').waitFor()
  // The list stays open and keeps the focus.
  await list.getByRole('button', { name: 'Restore this version: version 1' }).and(focused).waitFor()
  await page.keyboard.press('z')
  await versions('Version 4 · 3 earlier').waitFor()
  await list.getByText('same content as version 2').waitFor()
  expect((await stored('1,2,3')).filter(({ real_name }) => real_name.startsWith('gel'))).toMatchObject([
    { state: 1, real_name: 'gel v2.csv' },
    { state: 2, real_name: 'gel.csv' },
    { id: v2, state: 2 },
    { id: v1, state: 2 },
  ])

  await list.getByRole('button', { name: 'Restore this version: version 3' }).press('Enter')
  await link('gel.csv').waitFor()
  const current = (await stored()).find(({ real_name }) => real_name === 'gel.csv')
  await notebook.call(cookie, 'PATCH', `/experiments/${id}/uploads/${current?.id}`, { comment: 'Checked' })
  await page.keyboard.press('z')
  await page.getByText('Someone else changed this meanwhile').waitFor()
  await files.getByText('Checked').waitFor()
  await versions('Version 5 · 4 earlier').waitFor()
})

test('several files are selected, saved, deleted and brought back together, and folders chosen', async () => {
  const one = await lab({ expected: /status of 400/ })
  const { notebook, cookie, page } = one
  const { id, stored, names, files, link, menu, onTheirWay, show } = await openFiles(one, { title: 'Elution of GFP' })
  await notebook.upload(cookie, id, 'gel.png', Buffer.from(PNG, 'base64'))
  const raw = await notebook.upload(cookie, id, 'run 2/raw.txt', 'raw')
  await notebook.upload(cookie, id, 'eluate.csv', CSV)
  const old = await notebook.upload(cookie, id, 'old.csv', CSV)
  await notebook.call(cookie, 'PATCH', `/experiments/${id}/uploads/${old}`, { action: 'archive' })
  await show()

  // It can be restored even when the offer to undo is gone.
  const section = files.getByRole('button', { name: 'File actions' })
  await choose(page, menu('eluate.csv'), 'Delete')
  await link('eluate.csv').waitFor({ state: 'hidden' })
  await choose(page, section, 'Show 1 deleted')
  await choose(page, menu('eluate.csv'), 'Restore')
  await expect.poll(() => names()).toContain('eluate.csv')
  await choose(page, menu('eluate.csv'), 'Duplicate')
  await expect.poll(() => link('eluate.csv').count()).toBe(2)

  // Several: downloaded as one archive, and deleted with one undo.
  await choose(page, section, 'Select files')
  await files.getByRole('button', { name: 'Select all' }).and(page.locator(':focus')).waitFor()
  await files.getByRole('checkbox', { name: 'Select folder run 2' }).press('Space')
  await files.getByRole('checkbox', { name: 'Select gel.png' }).press('Space')
  const marked = files.getByRole('region', { name: '2 selected' })
  const archive = page.waitForEvent('download')
  await marked.getByRole('button', { name: 'Download as ZIP' }).click()
  const zip = readZip(readFileSync(await (await archive).path()))
  expect([...zip.keys()]).toEqual(['gel.png', 'run 2/raw.txt'])
  expect(zip.get('run 2/raw.txt')?.toString()).toBe('raw')
  expect(await findBarriers(page)).toEqual([])
  await marked.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('2 files deleted').waitFor()
  expect(await names('3')).toEqual(['gel.png', 'run 2/raw.txt'])
  await page.keyboard.press('z')
  await expect.poll(() => names('3')).toEqual([])

  // They are shown as deleted, and undone, before the service has answered.
  const answered = Promise.withResolvers<void>()
  const deletions = /\/uploads\/\d+$/
  await page.route(deletions, async (route) => {
    if (route.request().method() === 'DELETE') await answered.promise
    await route.continue()
  })
  await choose(page, section, 'Select files')
  await files.getByRole('checkbox', { name: 'Select folder run 2' }).press('Space')
  await files.getByRole('checkbox', { name: 'Select gel.png' }).press('Space')
  await marked.getByRole('button', { name: 'Delete' }).click()
  const gelRow = files.getByRole('listitem').filter({ has: page.getByRole('link', { name: 'gel.png', exact: true }) })
  await gelRow.getByText('deleted', { exact: true }).waitFor()
  await page.keyboard.press('z')
  answered.resolve()
  await gelRow.getByText('deleted', { exact: true }).waitFor({ state: 'detached' })
  await expect.poll(() => names('3')).toEqual([])
  await page.unroute(deletions)

  // One that the main text shows is refused by name without stopping the others; one that a colleague archives first
  // stays archived.
  const gel = (await stored()).find(({ real_name }) => real_name === 'gel.png')
  const body = `<img src="/api/v2/files?name=${encodeURIComponent(gel?.long_name ?? '')}">`
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { body })
  const rawPath = `/experiments/${id}/uploads/${raw}`
  await page.route(`**${rawPath}`, async (route) => {
    await notebook.call(cookie, 'PATCH', rawPath, { state: 2 })
    await route.continue()
  })
  await choose(page, section, 'Select files')
  await files.getByRole('button', { name: 'Select all' }).click()
  const all = page.waitForEvent('download')
  await files.getByRole('button', { name: 'Download as ZIP' }).click()
  expect([...readZip(readFileSync(await (await all).path())).keys()]).toHaveLength(4)
  await files.getByRole('button', { name: 'Archive', exact: true }).click()
  const refusal = files.getByRole('alert')
  await refusal.getByText('1 of 4 could not be archived').waitFor()
  await refusal
    .getByRole('listitem')
    .filter({ hasText: /^gel.png: .*This file is used in the main text/ })
    .waitFor()
  await page.getByText('3 files archived').waitFor()
  expect(await names('2')).toEqual(['eluate.csv', 'eluate.csv', 'old.csv', 'run 2/raw.txt'])
  expect(await findBarriers(page)).toEqual([])
  await page.unroute(`**${rawPath}`)
  await page.keyboard.press('z')
  await expect.poll(() => names('2')).toEqual(['old.csv'])

  // A whole folder is chosen.
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-folder-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  writeFileSync(join(folder, 'spectrum.txt'), '280 nm')
  const folders = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Add folder' }).click()
  await (await folders).setFiles(folder)
  await files
    .getByRole('list', { name: basename(folder) })
    .getByRole('link', { name: 'spectrum.txt', exact: true })
    .waitFor()
  expect(await names()).toContain(`${basename(folder)}/spectrum.txt`)

  // Very many small ones do not reload the list after each.
  let reads = 0
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes('/uploads?state=')) reads++
  })
  const wells = Array.from({ length: 40 }, (_, number) => `well ${number}.csv`)
  const many = page.waitForEvent('filechooser')
  await files.getByRole('button', { name: 'Add files' }).click()
  await (await many).setFiles(wells.map((name) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('a,b') })))
  for (const name of ['well 0.csv', 'well 39.csv']) await link(name).waitFor()
  await onTheirWay.waitFor({ state: 'hidden' })
  expect(reads).toBeLessThan(30)

  // All uploads of the person on one page, with links to their entries.
  await page.goto('/account/files')
  const own = page.getByRole('list', { name: 'Your files' })
  await own.getByRole('link', { name: 'gel.png', exact: true }).waitFor()
  await page.getByLabel('State').selectOption('Archived')
  await own.getByRole('link', { name: 'gel.png', exact: true }).waitFor({ state: 'hidden' })
  await own.getByRole('link', { name: 'old.csv', exact: true }).click()
  await page.getByRole('dialog', { name: 'old.csv' }).getByRole('cell', { name: '4.2' }).waitFor()
})
