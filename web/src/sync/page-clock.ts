import type { Clock } from './clock.ts'

/** The time of the page: its timers. */
export const pageClock: Clock = {
  now: Date.now,
  after(milliseconds, run) {
    const timer = setTimeout(run, milliseconds)
    return () => clearTimeout(timer)
  },
}
