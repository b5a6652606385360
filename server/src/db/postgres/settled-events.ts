import { sql } from 'kysely'
import type { SettledEvent } from '../database.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'

/** A look at the sequence, and the transactions that may still bring an event up to there. */
interface Candidate {
  last: number
  open: ReadonlySet<string>
}

/** More would only be looked at again and again. Under constant load the oldest ones settle within milliseconds. */
const MOST_CANDIDATES = 16

/**
 * Finds the settled event: the largest id below which nothing can appear any more. On PostgreSQL a transaction that took
 * a lower id may commit after one that took a higher id, and whoever reads by ids would skip its events.
 *
 * Whoever inserts an event locks the table (ROW EXCLUSIVE) before the sequence gives it an id, and keeps the lock until
 * its end. A look reads the sequence first and the locks second. Each transaction that has taken an id by the first
 * statement either has ended by the second, or holds the lock and is in its list. The commit of a transaction is
 * visible before its locks are released. So once none of the listed ones holds the lock any more, a statement that
 * begins later sees every event up to that id that will ever be there. Others may come into the list who need not be
 * waited for; this only delays. Writers pay nothing for it.
 */
export class SettledEvents {
  readonly #db: Db
  #candidates: Candidate[] = []
  #settled = 0
  #looking: Promise<void> | undefined
  #next: Promise<void> | undefined

  constructor(db: Db) {
    this.#db = db
  }

  /** The settled event after a look that begins now. The id may be of an event that was rolled back. */
  async look(): Promise<SettledEvent> {
    await this.#lookOnce()
    return { settled: this.#settled, last: Math.max(this.#settled, this.#candidates.at(-1)?.last ?? 0) }
  }

  /** Those who ask while a look is under way share the next one. */
  #lookOnce(): Promise<void> {
    if (!this.#looking) {
      this.#looking = this.#run()
      return this.#looking
    }
    const running = this.#looking
    this.#next ??= running
      .catch(() => {})
      .then(() => {
        this.#next = undefined
        this.#looking = this.#run()
        return this.#looking
      })
    return this.#next
  }

  async #run(): Promise<void> {
    try {
      const last = await readLast(this.#db)
      const open = new Set(await listWriters(this.#db))
      // The database was restored from a backup meanwhile.
      if (last < this.#settled) {
        this.#settled = 0
        this.#candidates = []
      }
      if (last > (this.#candidates.at(-1)?.last ?? this.#settled)) this.#candidates.push({ last, open })
      while (this.#candidates[0] && [...this.#candidates[0].open].every((one) => !open.has(one))) {
        this.#settled = Math.max(this.#settled, this.#candidates.shift()?.last ?? 0)
      }
      if (this.#candidates.length > MOST_CANDIDATES) this.#candidates.splice(MOST_CANDIDATES / 2, 1)
    } finally {
      this.#looking = undefined
    }
  }
}

async function readLast(db: Db): Promise<number> {
  const [row] = await findLast(db, {})
  return Number(row?.last ?? 0)
}

const findLast = prepared((db: Db) => ({
  compile: () =>
    sql<{ last: number }>`
      select case when is_called then last_value else 0 end as last from events_id_seq`.compile(db),
}))

/** The transactions that have inserted an event, or are about to, and have not ended. */
async function listWriters(db: Db): Promise<string[]> {
  return (await findWriters(db, {})).map(({ writer }) => writer)
}

const findWriters = prepared((db: Db) => ({
  compile: () =>
    sql<{ writer: string }>`
      select distinct virtualtransaction as writer from pg_locks
      where locktype = 'relation' and mode = 'RowExclusiveLock' and granted and relation = 'events'::regclass
        and database = (select oid from pg_database where datname = current_database())`.compile(db),
}))
