/**
 * `npm run screenshots [folder]`: a picture of every screen, light and dark, on a phone and on a desk, to be looked at.
 *
 *     npm run screenshots                   into ./screenshots, which git ignores
 *     npm run screenshots -- /tmp/pictures
 */
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { chromium } from 'playwright-core'
import { provideWeb } from '../server/src/web/build.ts'
import { provideChromium } from '../server/test/packages.ts'
import { FLAGS } from './chromium-flags.ts'
import { ADA, Notebook } from './notebook.ts'
import { fillNotebook } from './sample-notebook.ts'
import { type Screen, screens, setupScreen } from './screens.ts'

const folder = resolve(process.argv[2] ?? 'screenshots')
mkdirSync(folder, { recursive: true })
const web = mkdtempSync(join(tmpdir(), 'aliquot-screenshots-'))
const notebook = new Notebook(join(web, 'cache/web'))
const executablePath = await provideChromium()
const browser = await chromium.launch({ executablePath, headless: true, args: FLAGS })
try {
  if (!(await provideWeb(web))) throw new Error('The web interface could not be built')
  await notebook.start()
  // Only before somebody has an account.
  await takePictures([setupScreen(notebook.setupLink)])
  const entry = await fillNotebook(notebook, await notebook.setUp())
  await takePictures(screens(entry))
  console.log(`The pictures are in ${folder}`)
} finally {
  await browser.close()
  await notebook.remove()
  rmSync(web, { recursive: true, force: true })
}

async function takePictures(wanted: readonly Screen[]): Promise<void> {
  for (const theme of ['light', 'dark'] as const) {
    for (const width of [390, 1280]) {
      for (const isInside of [false, true]) {
        const context = await browser.newContext({
          baseURL: notebook.address,
          colorScheme: theme,
          locale: 'en-GB',
          reducedMotion: 'reduce',
          viewport: { width, height: width < 500 ? 844 : 800 },
        })
        const some = wanted.filter((screen) => screen.isInside === isInside)
        if (isInside && some.length > 0) await notebook.enter(context, ADA)
        for (const screen of some) {
          const page = await context.newPage()
          await page.goto(screen.path)
          await screen.ready(page)
          await page.waitForLoadState('networkidle')
          await page.screenshot({ path: join(folder, `${screen.name}-${width}-${theme}.png`) })
          await page.close()
        }
        await context.close()
      }
    }
  }
}
