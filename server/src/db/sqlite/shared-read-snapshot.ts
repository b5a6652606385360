import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Lets the reads of one turn of the event loop share a snapshot. A read that stands alone locks and unlocks the file,
 * which takes as long as the read itself. Whatever is committed meanwhile ends it, so that the next read sees that.
 */
export class TurnSnapshot {
  readonly #reader: DatabaseSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  #isHeld = false

  constructor(reader: DatabaseSync) {
    this.#reader = reader
    this.#begin = reader.prepare('begin')
    this.#end = reader.prepare('commit')
  }

  /** True: it begins now. */
  hold(): boolean {
    if (this.#isHeld) return false
    this.#begin.run()
    this.#isHeld = true
    setImmediate(this.release)
    return true
  }

  readonly release = (): void => {
    if (!this.#isHeld) return
    this.#isHeld = false
    // A disk that fails may have ended it already.
    if (this.#reader.isTransaction) this.#end.run()
  }
}
