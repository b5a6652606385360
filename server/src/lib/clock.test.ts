import { afterEach, expect, test, vi } from 'vitest'
import { timeNow } from './clock.ts'

afterEach(() => vi.useRealTimers())

test.each([
  ['2026-03-02T09:15:40.000Z', '2026-03-02T09:15:40.007Z', '2026-03-02T09:15:40.123Z', '2026-03-02T09:15:41.000Z'],
  ['2026-12-31T23:59:59.999Z', '2027-01-01T00:00:00.001Z', '2027-01-01T00:00:00.001Z'],
  // A clock that is set back, within one second and beyond.
  ['2026-03-02T09:15:40.900Z', '2026-03-02T09:15:40.100Z', '2026-03-02T09:15:39.100Z', '1969-12-31T23:59:59.250Z'],
])('the present is written as a date writes it, from %s on', (...times) => {
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const time of times) {
    vi.setSystemTime(new Date(time))
    expect(timeNow()).toBe(time)
  }
})
