import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EXPECTED } from './all-screens.ts'
import { IS_THOROUGH, lab } from './harness.ts'
import { findLayoutFaults, TARGET } from './layout-faults.ts'
import { fillNotebook } from './sample-notebook.ts'
import { type Screen, screens } from './screens.ts'

const WIDTHS = [320, 390, 768, 820, 1024, 1280, 1440, 1920, 2560]
/** Phones and tablets are touched. */
const WIDEST_TOUCHED = 1024
const SCREENS = [
  'list',
  'list-table',
  'entry',
  'entry-history',
  'entry-share',
  'entry-file-csv',
  'team',
  'team-labels',
  'admin-users',
  'admin-settings',
  'palette',
]
/** In thorough runs too. */
const MORE = [
  'list-grouped',
  'list-board',
  'list-calendar',
  'resources-gallery',
  'palette-found',
  'palette-level',
  'entry-file-png',
  'entry-file-plot',
  'offline',
]
const THEMES = ['light', 'dark'] as const

/** Faults with the widths and themes in which they are seen. */
type Faults = Map<string, string[]>

test('nothing overlaps, is cut beside free room, or is too small to hit, at any width and in both themes', async () => {
  const { page, shown, faults } = await prepare(IS_THOROUGH ? [...SCREENS, ...MORE] : SCREENS)
  const tools = await page.context().newCDPSession(page)
  for (const screen of shown) {
    await open(page, screen)
    for (const width of WIDTHS) {
      await resize(page, width)
      for (const theme of THEMES) {
        await paint(page, theme)
        await look(page, faults, screen, `${width} ${theme}`)
      }
      if (width > WIDEST_TOUCHED) continue
      await touch(tools, true)
      await look(page, faults, screen, `${width} touch`, TARGET.touch)
      await touch(tools, false)
    }
    // A small laptop at 200 %.
    await page.setViewportSize({ width: 640, height: 400 })
    await look(page, faults, screen, '1280 at 200 %')
    if (await page.evaluate<boolean>(MOVES)) note(faults, `${screen.name}: something moves`, 'reduced motion')
  }
  expect(inWords(faults)).toEqual([])
}, 600_000)

/** Something goes on moving although less motion was asked for. */
const MOVES = 'document.getAnimations().some((one) => one.effect.getTiming().iterations === Infinity)'

test('the list and an entry also fit a language that is written from right to left, and forced colours', async () => {
  const { page, shown, faults } = await prepare(['list', 'list-table', 'entry'])
  for (const screen of shown) {
    await open(page, screen)
    await page.evaluate("document.documentElement.dir = 'rtl'")
    for (const width of [390, 820, 1280]) {
      await resize(page, width)
      await look(page, faults, screen, `${width} right to left`)
    }
    await page.evaluate("document.documentElement.dir = 'ltr'")
    await page.emulateMedia({ forcedColors: 'active' })
    await look(page, faults, screen, '1280 forced colours')
    await page.emulateMedia({ forcedColors: 'none' })
  }
  expect(inWords(faults)).toEqual([])
})

test('a message on a phone stands above the bar of selected rows', async () => {
  const { page, notebook, cookie } = await lab({ size: { width: 390, height: 844 } })
  await notebook.experiment(cookie, { title: 'Buffer A' })
  await page.goto('/experiments')
  await page.getByLabel('Select Buffer A').check()
  const bar = page.getByRole('region', { name: '1 selected' })
  await bar.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Pin' }).click()
  const message = page.getByText('Pinned “Buffer A”')
  await message.waitFor()
  const [said, below] = [await message.boundingBox(), await bar.boundingBox()]
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0)
})

async function prepare(names: readonly string[]) {
  const { page, notebook, cookie } = await lab({ expected: EXPECTED })
  const all = screens(notebook, await fillNotebook(notebook, cookie))
  const shown = all.filter(({ name }) => names.includes(name))
  expect(shown.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const faults: Faults = new Map()
  return { page, shown, faults }
}

async function look(page: Page, faults: Faults, { name }: Screen, where: string, target?: number): Promise<void> {
  for (const fault of await findLayoutFaults(page, target)) note(faults, `${name}: ${fault}`, where)
}

function note(faults: Faults, fault: string, where: string): void {
  faults.set(fault, [...(faults.get(fault) ?? []), where])
}

function inWords(faults: Faults): string[] {
  return Array.from(faults, ([fault, where]) => `${fault} (${where.join(', ')})`)
}

async function open(page: Page, { path, ready }: Screen): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 })
  await page.goto(path)
  await ready(page)
  await page.waitForLoadState('networkidle')
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: width < 600 ? 844 : 900 })
  await settle(page)
}

/** Without a reload: the page itself follows the attribute. */
async function paint(page: Page, theme: string): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.mantineColorScheme = '${theme}'`)
}

/** Observers of sizes need two frames. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function touch(tools: CDPSession, isOn: boolean): Promise<void> {
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: isOn, maxTouchPoints: 1 })
}
