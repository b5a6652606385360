import type { Page } from 'playwright-core'

/** The titles in a list, from top to bottom. */
export async function titlesIn(page: Page): Promise<string[]> {
  const texts = await page.getByRole('row').getByRole('link').allTextContents()
  return texts.map((text) => text.trim())
}
