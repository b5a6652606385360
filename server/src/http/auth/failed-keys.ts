import { TooMany } from '../../errors.ts'
import { clientKey } from '../../lib/rate-limit.ts'

const MOST_FAILURES = 100
const WINDOW_MS = 60_000
const MOST_ADDRESSES = 10_000

/**
 * Counts wrong keys per client address and refuses more after too many. A valid key still passes: people who share an
 * address do not pay for a neighbour's broken script.
 */
export class FailedKeys {
  readonly #windows = new Map<string, { failures: number; endsAt: number }>()

  /** Counts a failure. Throws if this address has had too many recently. */
  note(address: string, now: number): void {
    const client = clientKey(address)
    const window = this.#windows.get(client)
    if (!window || window.endsAt <= now) {
      this.#makeRoom(now)
      this.#windows.set(client, { failures: 1, endsAt: now + WINDOW_MS })
      return
    }
    window.failures++
    if (window.failures > MOST_FAILURES) {
      throw new TooMany('auth.too_many_keys', (window.endsAt - now) / 1000)
    }
  }

  /** Bounds the memory, however many addresses take part. */
  #makeRoom(now: number): void {
    if (this.#windows.size < MOST_ADDRESSES) return
    for (const [address, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(address)
    if (this.#windows.size >= MOST_ADDRESSES) this.#windows.clear()
  }
}
