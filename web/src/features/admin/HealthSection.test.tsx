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

test('checks have a name, and times are those of the reader', async () => {
  const message = 'last checkpoint 2026-03-02T10:15:40.000Z, 3 events since'
  const search = { name: 'search', state: 'ok', message: 'up to date' }
  givenService({ 'GET /health': { checks: [{ name: 'journal', state: 'ok', message }, search] }, 'GET /info': {} })
  showPage(<HealthSection />)
  await expect.poll(shownText).toContain('Search indexUp to date')
  expect(shownText()).toMatch(/Last checkpoint .*Mar.* 2026.*, 3 events since/)
})
