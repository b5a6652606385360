import { afterEach, expect, test, vi } from 'vitest'
import { parseServiceTime, relativeTime, setServiceZone, toServiceTime } from './time.ts'

afterEach(() => setServiceZone('UTC'))

test.each([
  ['UTC', '2026-03-02 10:15:40', '2026-03-02T10:15:40.000Z'],
  ['Europe/Paris', '2026-03-02 10:15:40', '2026-03-02T09:15:40.000Z'],
  ['Europe/Paris', '2026-07-02 10:15:40', '2026-07-02T08:15:40.000Z'],
  // Half an hour before and after a change of clocks.
  ['Europe/Paris', '2026-03-29 01:30:00', '2026-03-29T00:30:00.000Z'],
  ['Europe/Paris', '2026-03-29 03:30:00', '2026-03-29T01:30:00.000Z'],
  ['America/New_York', '2026-01-01 00:00:00', '2026-01-01T05:00:00.000Z'],
  ['Asia/Kathmandu', '2026-01-01 00:00:00', '2025-12-31T18:15:00.000Z'],
])('in %s, %s is %s', (zone, text, instant) => {
  setServiceZone(zone)
  expect(parseServiceTime(text).toISOString()).toBe(instant)
})

// Calendar days depend on the reader's zone.
vi.stubEnv('TZ', 'UTC')
const NOW = Date.parse('2026-03-02T12:00:00Z')

test.each([
  ['2026-03-02 11:59:30', 'now'],
  ['2026-03-02 12:00:30', 'now'],
  ['2026-03-02 11:55:00', '5 minutes ago'],
  ['2026-03-02 09:00:00', '3 hours ago'],
  ['2026-03-01 11:00:00', 'yesterday'],
  ['2026-02-28 13:00:00', '2 days ago'],
  ['2026-02-26 12:00:00', '4 days ago'],
  ['2026-02-01 12:00:00', 'Feb 1'],
  ['2025-02-01 12:00:00', 'Feb 1, 2025'],
])('%s is said as %s', (text, said) => {
  expect(relativeTime(parseServiceTime(text), 'en', NOW)).toBe(said)
})

test('an instant is written as the service writes it, in its zone, and read back', () => {
  setServiceZone('Europe/Paris')
  for (const text of ['2026-07-01 09:30:00', '2026-12-24 23:59:59', '2026-10-25 04:00:00']) {
    expect(toServiceTime(parseServiceTime(text))).toBe(text)
  }
  setServiceZone('UTC')
  expect(toServiceTime(new Date('2026-07-01T09:30:00Z'))).toBe('2026-07-01 09:30:00')
})
