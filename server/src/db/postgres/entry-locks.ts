import type { SharedTransaction } from '../connection.ts'
import type { Pipeline } from './pipeline/pipeline.ts'

/** The begin of a shared transaction: the locks of its entries and their chains. */
export class EntryLocks {
  readonly heads: SharedTransaction['heads'] = new Map()
  /** Rejects if the transaction could not begin. */
  readonly taken: Promise<void>
  /** The answer is here. */
  isTaken = false
  readonly #pipeline: Pipeline
  readonly #batch: number
  readonly #held = new Set<number>()

  /** Leaves out the entries that somebody else has locked: a change that waits for its entry would hold up the others. */
  constructor(pipeline: Pipeline, entries: readonly number[]) {
    this.#pipeline = pipeline
    const begun = pipeline.run('begin', 'begin', [])
    this.#batch = pipeline.batch
    const named = entries.filter((entry) => entry !== 0)
    const locked = named.length > 0 ? pipeline.run(LOCK_ENTRIES, 'lock entries', [`{${named.join()}}`]) : undefined
    this.taken = this.#take(
      begun,
      locked?.then(({ rows }) => rows as LockedRow[]),
    )
    // Each change that waits for it fails, too.
    this.taken.catch(() => {})
  }

  /** Whether a statement would leave in the packet of the begin. If that fails, the server runs neither. */
  get isLeaving(): boolean {
    return this.#pipeline.batch === this.#batch
  }

  /** A new entry needs no lock. */
  isHeld(entry: number): boolean {
    return entry === 0 || this.#held.has(entry)
  }

  async #take(begun: Promise<unknown>, locked: Promise<LockedRow[]> | undefined): Promise<void> {
    const [, rows = []] = await Promise.all([begun, locked])
    for (const { id, length, head } of rows) {
      this.#held.add(id)
      this.heads.set(id, { length, head })
    }
    this.isTaken = true
  }
}

interface LockedRow {
  id: number
  length: number
  head: string
}

const LOCK_ENTRIES = `
  select e.id, c.length, c.head from entities as e join chains as c on c.chain = e.id
  where e.id = any($1::integer[]) order by e.id for update of e, c skip locked`
