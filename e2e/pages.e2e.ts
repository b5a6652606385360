import { expect, test } from 'vitest'
import { freshNotebook, lab, visit } from './harness.ts'

test('whoever is not signed in is asked to', async () => {
  const page = await visit(await freshNotebook())
  await page.goto('/experiments')
  await page.waitForURL('**/sign-in**')
  expect(await page.title()).toContain('Aliquot')
})

test('an address that leads nowhere says so', async () => {
  const { page } = await lab()
  await page.goto('/nothing/here')
  await page.getByRole('heading', { level: 1 }).waitFor()
})
