import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { textOfPages } from '../server/src/media/pdf.ts'
import { readZip } from '../server/test/zip-reader.ts'
import { findBarriers } from './accessibility.ts'
import { lab } from './harness.ts'

const ROWS = ['', ...'ABCDEFGH']
/** A 96-well plate: the names of the columns are numbers, those of the rows letters. */
const PLATE = `<table><tbody>${ROWS.map((row, at) => {
  const cells = Array.from({ length: 13 }, (_, column) =>
    column === 0 ? row : at === 0 ? column : `${at}.${column + (column > 8 ? 8000 : 800)}`,
  )
  return `<tr>${cells.map((cell) => `<td><p>${cell}</p></td>`).join('')}</tr>`
}).join('')}</tbody></table>`
const TINYMCE =
  '<table style="border-collapse: collapse; width: 100%;" border="1"><colgroup><col style="width: 30%;"><col style="width: 70%;">' +
  '</colgroup><tbody><tr><td>Buffer</td><td>Tris</td></tr></tbody></table>'
const TASKS = '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>thaw cells</p></li></ul>'
const SECTIONS = Array.from(
  { length: 8 },
  (_, at) => `<h2>Section ${at + 1}</h2><p>${'Kept at 37 °C, then moved to 42 °C. '.repeat(12)}</p>`,
).join('')

const mainText = (page: Page) => page.getByRole('textbox', { name: 'Main text' })

test('wide tables scroll with a sign, those of TinyMCE are shown as meant, and paper has all of an entry', async () => {
  const { page, notebook, cookie } = await lab()
  const body = `<p>OD at 600 nm</p>${TASKS}${PLATE}<p>Recipe</p>${TINYMCE}${SECTIONS}`
  const id = await notebook.experiment(cookie, { title: 'Plate 17', body, custom_id: 17 })
  const { id: step } = await notebook.call(cookie, 'POST', `/experiments/${id}/steps`, { body: 'Weigh it' })
  await notebook.call(cookie, 'PATCH', `/experiments/${id}/steps/${step}`, { action: 'finish' })
  await page.goto(`/experiments/${id}`)

  // The table grows into the margin of a wide page, and the text does not.
  const plate = mainText(page).locator('table').first()
  const frame = plate.locator('..')
  const widthOf = async (element: typeof plate) => (await element.boundingBox())?.width ?? 0
  await page.setViewportSize({ width: 1600, height: 900 })
  await plate.waitFor()
  await expect.poll(() => frame.getAttribute('data-more')).toBe(null)
  expect(await widthOf(plate)).toBeGreaterThan(await widthOf(mainText(page).getByText('OD at 600 nm')))
  await page.setViewportSize({ width: 820, height: 900 })
  await expect.poll(() => frame.getAttribute('data-more')).toBe('end')
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0)

  const recipe = mainText(page).locator('table').nth(1)
  expect(await widthOf(recipe)).toBeCloseTo(await widthOf(mainText(page).getByText('Recipe')), 0)
  const shareOf = async () => (await widthOf(recipe.locator('td').first())) / (await widthOf(recipe))
  expect(await shareOf()).toBeCloseTo(0.3, 1)

  await plate.getByText('A', { exact: true }).click()
  await page.getByRole('toolbar').waitFor()
  // The tools of a table need more room than a tablet has, and show that they go on.
  await expect.poll(() => page.getByRole('toolbar').getAttribute('data-more')).toBe('end')
  // The cursor takes the table along to its last column.
  for (let column = 1; column < 13; column++) await page.keyboard.press('Tab')
  await expect.poll(() => frame.getAttribute('data-more')).toMatch(/^start/)
  expect((await findBarriers(page)).filter((one) => one.startsWith('scrollable-region'))).toEqual([])
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  expect(await page.getByRole('toolbar').count()).toBe(0)
  await page.getByRole('img', { name: 'QR code of the address' }).waitFor()
  const { text, pages } = await textOfPages(await page.pdf({ format: 'A4', preferCSSPageSize: true }), 20_000)
  expect(pages).toBeGreaterThan(1)
  expect(text).toMatch(/A 1\.801 .*1\.8012\r?\n/)
  expect(text).toMatch(/H 8\.801 .*8\.8012\r?\n/)
  expect(text).toMatch(/☑\s+thaw cells/)
  expect(text).toMatch(/☑\s+Weigh it/)
  for (const words of [
    'Permanent id',
    'No. 17',
    `/experiments/${id}`,
    `Page 1 of ${pages}`,
    'Printed',
    'by Ada Moreau',
  ])
    expect(text).toContain(words)
  // On the second sheet, too.
  expect(text.split('Plate 17').length).toBeGreaterThan(2)
  expect(text).not.toMatch(/\bnow\b|ago|None|Next/)

  // The page in an archive prints the whole plate, too.
  const zip = readZip(await (await page.request.get(`/api/v2/experiments/${id}?format=zip`)).body())
  const [, archived] = [...zip].find(([name]) => name.endsWith('.html')) ?? []
  const sheet = await page.context().newPage()
  await sheet.setContent(archived?.toString() ?? '')
  const printed = await textOfPages(await sheet.pdf({ format: 'A4' }), 20_000)
  expect(printed.text).toMatch(/H 8\.801 .*8\.8012\r?\n/)
  await sheet.close()

  // A locked entry says by whom.
  await notebook.call(cookie, 'PATCH', `/experiments/${id}`, { action: 'lock' })
  await page.emulateMedia({ media: null, colorScheme: 'light' })
  await page.reload()
  await page.getByText('Locked by Ada Moreau').first().waitFor()
  const locked = await textOfPages(await page.pdf({ format: 'A4', preferCSSPageSize: true }), 20_000)
  expect(locked.text).toMatch(/Locked by Ada Moreau, /)

  // Two clicks lead to the print dialog of the browser, which is not waited for.
  await page.evaluate('window.print = () => { window.isPrinted = true }')
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export…' }).click()
  await page.getByRole('button', { name: /^Print this page/ }).click()
  await expect.poll(() => page.evaluate('window.isPrinted === true')).toBe(true)
  expect(await page.getByRole('dialog').count()).toBe(0)

  // What invites to write is not part of the record.
  await page.goto('/experiments/new')
  await mainText(page).waitFor()
  const script = 'getComputedStyle(document.querySelector("[contenteditable][data-placeholder]"), "::before").content'
  const invitation = () => page.evaluate(script)
  await expect.poll(invitation).toContain('Write')
  await page.emulateMedia({ media: 'print' })
  expect(await invitation()).toBe('none')
})

test('a long text has an outline with addresses, and its title stays in view', async () => {
  const { page, notebook, cookie } = await lab({ size: { width: 1440, height: 800 } })
  const id = await notebook.experiment(cookie, { title: 'Plate 17', body: SECTIONS })
  await page.goto(`/experiments/${id}`)
  const heading = mainText(page).getByRole('heading', { name: 'Section 7' })
  const isInView = async () => {
    const { y = -1 } = (await heading.boundingBox()) ?? {}
    return y > 0 && y < 800
  }
  const title = page.getByRole('button', { name: 'Plate 17' })
  const entry = page.getByRole('navigation', { name: 'Outline' }).getByRole('link', { name: 'Section 7' })
  await entry.click()
  await expect.poll(isInView).toBe(true)
  expect(page.url()).toContain('#section-7')
  await title.waitFor()
  await page.reload()
  await expect.poll(isInView).toBe(true)
  await title.click()
  await expect.poll(isInView).toBe(false)

  // Where there is no room beside the text, in a menu.
  await page.setViewportSize({ width: 700, height: 800 })
  await page.getByRole('button', { name: 'Outline' }).click()
  await entry.click()
  await expect.poll(isInView).toBe(true)
})

test('numbers of a column are shown with two decimals, and edited and stored as they are', async () => {
  const { page, notebook, cookie } = await lab()
  const rows = ['0.12345', '12', '< 3.456'].map((number) => `<tr><td><p>A</p></td><td><p>${number}</p></td></tr>`)
  const body = `<p>Yield</p><table><tbody><tr><th><p>Well</p></th><th><p>mg</p></th></tr>${rows.join('')}</tbody></table>`
  const id = await notebook.experiment(cookie, { title: 'Numbers', body })
  await page.goto(`/experiments/${id}`)
  const cell = mainText(page).locator('td').nth(1)
  await cell.click()
  await page.getByRole('button', { name: 'Numbers' }).click()
  await page.getByRole('menuitem', { name: '2 decimals' }).click()
  await mainText(page).getByText('Yield').click()
  const shown = () =>
    mainText(page)
      .locator('td[data-shown]')
      .evaluateAll((all) => all.map((one) => one.dataset.shown))
  await expect.poll(shown).toEqual(['0.12', '12.00', '< 3.46'])
  await cell.click()
  await expect.poll(shown).toEqual(['12.00', '< 3.46'])
  await page.keyboard.press('End')
  await page.keyboard.type('6')
  const stored = async () => (await notebook.call<{ body: string }>(cookie, 'GET', `/experiments/${id}`)).data.body
  await expect.poll(stored).toContain('>0.123456<')
  expect(await stored()).toContain('data-number-format="2"')
})
