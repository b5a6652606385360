import { TooMany } from '../../errors.ts'
import { clientKey } from '../../lib/rate-limit.ts'

const MOST_FAILURES = 100
const WINDOW_MS = 60_000
const MOST_ADDRESSES = 10_000

/**
 * Counts wrong keys by the client they come from, and refuses more of them once there are too many. A right key passes
 * all the same: people who share an address do not pay for a neighbour's broken script.
 */
export class FailedKeys {
  readonly #windows = new Map<string, { failures: number; endsAt: number }>()

  /** Notes a failure. Throws when this address has had too many of late. */
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
      throw new TooMany('Too many wrong API keys from this address', (window.endsAt - now) / 1000)
    }
  }

  /** However many addresses take part, the memory stays bounded. */
  #makeRoom(now: number): void {
    if (this.#windows.size < MOST_ADDRESSES) return
    for (const [address, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(address)
    if (this.#windows.size >= MOST_ADDRESSES) this.#windows.clear()
  }
}
