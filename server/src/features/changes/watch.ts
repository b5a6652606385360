import { setTimeout as sleep } from 'node:timers/promises'
import type { Database, SettledEvent } from '../../db/database.ts'
import { TooMany, Unavailable } from '../../errors.ts'
import type { Signal } from '../../lib/signals/signal.ts'

declare module '../../context.ts' {
  interface Context {
    feed: FeedWatch
  }
}

/** Between two looks while an event is not settled. */
const UNSETTLED_MS = 5
/**
 * Between two looks for events of other processes. On PostgreSQL these say that they stored something, and this is for
 * what was not heard. On SQLite only the command line is another process.
 */
const OTHERS_MS = { postgres: 1000, sqlite: 250 }
/** How long a request waits for what was committed right before it to settle. */
const PATIENCE_MS = 250
/** The same in a process that has just started and knows of no settled event yet: "now" would be the beginning. */
const FIRST_PATIENCE_MS = 10_000
/** After an error of the database. */
const ERROR_MS = 1000
/** Each of them reads again whenever anything happens. More than that is for the stream. */
const MOST_REQUESTS_EACH = 50
const RETRY_AFTER_SECONDS = 10

interface Waiter {
  seen: number
  wake(found?: SettledEvent): void
}

/** Looks for new events on behalf of all who wait for some, and only while somebody does. */
export class FeedWatch {
  readonly #db: Database
  readonly #committed: Signal
  readonly #waiting = new Set<Waiter>()
  /** By person: requests that wait. */
  readonly #requests = new Map<number, number>()
  #isLooking = false
  #isClosed = false

  constructor(db: Database, committed: Signal) {
    this.#db = db
    this.#committed = committed
    db.channel?.onWord((word) => {
      if (word === 'commit') committed.raise()
    })
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

  /** The same for a place of a reader who has none yet. Refuses while this process knows of no settled event. */
  async start(): Promise<number> {
    const settled = await this.settled()
    if (settled === 0 && (await this.#db.settledEvent()).last > 0) throw new Unavailable('storage.database_busy')
    return settled
  }

  /**
   * Resolves with the settled event once it is behind this one. Without it after so long, when the client is gone or the
   * service stops.
   */
  untilAfter(seen: number, ms: number, gone?: AbortSignal): Promise<SettledEvent | undefined> {
    if (this.#isClosed || gone?.aborted) return Promise.resolve(undefined)
    return new Promise((resolve) => {
      const wake = (found?: SettledEvent) => {
        clearTimeout(timer)
        gone?.removeEventListener('abort', leave)
        this.#waiting.delete(waiter)
        resolve(found)
      }
      const leave = () => wake()
      gone?.addEventListener('abort', leave)
      const timer = setTimeout(leave, ms)
      const waiter = { seen, wake }
      this.#waiting.add(waiter)
      // An event may have come since the waiter read, and the loop may rest until the next one.
      if (this.#isLooking) this.#committed.raise()
      else void this.#look()
    })
  }

  /** For a request of a person that may wait; refuses too many of them. */
  async waitingFor<T>(userid: number, work: () => Promise<T>): Promise<T> {
    const others = this.#requests.get(userid) ?? 0
    if (others >= MOST_REQUESTS_EACH) {
      throw new TooMany('changes.too_many_waiting', RETRY_AFTER_SECONDS, { most: MOST_REQUESTS_EACH })
    }
    this.#requests.set(userid, others + 1)
    try {
      return await work()
    } finally {
      const left = (this.#requests.get(userid) ?? 1) - 1
      if (left > 0) this.#requests.set(userid, left)
      else this.#requests.delete(userid)
    }
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
      this.#db.channel?.ask()
      try {
        const found = await this.#db.settledEvent()
        const { settled, last } = found
        for (const { seen, wake } of this.#waiting) if (seen < settled) wake(found)
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
