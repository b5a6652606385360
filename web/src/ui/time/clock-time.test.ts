import { expect, test, vi } from 'vitest'
import { dayName } from './clock-time.ts'

vi.stubEnv('TZ', 'UTC')
const NOW = Date.parse('2026-03-02T00:30:00Z')

test.each([
  ['2026-03-02T00:10:00Z', 'Today'],
  ['2026-03-01T23:59:00Z', 'Yesterday'],
  ['2026-02-28T23:59:00Z', /28.*2026/],
  ['2025-03-02T00:10:00Z', /2025/],
])('%s is said as %s', (at, said) => {
  expect(dayName(new Date(at), 'en', NOW)).toMatch(said)
})
