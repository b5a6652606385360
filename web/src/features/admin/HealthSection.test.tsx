import { expect, test } from 'vitest'
import { shownText, showPage } from '../../../test/page.tsx'
import { givenService } from '../../../test/service.ts'
import { HealthSection } from './HealthSection.tsx'

test('while the checks run, their rows are there already', async () => {
  const checks = Promise.withResolvers<object>()
  givenService({ 'GET /health': () => checks.promise, 'GET /info': {} })
  showPage(<HealthSection />)
  const waiting = () => document.querySelector('[role="img"][aria-label="Checking…"]')
  await expect.poll(() => waiting()?.childElementCount).toBe(8)
  checks.resolve({ checks: [{ name: 'space', state: 'ok', message: '120 GB free' }] })
  await expect.poll(shownText).toContain('120 GB free')
  expect(waiting()).toBeNull()
})
