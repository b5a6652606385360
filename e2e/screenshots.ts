/**
 * `npm run screenshots [folder]`: a picture of every screen, light and dark, on a phone and on a desk, to be looked at.
 *
 *     npm run screenshots                   into ./screenshots, which git ignores
 *     npm run screenshots -- /tmp/pictures
 *     npm run screenshots -- /tmp/pictures entry-    only screens with "entry-" in their name
 *     npm run screenshots -- /tmp/pictures '^list$' 320,820,1920    a pattern for their names, and other widths
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type BrowserContext, chromium, type Page } from 'playwright-core'
import { provideWeb } from '../server/src/web/build.ts'
import { provideChromium } from '../server/test/packages.ts'
import { openAllScreens, setTheme } from './all-screens.ts'
import { FLAGS } from './chromium-flags.ts'
import { ADA, Notebook } from './notebook.ts'
import type { Screen } from './screens.ts'

const [to = 'screenshots', part = '', widths = '390,1280'] = process.argv.slice(2)
const folder = resolve(to)
mkdirSync(folder, { recursive: true })
// With the page of all components.
process.env.WEB_DESIGN = '1'
const web = mkdtempSync(join(tmpdir(), 'aliquot-screenshots-'))
const executablePath = await provideChromium()
const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS })
try {
  if (!(await provideWeb(web))) throw new Error('The web interface could not be built')
  for (const width of widths.split(',').map(Number)) await takePictures(width)
  console.log(`The pictures are in ${folder}`)
} finally {
  await browser.close()
  rmSync(web, { recursive: true, force: true })
}

function isWanted(name: string): boolean {
  return new RegExp(part).test(name)
}

async function takePictures(width: number): Promise<void> {
  const notebook = new Notebook(join(web, 'cache'))
  try {
    await notebook.start()
    const newContext = () =>
      browser.newContext({
        baseURL: notebook.address,
        locale: 'en-GB',
        reducedMotion: 'reduce',
        viewport: { width, height: width < 500 ? 844 : 800 },
      })
    const outside = await newContext()
    let inside: BrowserContext | undefined
    const enter = async () => {
      inside = await newContext()
      await notebook.enter(inside, await notebook.signIn(ADA))
      return inside
    }
    const pages = {
      outside: () => outside.newPage(),
      inside: async () => (inside ?? (await enter())).newPage(),
    }
    const takePicture = async (page: Page, { name }: Screen) => {
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(page, theme)
        await page.screenshot({ path: join(folder, `${name}-${width}-${theme}.png`) })
      }
    }
    if (isWanted('design')) {
      const page = await outside.newPage()
      await page.goto('/design')
      await page.locator('[data-ready]').waitFor()
      for (const theme of ['light', 'dark'] as const) {
        await setTheme(page, theme)
        await page.screenshot({ path: join(folder, `design-${width}-${theme}.png`), fullPage: true })
      }
      await page.close()
    }
    await openAllScreens(notebook, pages, takePicture, ({ name }) => isWanted(name))
  } finally {
    await notebook.remove()
  }
}
