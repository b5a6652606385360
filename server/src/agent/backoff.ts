const FIRST_MS = 1000
const MOST_MS = 5 * 60_000

/** Growing pauses with jitter, so that a hundred instruments do not come back at the same moment. */
export function pauseMs(attempt: number, random = Math.random()): number {
  const whole = Math.min(MOST_MS, FIRST_MS * 2 ** Math.min(attempt, 20))
  return whole * (0.5 + random / 2)
}

/** A computer that measures has better things to do: looking at its folders takes a tenth of the time at most. */
const REST_TO_LOOK = 9

/** The least pause after a look at all folders that took so long, however much happens in them. */
export function restAfter(lookMs: number, mostMs: number): number {
  return Math.min(lookMs * REST_TO_LOOK, mostMs)
}

/** Time that only goes forward, whatever happens to the clock of the computer. */
export function steadyMs(): number {
  return performance.now()
}
