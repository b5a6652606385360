import type { DatabaseSync, StatementSync } from 'node:sqlite'

/**
 * Lets the reads of one turn of the event loop share a snapshot, because a single read locks and unlocks the file,
 * which takes as long as the read itself. A commit ends the snapshot, so that the next read sees it.
 * While a commit is not durable yet, the snapshot from before it is pinned.
 */
export class TurnSnapshot {
  readonly #reader: DatabaseSync
  readonly #begin: StatementSync
  readonly #end: StatementSync
  readonly #look: StatementSync
  #isHeld = false
  #isPinned = false

  constructor(reader: DatabaseSync) {
    this.#reader = reader
    this.#begin = reader.prepare('begin')
    this.#end = reader.prepare('commit')
    this.#look = reader.prepare('pragma data_version')
  }

  /** True if it begins now. */
  hold(): boolean {
    if (this.#isHeld) return false
    this.#start()
    setImmediate(this.#endTurn)
    return true
  }

  /** From now on reads see the current state, also in later turns, until the snapshot is released. */
  pin(): void {
    this.release()
    this.#start()
    this.#isPinned = true
    // SQLite takes the snapshot with the first read.
    this.#look.get()
  }

  #start(): void {
    // A failing disk may have refused to end the last one.
    if (this.#reader.isTransaction) this.#end.run()
    this.#begin.run()
    this.#isHeld = true
  }

  readonly #endTurn = (): void => {
    if (!this.#isPinned) this.release()
  }

  /** Never throws: nobody could do anything about it at the end of a turn, or of a commit. */
  readonly release = (): void => {
    if (!this.#isHeld) return
    this.#isHeld = false
    this.#isPinned = false
    try {
      // A failing disk may have ended it already.
      if (this.#reader.isTransaction) this.#end.run()
    } catch {
      // The next snapshot tries again.
    }
  }
}
