import type { Database } from '../db/database.ts'

const MOST_ROWS = 10_000

/**
 * Caches what follows from people and teams, such as credentials with their holder's rights, until anybody's rights may
 * have changed. Only hits are cached, so guesses cannot fill it. If the engine cannot report changes, nothing is cached.
 */
export class RightsCache<Key, Row> {
  readonly #rows = new Map<Key, Row>()
  #epoch: number | undefined

  /** A cached row that is still valid. */
  recall(db: Database, key: Key): Row | undefined {
    const epoch = db.rightsEpoch()
    if (epoch !== this.#epoch) {
      this.#rows.clear()
      this.#epoch = epoch
    }
    return this.#rows.get(key)
  }

  /** Loads a row that is not cached, and caches it. */
  async find(db: Database, key: Key, load: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const epoch = db.rightsEpoch()
    const row = await load()
    // Do not cache the row if rights changed while it was read.
    if (row !== undefined && epoch !== undefined && epoch === this.#epoch && epoch === db.rightsEpoch()) {
      if (this.#rows.size >= MOST_ROWS) this.#rows.clear()
      this.#rows.set(key, row)
    }
    return row
  }
}
