import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { type Lab, lab, type VisitOptions } from './harness.ts'
import { titlesIn } from './list-rows.ts'

function filters(page: Page, name = 'Filters') {
  return page.getByRole('group', { name })
}

async function titles(page: Page): Promise<string[]> {
  return (await titlesIn(page)).sort()
}

/** Experiments of three days: today, in January 2026, and long ago. */
async function filledLab(options: VisitOptions = {}): Promise<Lab> {
  const one = await lab(options)
  const { notebook, cookie, page } = one
  await notebook.experiment(cookie, { title: 'Now' })
  await notebook.experiment(cookie, { title: 'January', date: '2026-01-15' })
  await notebook.experiment(cookie, { title: 'Old', date: '2020-02-29' })
  await page.goto('/experiments')
  await expect.poll(() => titles(page)).toEqual(['January', 'Now', 'Old'])
  return one
}

test('the list is narrowed down to days, with one click, and the address keeps it', async () => {
  const { page } = await filledLab()
  await filters(page).getByRole('button', { name: 'Date', exact: true }).click()
  await page.getByRole('button', { name: 'Last 30 days' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('button', { name: 'This week' }).click()
  await expect.poll(() => titles(page)).toEqual(['Now'])
  expect(new URL(page.url()).searchParams.get('date')).toBe('week')
  expect(await findBarriers(page)).toEqual([])

  await page.reload()
  await expect.poll(() => titles(page)).toEqual(['Now'])
  await filters(page).getByRole('button', { name: 'Remove filter This week' }).click()
  await expect.poll(() => titles(page)).toEqual(['January', 'Now', 'Old'])
})

test('days from one to another are chosen with the keyboard alone', async () => {
  const { page } = await filledLab()
  await filters(page).getByRole('button', { name: 'Date', exact: true }).focus()
  await page.keyboard.press('Enter')
  await page.getByLabel('From', { exact: true }).waitFor()
  for (let tab = 0; tab < 6 && !(await isFocused(page, 'From')); tab++) await page.keyboard.press('Tab')
  // How a date is typed depends on the browser.
  await page.locator(':focus').fill('2026-01-01')
  for (let tab = 0; tab < 4 && !(await isFocused(page, 'To')); tab++) await page.keyboard.press('Tab')
  await page.locator(':focus').fill('2026-01-31')
  await page.keyboard.press('Enter')
  await expect.poll(() => titles(page)).toEqual(['January'])
  expect(new URL(page.url()).searchParams.get('date')).toBe('2026-01-01..2026-01-31')
  const chip = filters(page).getByRole('button', { name: /^Date: 1\s?–\s?31 Jan 2026$/ })
  await chip.waitFor()
  await chip.and(page.locator(':focus')).waitFor()
})

test('an open end and days without experiments are told as they are, in French too', async () => {
  const { page } = await filledLab({ locale: 'fr-FR' })
  await page.goto('/experiments?date=..2020-12-31')
  await expect.poll(() => titles(page)).toEqual(['Old'])
  await filters(page, 'Filtres')
    .getByRole('button', { name: /^Date: Jusqu’au 31 déc\. 2020$/ })
    .waitFor()
  await page.goto('/experiments?date=2019-01-01')
  await page.getByRole('heading', { name: 'Rien trouvé' }).waitFor()
  await filters(page, 'Filtres').getByRole('button', { name: 'Effacer les filtres' }).click()
  await expect.poll(() => titles(page)).toEqual(['January', 'Now', 'Old'])
})

test('an owner is looked up by a few letters, whoever is on the screen', async () => {
  const { notebook, cookie, page } = await filledLab()
  const person = { email: 'grace@example.org', firstname: 'Grace', lastname: 'Höpper' }
  const { id } = await notebook.call(cookie, 'POST', '/users', person)
  await filters(page).getByRole('button', { name: 'Owner', exact: true }).click()
  await page.keyboard.type('hop')
  await page.getByRole('option', { name: /Grace Höpper/ }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No results' }).waitFor()
  expect(new URL(page.url()).searchParams.get('owner')).toBe(String(id))
  await page.reload()
  await filters(page).getByRole('button', { name: 'Owner: Grace Höpper' }).click()
  await page.keyboard.type('nobody like this')
  await page.getByText('No one found').waitFor()
  await page.keyboard.press('Escape')
  await filters(page).getByRole('button', { name: 'Remove filter Grace Höpper' }).click()
  await expect.poll(() => titles(page)).toHaveLength(3)
})

async function isFocused(page: Page, label: string): Promise<boolean> {
  return (await page.getByLabel(label, { exact: true }).and(page.locator(':focus')).count()) === 1
}
