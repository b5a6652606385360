import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { EXPECTED, openAllScreens, setTheme } from './all-screens.ts'
import { ADA, freshNotebook, IS_THOROUGH, visit } from './harness.ts'
import { designScreen, type Screen } from './screens.ts'

type Theme = 'light' | 'dark'

/** In milliseconds. */
export const TIME = IS_THOROUGH ? 3_600_000 : 600_000

/**
 * Runs axe on the screens. The two files differ by width, so that they run in parallel. One screen takes seconds, so
 * each file takes every fourth; thorough runs take all, in both themes.
 */
export async function tourForBarriers(width: number, theme: Theme): Promise<void> {
  const themes: Theme[] = IS_THOROUGH ? ['light', 'dark'] : [theme]
  const notebook = await freshNotebook()
  const options = { size: { width, height: 800 }, expected: EXPECTED }
  const outside = (await visit(notebook, options)).context()
  let inside: BrowserContext | undefined
  const pages = {
    outside: () => outside.newPage(),
    inside: async (): Promise<Page> => {
      inside ??= (await visit(notebook, { as: ADA, ...options })).context()
      return inside.newPage()
    },
  }
  const found: Record<string, string[]> = {}
  const isMine = (_: Screen, place: number) => IS_THOROUGH || place % 4 === (theme === 'light' ? 0 : 2)
  const check = async (page: Page, { name }: Screen) => {
    for (const one of themes) {
      await setTheme(page, one)
      const barriers = await findBarriers(page)
      for (const barrier of barriers) console.log(`${name}, ${one}: ${barrier}`)
      found[`${name}, ${one}`] = barriers
    }
  }
  if (IS_THOROUGH) {
    const page = await outside.newPage()
    await page.goto(designScreen.path)
    await designScreen.ready(page)
    await check(page, designScreen)
    await page.close()
  }
  await openAllScreens(notebook, pages, check, isMine)
  const violations = Object.values(found).flat().length
  console.log(`axe, ${width} pixels wide: ${Object.keys(found).length} screens and themes, ${violations} violations`)
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
}
