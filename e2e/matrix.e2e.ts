import type { CDPSession, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { EXPECTED } from './all-screens.ts'
import { findUnmarked } from './forced-colors.ts'
import { IS_THOROUGH, lab, visit } from './harness.ts'
import { FINGER, findLayoutFaults, NOTHING, type Pointer } from './layout-faults.ts'
import { untilQuiet } from './quiet.ts'
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
const THEMES = ['light', 'dark'] as const

/** Faults with the widths and themes in which they are seen. */
type Faults = Map<string, string[]>

/** Thorough runs open every screen anew on a phone, a tablet and a desk, where it may be another one. */
const ROUNDS = IS_THOROUGH
  ? [
      { opened: 390, widths: [320, 390] },
      { opened: 820, widths: [768, 820, 1024] },
      { opened: 1280, widths: [1280, 1440, 1920, 2560] },
    ]
  : [{ opened: 1280, widths: WIDTHS }]
const A4_WIDTH = 794

test(
  'nothing overlaps, is cut beside free room, or is too small to hit or to type in, at any width and in both themes',
  async () => {
    const { shown, open, faults } = await prepare(IS_THOROUGH ? undefined : SCREENS)
    let looks = 0
    for (const screen of shown) {
      for (const { opened, widths } of ROUNDS) {
        const page = await open(screen, opened)
        const tools = await page.context().newCDPSession(page)
        for (const width of widths) {
          await resize(page, width)
          for (const theme of THEMES) {
            await paint(page, theme)
            await look(page, faults, screen, `${width} ${theme}`)
            looks++
          }
          if (width > WIDEST_TOUCHED) continue
          await touch(page, tools, true)
          await look(page, faults, screen, `${width} touch`, FINGER)
          await touch(page, tools, false)
        }
        if (opened !== 1280) continue
        // A small laptop at 200 %.
        await page.setViewportSize({ width: 640, height: 400 })
        await look(page, faults, screen, '1280 at 200 %')
        if (await page.evaluate<boolean>(MOVES)) note(faults, `${screen.name}: something moves`, 'reduced motion')
      }
      if (IS_THOROUGH)
        console.log(
          `${screen.name}: ${
            inWords(faults)
              .filter((one) => one.startsWith(`${screen.name}: `))
              .join('\n  ') || 'no fault'
          }`,
        )
    }
    console.log(`layout: ${shown.length} screens, ${looks} widths and themes, ${faults.size} faults`)
    expect(inWords(faults)).toEqual([])
  },
  IS_THOROUGH ? 3_600_000 : 600_000,
)

/** Something goes on moving although less motion was asked for. */
const MOVES = 'document.getAnimations().some((one) => one.effect.getTiming().iterations === Infinity)'

test(
  'the list and an entry also fit a language that is written from right to left, forced colours, and paper',
  async () => {
    const { shown, open, faults } = await prepare(IS_THOROUGH ? SCREENS : ['list', 'list-table', 'entry'])
    for (const screen of shown) {
      const page = await open(screen)
      await page.evaluate("document.documentElement.dir = 'rtl'")
      for (const width of [390, 820, 1280]) {
        await resize(page, width)
        await look(page, faults, screen, `${width} right to left`)
      }
      await page.evaluate("document.documentElement.dir = 'ltr'")
      await page.emulateMedia({ forcedColors: 'active' })
      await look(page, faults, screen, '1280 forced colours')
      for (const fault of await findUnmarked(page)) note(faults, `${screen.name}: ${fault}`, 'forced colours')
      await page.emulateMedia({ forcedColors: 'none', media: 'print' })
      await resize(page, A4_WIDTH)
      await look(page, faults, screen, 'paper', NOTHING)
      await page.emulateMedia({ media: 'screen' })
    }
    expect(inWords(faults)).toEqual([])
  },
  IS_THOROUGH ? 600_000 : 120_000,
)

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

test.each([
  { width: 390, height: 844 },
  { width: 1280, height: 800 },
])('a message does not cover the comment that is being written, at $width px', async (size) => {
  const { page, notebook, cookie } = await lab({ size })
  const id = await notebook.experiment(cookie, { title: 'Buffer A', body: '<p>Tris</p>'.repeat(20) })
  await page.goto(`/experiments/${id}`)
  const comment = page.getByLabel('Write a comment')
  await comment.waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('copy link')
  await page.getByRole('option', { name: 'Copy link', selected: true }).waitFor()
  await page.keyboard.press('Enter')
  const message = page.getByText('Link copied')
  await message.waitFor()
  await comment.evaluate((one) => (one as unknown as Scrolled).scrollIntoView({ block: 'end' }))
  await comment.focus()
  const isCovered = async () => {
    const [said, field] = [await message.boundingBox(), await comment.boundingBox()]
    return said && field && said.y < field.y + field.height && field.y < said.y + said.height
  }
  await expect.poll(isCovered).toBe(false)
})

interface Scrolled {
  scrollIntoView(to: { block: 'end' }): void
}

/** The screens with these names, or all; `open` shows one at a width. */
async function prepare(names?: readonly string[]) {
  const { page, notebook, cookie } = await lab({ expected: EXPECTED })
  const all = screens(notebook, await fillNotebook(notebook, cookie))
  const shown = all.filter(({ name }) => names?.includes(name) ?? true)
  if (names) expect(shown.map(({ name }) => name).toSorted()).toEqual(names.toSorted())
  const faults: Faults = new Map()
  const outside = names ? undefined : await visit(notebook, { expected: EXPECTED })
  let last = page
  const open = async (screen: Screen, width = 1280): Promise<Page> => {
    if (outside) {
      // Without what the screen before left behind: a page that is offline, a theme.
      if (last !== page) await last.close()
      last = await (screen.isInside ? page : outside).context().newPage()
    }
    await last.setViewportSize({ width, height: heightAt(width) })
    await last.goto(screen.path)
    await screen.ready(last)
    await untilQuiet(last)
    return last
  }
  return { shown, open, faults }
}

async function look(page: Page, faults: Faults, { name }: Screen, where: string, pointer?: Pointer): Promise<void> {
  for (const fault of await findLayoutFaults(page, pointer)) note(faults, `${name}: ${fault}`, where)
}

function note(faults: Faults, fault: string, where: string): void {
  faults.set(fault, [...(faults.get(fault) ?? []), where])
}

function inWords(faults: Faults): string[] {
  return Array.from(faults, ([fault, where]) => `${fault} (${where.join(', ')})`)
}

async function resize(page: Page, width: number): Promise<void> {
  await page.setViewportSize({ width, height: heightAt(width) })
  await settle(page)
}

function heightAt(width: number): number {
  return width < 600 ? 844 : 900
}

/** Without a reload: the page itself follows the attribute. */
async function paint(page: Page, theme: string): Promise<void> {
  await page.evaluate(`document.documentElement.dataset.mantineColorScheme = '${theme}'`)
}

/** Observers of sizes need two frames. */
async function settle(page: Page): Promise<void> {
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))')
}

async function touch(page: Page, tools: CDPSession, isOn: boolean): Promise<void> {
  await tools.send('Emulation.setTouchEmulationEnabled', { enabled: isOn, maxTouchPoints: 1 })
  await settle(page)
}
