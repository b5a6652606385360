import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { TooMany, Unavailable } from '../../errors.ts'

declare module '../../context.ts' {
  interface Context {
    /** The open lists of this instance, of all endpoints. */
    openLists: OpenLists
  }
}

/** A list that is being sent row by row. */
export interface OpenList {
  userid: number
  /** Since when the client has not read what is ready, in milliseconds; undefined while it reads. */
  waitingSince: number | undefined
  /** Ends the list early. The client sees a cut connection, never a list that looks complete. */
  cutOff(): void
}

export interface OpenListLimits {
  /** As many as there are database connections for lists. */
  most: number
  mostEach: number
  /** How long a new list waits for a slot. */
  patienceMs: number
  /** A list whose client read nothing for this long loses its slot if somebody needs it. */
  stuckMs: number
}

/**
 * Slots for lists that hold a database connection while they are read. Each person gets a few, and a client that stops
 * reading loses its slot as soon as somebody else waits.
 */
export class OpenLists {
  readonly #limits: OpenListLimits
  readonly #open = new Set<OpenList>()
  #left = Promise.withResolvers<void>()

  constructor(limits: OpenListLimits) {
    this.#limits = limits
  }

  /** Yields the rows once there is a slot. */
  async *hold<Row>(list: OpenList, rows: AsyncIterable<Row>): AsyncGenerator<Row> {
    await this.#enter(list)
    try {
      yield* rows
    } finally {
      this.#open.delete(list)
      this.#left.resolve()
      this.#left = Promise.withResolvers()
    }
  }

  async #enter(list: OpenList): Promise<void> {
    const { most, mostEach, patienceMs } = this.#limits
    const end = performance.now() + patienceMs
    for (;;) {
      const own = [...this.#open].filter(({ userid }) => userid === list.userid)
      if (own.length < mostEach && this.#open.size < most) break
      if (performance.now() >= end) throw own.length >= mostEach ? tooManyOwn(own.length) : tooMany()
      this.#cutOffStuck(own.length < mostEach ? [...this.#open] : own)
      await Promise.race([this.#left.promise, sleep(Math.min(patienceMs, LOOK_AGAIN_MS))])
    }
    this.#open.add(list)
  }

  /** Cuts off the list that has waited longest for its client, if that is long enough. */
  #cutOffStuck(lists: readonly OpenList[]): void {
    const since = (list: OpenList) => list.waitingSince ?? Number.POSITIVE_INFINITY
    const [longest] = lists.toSorted((a, b) => since(a) - since(b))
    if (longest && performance.now() - since(longest) >= this.#limits.stuckMs) longest.cutOff()
  }
}

const LOOK_AGAIN_MS = 250

function tooManyOwn(count: number): TooMany {
  return new TooMany('list.too_many_of_yours', 5, { most: count })
}

function tooMany(): Unavailable {
  return new Unavailable('list.too_many_open', { retryAfterSeconds: 5 })
}

export function openListsFor({ mostStreams: most }: Pick<Database, 'mostStreams'>): OpenLists {
  return new OpenLists({ most, mostEach: Math.ceil(most / 4), patienceMs: 10_000, stuckMs: 5000 })
}
