import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Notices when rights may have changed. Our own changes are told. Those of other processes (the command line, say) show
 * in SQLite's data_version, asked on the connection that does all our writing: there it moves only by others' commits.
 * It is asked once in a turn of the event loop, since a request that comes after a commit is read in a later turn.
 */
export class RightsEpoch {
  readonly #dataVersion: StatementSync
  readonly #othersCommitted: () => void
  #seenVersion: unknown
  #epoch = 1
  #isFresh = false

  /** `othersCommitted` is called before anything is read anew: nobody must read it from before that. */
  constructor(writer: DatabaseSync, othersCommitted: () => void) {
    this.#othersCommitted = othersCommitted
    this.#dataVersion = writer.prepare('pragma data_version')
    this.#seenVersion = this.#readVersion()
  }

  current(): number {
    if (this.#isFresh) return this.#epoch
    const version = this.#readVersion()
    if (version !== this.#seenVersion) {
      this.#seenVersion = version
      this.#epoch++
      this.#othersCommitted()
    }
    this.#isFresh = true
    setImmediate(() => {
      this.#isFresh = false
    })
    return this.#epoch
  }

  move(): void {
    this.#epoch++
  }

  #readVersion(): unknown {
    return this.#dataVersion.get()?.data_version
  }
}
