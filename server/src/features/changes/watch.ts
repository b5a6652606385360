import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import type { Signal } from '../../lib/signal.ts'

declare module '../../context.ts' {
  interface Context {
    feed: FeedWatch
  }
}

/** Between two looks while an event is not settled. */
const UNSETTLED_MS = 5
/** Between two looks for events of other processes. */
const OTHERS_MS = { postgres: 50, sqlite: 250 }
/** How long a request waits for what was committed right before it to settle. */
const PATIENCE_MS = 250
/** The same in a process that has just started and knows of no settled event yet: "now" would be the beginning. */
const FIRST_PATIENCE_MS = 10_000
/** After an error of the database. */
const ERROR_MS = 1000

interface Waiter {
  seen: number
  wake(): void
}

/** Looks for new events on behalf of all who wait for some, and only while somebody does. */
export class FeedWatch {
  readonly #db: Database
  readonly #committed: Signal
  readonly #waiting = new Set<Waiter>()
  #isLooking = false
  #isClosed = false

  constructor(db: Database, committed: Signal) {
    this.#db = db
    this.#committed = committed
  }

  /** How many wait now. */
  get waiting(): number {
    return this.#waiting.size
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  /** The settled event. Waits for a moment for what is committed already, so that one reads what one wrote. */
  async settled(): Promise<number> {
    const first = await this.#db.settledEvent()
    const until = performance.now() + (first.settled === 0 ? FIRST_PATIENCE_MS : PATIENCE_MS)
    let { settled } = first
    while (settled < first.last && performance.now() < until) {
      await sleep(UNSETTLED_MS)
      settled = (await this.#db.settledEvent()).settled
    }
    return settled
  }

  /** Resolves when an event behind this one is settled, after so long, when the client is gone or the service stops. */
  untilAfter(seen: number, ms: number, gone: AbortSignal): Promise<void> {
    if (this.#isClosed || gone.aborted) return Promise.resolve()
    return new Promise((resolve) => {
      const wake = () => {
        clearTimeout(timer)
        gone.removeEventListener('abort', wake)
        this.#waiting.delete(waiter)
        resolve()
      }
      gone.addEventListener('abort', wake)
      const timer = setTimeout(wake, ms)
      const waiter = { seen, wake }
      this.#waiting.add(waiter)
      // An event may have come since the waiter read, and the loop may rest until the next one.
      if (this.#isLooking) this.#committed.raise()
      else void this.#look()
    })
  }

  /** Lets all who wait go on, and nobody wait any more. */
  close(): void {
    this.#isClosed = true
    for (const { wake } of this.#waiting) wake()
    this.#committed.raise()
  }

  async #look(): Promise<void> {
    this.#isLooking = true
    while (this.#waiting.size > 0) {
      const committed = this.#committed.next(OTHERS_MS[this.#db.engine])
      try {
        const { settled, last } = await this.#db.settledEvent()
        for (const { seen, wake } of this.#waiting) if (seen < settled) wake()
        if (settled < last) await sleep(UNSETTLED_MS)
        else if (this.#waiting.size > 0) await committed
      } catch {
        // Whoever waits reads again, and is told what is wrong.
        await sleep(ERROR_MS)
        for (const { wake } of this.#waiting) wake()
      }
    }
    this.#isLooking = false
  }
}
