import type { Database } from '../../db/database.ts'

const MOST_ROWS = 10_000

/**
 * Keeps what was read of a credential and its holder's rights until anybody's rights may have changed. Only what was
 * found is kept, so that guesses fill nothing. Where the engine cannot tell of changes, nothing is kept at all.
 */
export class CredentialCache<Key, Row> {
  readonly #rows = new Map<Key, Row>()
  #epoch: number | undefined

  /** What is known and still true. */
  recall(db: Database, key: Key): Row | undefined {
    const epoch = db.rightsEpoch()
    if (epoch !== this.#epoch) {
      this.#rows.clear()
      this.#epoch = epoch
    }
    return this.#rows.get(key)
  }

  /** Reads what is not known, and keeps it. */
  async find(db: Database, key: Key, load: () => Promise<Row | undefined>): Promise<Row | undefined> {
    const epoch = db.rightsEpoch()
    const row = await load()
    // Rights may have moved while the row was read; then it belongs to the past.
    if (row !== undefined && epoch !== undefined && epoch === this.#epoch && epoch === db.rightsEpoch()) {
      if (this.#rows.size >= MOST_ROWS) this.#rows.clear()
      this.#rows.set(key, row)
    }
    return row
  }
}
