import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import { freshNotebook, lab, slowDown, visit } from './harness.ts'

test('whoever is not signed in is asked to', async () => {
  const page = await visit(await freshNotebook())
  await page.goto('/experiments')
  await page.waitForURL('**/sign-in**')
  expect(await page.title()).toContain('Aliquot')
})

test('an address that leads nowhere says so', async () => {
  const { page } = await lab()
  await page.goto('/nothing/here')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  // So is a page of eLabFTW that has none here; one that has leads there.
  await page.goto('/scheduler.php')
  await page.getByRole('heading', { level: 1, name: 'Page not found' }).waitFor()
  await page.goto('/items')
  await page.waitForURL(/\/resources$/)
  // The navigation still works.
  await page.getByRole('link', { name: 'Resources' }).click()
  await page.getByRole('heading', { level: 1, name: 'Resources' }).waitFor()
})

/** The sizes of letters that occur in some places. */
const letters = async (places: Locator) =>
  new Set(
    await places.evaluateAll((all) => all.map((one) => one.ownerDocument.defaultView?.getComputedStyle(one).fontSize)),
  )

test('the titles of all pages begin at one place, and one kind of thing has one size', async () => {
  const { page, notebook } = await lab()
  const door = await visit(notebook)
  await door.goto('/sign-in')
  await door.getByLabel('E-mail').waitFor()
  await page.goto('/account/profile')
  await page.getByLabel('E-mail').waitFor()
  expect(await letters(door.locator('label'))).toEqual(await letters(page.getByText('E-mail', { exact: true })))
  expect(await letters(page.getByRole('navigation').getByRole('link'))).toHaveLength(1)
  await page.goto('/')
  const places = page.getByRole('navigation').getByRole('link')
  await places.first().waitFor()
  const addresses = await places.evaluateAll((links) => links.map((link) => `${link.getAttribute('href')}`))
  const starts = new Map<string, string>()
  for (const address of new Set([...addresses, '/account', '/team'])) {
    await page.goto(address)
    const title = await page.getByRole('heading', { level: 1 }).boundingBox()
    starts.set(address, `${title?.x}, ${title?.y}`)
  }
  expect(starts.size).toBeGreaterThan(6)
  expect(new Set(starts.values()), JSON.stringify([...starts])).toHaveLength(1)
})

test('a command that is typed before the palette is there is run', async () => {
  const { page } = await lab()
  await page.route('**/Palette*.js', async (route) => {
    await page.waitForTimeout(1_500)
    await route.continue()
  })
  await page.goto('/experiments')
  await page.getByRole('heading', { level: 1 }).waitFor()
  await slowDown(page, 6)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('api keys')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/account/keys')
})
