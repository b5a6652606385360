import type { Clock } from './clock.ts'

/** A clock for tests that only advances when told to. */
export function createManualClock(): { clock: Clock; pass(milliseconds: number): Promise<void>; stop(): void } {
  const timers: { at: number; run: () => void }[] = []
  let now = 0
  return {
    clock: {
      now: () => now,
      after(milliseconds, run) {
        const timer = { at: now + milliseconds, run }
        timers.push(timer)
        return () => timers.splice(timers.indexOf(timer) >>> 0, 1)
      },
    },
    async pass(milliseconds) {
      const end = now + milliseconds
      for (;;) {
        // Lets pending promises resolve.
        for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
        const next = timers.filter((timer) => timer.at <= end).sort((a, b) => a.at - b.at)[0]
        if (!next) break
        timers.splice(timers.indexOf(next), 1)
        now = Math.max(now, next.at)
        next.run()
      }
      now = end
    },
    /** Cancels all timers, as when a page ends. */
    stop: () => void timers.splice(0),
  }
}
