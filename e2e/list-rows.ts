import type { Page } from 'playwright-core'

/** The titles in a list, from top to bottom. */
export async function titlesIn(page: Page): Promise<string[]> {
  const texts = await page.getByRole('row').getByRole('link').allTextContents()
  return texts.map((text) => text.trim())
}

/** Sets a filter that has a few values. */
export async function chooseFilter(page: Page, name: string, value: string): Promise<void> {
  await page.getByRole('group', { name: 'Filters' }).getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog', { name }).getByRole('button', { name: value, exact: true }).click()
}
