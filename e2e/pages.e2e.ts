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
