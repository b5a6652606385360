import type { Page } from 'playwright-core'
import type { Notebook } from './notebook.ts'
import { untilQuiet } from './quiet.ts'
import { fillNotebook } from './sample-notebook.ts'
import { firstScreens, type Screen, screens, setupScreen } from './screens.ts'

/** Console messages of screens that show an error: something missing, no session, no network, two versions. */
export const EXPECTED = /status of (401|404|412)|net::ERR_/

/** Opens all screens of a notebook that gets filled on the way, and shows each that is wanted. */
export async function openAllScreens(
  notebook: Notebook,
  pages: { outside(): Promise<Page>; inside(): Promise<Page> },
  show: (page: Page, screen: Screen) => Promise<void>,
  isWanted: (screen: Screen, place: number) => boolean = () => true,
): Promise<void> {
  let place = 0
  const open = async (some: readonly Screen[]) => {
    for (const screen of some) {
      if (!isWanted(screen, place++)) continue
      const page = screen.isInside ? await pages.inside() : await pages.outside()
      await page.goto(screen.path)
      await screen.ready(page)
      await untilQuiet(page)
      await show(page, screen)
      await page.close()
    }
  }
  await open([setupScreen(notebook.setupLink)])
  const cookie = await notebook.setUp()
  await open(firstScreens)
  await open(screens(notebook, await fillNotebook(notebook, cookie)))
}

/** Changes the theme of a page, and waits until all colours have changed. */
export async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme })
  await page.locator(`html[data-mantine-color-scheme="${theme}"]`).waitFor({ state: 'attached' })
  await page.evaluate(
    'new Promise(requestAnimationFrame).then(() => Promise.allSettled(document.getAnimations().filter((one) => one.effect.getTiming().iterations !== Infinity).map((one) => one.finished)))',
  )
}
