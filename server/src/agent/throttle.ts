import { setTimeout as sleep } from 'node:timers/promises'
import { steadyMs } from './backoff.ts'

/** Limits all uploads together to so many bytes a second. */
export class Throttle {
  readonly #bytesPerSecond: number
  #freeAt = 0

  constructor(bytesPerSecond: number) {
    this.#bytesPerSecond = bytesPerSecond
  }

  /** The part that can be sent within half of the minute that the service gives a request. */
  partBytes(most: number): number {
    if (this.#bytesPerSecond === 0) return most
    return Math.max(1000, Math.min(most, Math.floor(this.#bytesPerSecond * 10)))
  }

  /** Waits until so many bytes may go. */
  async take(bytes: number, signal?: AbortSignal): Promise<void> {
    if (this.#bytesPerSecond === 0) return
    const now = steadyMs()
    const from = Math.max(now, this.#freeAt)
    this.#freeAt = from + (bytes / this.#bytesPerSecond) * 1000
    if (from > now) await sleep(from - now, undefined, signal && { signal })
  }
}
