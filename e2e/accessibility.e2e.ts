import { expect, test } from 'vitest'
import { findBarriers } from './accessibility.ts'
import { ADA, freshNotebook, visit } from './harness.ts'
import { fillNotebook } from './sample-notebook.ts'
import { screens } from './screens.ts'

// Colours depend on the theme, layout on the width: each once is enough to meet every rule.
test.each([
  ['light', 1280],
  ['dark', 390],
] as const)('axe finds no barrier on any screen in the %s theme, %i pixels wide', async (theme, width) => {
  const notebook = await freshNotebook()
  const options = { theme, size: { width, height: 800 }, expected: /status of 404/ }
  const outside = await visit(notebook, options)
  const found: Record<string, string[]> = {}
  await outside.goto(notebook.setupLink)
  await outside.getByRole('heading', { level: 1 }).waitFor()
  found.setup = await findBarriers(outside)

  const { entry } = await fillNotebook(notebook, await notebook.setUp())
  const inside = await visit(notebook, { as: ADA, ...options })
  for (const screen of screens({ entry })) {
    const page = screen.isInside ? inside : outside
    await page.goto(screen.path)
    await screen.ready(page)
    await page.waitForLoadState('networkidle')
    found[screen.name] = await findBarriers(page)
  }
  expect(found).toEqual(Object.fromEntries(Object.keys(found).map((name) => [name, []])))
})
