const WINDOW_MS = 100
const PAUSE_TO_WORK = 20

/** How much this process has to do. */
export class Workload {
  #measuredAt = performance.now()
  #before = performance.eventLoopUtilization()
  #isBusy = false
  readonly #busy: number
  readonly #longestPauseMs: number

  /** It counts as busy when it works for more than such a share of the time. */
  constructor({ busy, longestPauseMs }: { busy: number; longestPauseMs: number }) {
    this.#busy = busy
    this.#longestPauseMs = longestPauseMs
  }

  /** Whether it did hardly anything but work lately. */
  get isBusy(): boolean {
    const now = performance.now()
    if (now - this.#measuredAt < WINDOW_MS) return this.#isBusy
    const current = performance.eventLoopUtilization()
    this.#isBusy = performance.eventLoopUtilization(current, this.#before).utilization > this.#busy
    this.#before = current
    this.#measuredAt = now
    return this.#isBusy
  }

  /**
   * How long work behind the scenes pauses after it took so long: while the process is busy it takes about a twentieth of
   * the time, so that people's requests have the rest.
   */
  pauseAfter(workMs: number): number {
    return this.isBusy ? Math.min(workMs * PAUSE_TO_WORK, this.#longestPauseMs) : 0
  }
}
