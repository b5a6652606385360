import type { Page } from 'playwright-core'

/** The titles that a list shows, from top to bottom. */
export async function titlesIn(page: Page): Promise<string[]> {
  const texts = await page.getByRole('row').getByRole('link').allTextContents()
  return texts.map((text) => text.trim())
}
