import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Lets the reads of one turn of the event loop share a snapshot, because a single read locks and unlocks the file,
 * which takes as long as the read itself. A commit ends the snapshot, so that the next read sees it.
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

  /** True if it begins now. */
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
    // A failing disk may have ended it already.
    if (this.#reader.isTransaction) this.#end.run()
  }
}
