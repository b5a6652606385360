import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../db/database.ts'
import { TooMany, Unavailable } from '../../errors.ts'

declare module '../../context.ts' {
  interface Context {
    /** Those of this instance, whichever endpoint they are of. */
    openLists: OpenLists
  }
}

/** A list that is being sent row by row. */
export interface OpenList {
  userid: number
  /** Since when the client has not taken what is ready for it, in milliseconds; undefined while it does. */
  waitingSince: number | undefined
  /** Ends it before its time. The client sees a cut connection, never a list that looks complete. */
  cutOff(): void
}

export interface OpenListLimits {
  /** As many as there are connections to the database for them. */
  most: number
  mostEach: number
  /** How long a newcomer waits for a place. */
  patienceMs: number
  /** Who has taken nothing for so long makes room when somebody needs it. */
  stuckMs: number
}

/**
 * Places for lists that hold a connection to the database while they are read. One person gets a few of them, and
 * whoever does not read loses the place as soon as somebody else waits for one.
 */
export class OpenLists {
  readonly #limits: OpenListLimits
  readonly #open = new Set<OpenList>()
  #left = Promise.withResolvers<void>()

  constructor(limits: OpenListLimits) {
    this.#limits = limits
  }

  /** The rows of a list, once there is a place for it. */
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

  /** The one that has been waiting for its client the longest, if that is long. */
  #cutOffStuck(lists: readonly OpenList[]): void {
    const since = (list: OpenList) => list.waitingSince ?? Number.POSITIVE_INFINITY
    const [longest] = lists.toSorted((a, b) => since(a) - since(b))
    if (longest && performance.now() - since(longest) >= this.#limits.stuckMs) longest.cutOff()
  }
}

const LOOK_AGAIN_MS = 250

function tooManyOwn(count: number): TooMany {
  return new TooMany(`You are reading ${count} large lists already; let one of them end first`, 5)
}

function tooMany(): Unavailable {
  return new Unavailable('Too many large lists are being read at the moment', { retryAfterSeconds: 5 })
}

/** As many as the database has connections for. */
export function openListsFor({ mostStreams: most }: Pick<Database, 'mostStreams'>): OpenLists {
  return new OpenLists({ most, mostEach: Math.ceil(most / 4), patienceMs: 10_000, stuckMs: 5000 })
}
