import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { setTheme } from './all-screens.ts'
import { lab } from './harness.ts'

/** As a German Excel writes it: semicolons, decimal commas and Windows-1252. */
const CHEMICALS = [
  'Name;Masse [g];Eingang;Stichwörter;Bemerkung',
  'Natriumchlorid;1,5;06.05.2024;salz|weiß;im Exsikkator',
  'Saccharose;250;17.11.2023;zucker;',
  'Glühwein;0,75;24.12.2023;;"süß; heiß"',
].join('\r\n')

async function send(page: Page, name: string, buffer: Buffer): Promise<void> {
  await page.goto('/import')
  await page.getByRole('heading', { name: 'Import', level: 1 }).waitFor()
  await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
}

const target = (page: Page, column: string) => page.getByRole('combobox', { name: `“${column}” becomes` })

test('a table with semicolons and decimal commas is looked at, mapped, imported and undone', async () => {
  const { page } = await lab()
  await send(page, 'Chemikalien.csv', Buffer.from(CHEMICALS, 'latin1'))
  const start = page.getByRole('button', { name: 'Import 3 entries' })
  await start.waitFor()

  // What was guessed.
  expect(await page.getByLabel('Separator').inputValue()).toBe(';')
  expect(await page.getByLabel('Encoding').inputValue()).toBe('windows-1252')
  expect(await page.getByLabel('Decimal sign').inputValue()).toBe(',')
  expect(await page.getByLabel('First row has column names').isChecked()).toBe(true)
  expect(await target(page, 'Name').inputValue()).toBe('title')
  expect(await target(page, 'Masse [g]').inputValue()).toBe('field')
  const first = page.getByRole('list', { name: 'The first entries, as they will be' })
  await first.getByText('1.5 g').waitFor()
  for (const theme of ['dark', 'light'] as const) {
    await setTheme(page, theme)
    expect(await findBarriers(page)).toEqual([])
  }
  for (const width of [390, 820, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    const over = await page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')
    expect(over, `${width} px`).toBe(0)
  }
  await page.setViewportSize({ width: 1280, height: 800 })

  // Another type and other targets, with the keyboard alone.
  await page.getByLabel('Type', { exact: true }).focus()
  await page.keyboard.type('Exp')
  await page.keyboard.press('Enter')
  await page.getByText('3 experiments').waitFor()
  await target(page, 'Stichwörter').selectOption('tags')
  await first.getByText('weiß').waitFor()
  await target(page, 'Bemerkung').selectOption('body')
  await first.getByText('im Exsikkator').waitFor()
  await target(page, 'Eingang').selectOption('date')
  await first.getByText('6 May 2024').waitFor()
  const field = page.getByRole('button', { name: /^Change the field of “Masse \[g\]”/ })
  await field.press('Enter')
  const form = page.getByRole('form', { name: 'Field of “Masse [g]”' })
  await form.getByLabel('Name').fill('Weight')
  await form.getByLabel('Unit').fill('mg')
  await form.getByLabel('Unit').press('Enter')
  await first.getByText('1.5 mg').waitFor()
  expect(await findBarriers(page)).toEqual([])

  await start.click()
  await page.getByText('3 entries came in.').waitFor()
  const address = page.url()
  await page.getByRole('link', { name: 'Natriumchlorid' }).click()
  await page.getByRole('textbox', { name: 'Main text' }).getByText('im Exsikkator').waitFor()
  await page.getByText('Weight').first().waitFor()

  await page.goto(address)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('group').getByRole('button', { name: 'Undo import' }).click()
  await page.getByText('3 entries are in the trash.').waitFor()

  // The next table with these headers needs no choices.
  await send(page, 'Nachtrag.csv', Buffer.from(`${CHEMICALS}\r\nHarnstoff;2;01.02.2024;;`, 'latin1'))
  await page.getByText('Your last choices for these headers').waitFor()
  await page.getByText('4 experiments').waitFor()
  expect(await target(page, 'Bemerkung').inputValue()).toBe('body')
  await page.getByRole('button', { name: 'Guess again' }).click()
  await page.getByText('4 resources').waitFor()
})

test('a table that is none is refused with its reason', async () => {
  const { page } = await lab()
  await send(page, 'photo.csv', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))
  await page.getByText('Failed').waitFor()
  expect(await page.getByRole('alert').textContent()).not.toBe('')
  await page.getByRole('link', { name: 'Import another file' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
})

test('a table of one column, and one without rows, are told as what they are', async () => {
  const { page } = await lab()
  await send(page, 'names.tsv', Buffer.from('Strain\nDH5α\nBL21(DE3)\n'))
  await page.getByRole('button', { name: 'Import 2 entries' }).waitFor()
  expect(await target(page, 'Strain').inputValue()).toBe('title')

  // Only headers, or one row without any.
  await send(page, 'line.csv', Buffer.from('Name,Mass\n'))
  await page.getByText('0 rows.').waitFor()
  expect(await page.getByRole('button', { name: 'Import 0 entries' }).isDisabled()).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('First row has column names').uncheck()
  await page.getByRole('button', { name: 'Import 1 entry' }).waitFor()

  // A choice that cannot be is told, and can be taken back.
  await target(page, 'Column 1').selectOption('ignore')
  await page.getByRole('alert').getByText('No column becomes the title').waitFor()
  await target(page, 'Column 1').selectOption('title')
  await page.getByRole('alert').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Import 1 entry' }).waitFor()
})
