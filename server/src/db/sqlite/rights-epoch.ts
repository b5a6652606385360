import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { TurnSnapshot } from './shared-read-snapshot.ts'

/**
 * Detects changes of rights. Our own changes are reported. Those of other processes (such as the command line) show in
 * SQLite's data_version, read on the connection that does all our writing: there it only changes by others' commits. It
 * is checked once per turn of the event loop, because a request that comes after a commit is read in a later turn; and
 * only if the shared snapshot of the turn shows a new commit, which costs a tenth.
 */
export class RightsEpoch {
  readonly #snapshot: TurnSnapshot
  readonly #anybodysVersion: StatementSync
  readonly #othersVersion: StatementSync
  #seenOfAnybody: unknown
  #seenOfOthers: unknown
  #epoch = 1
  #isFresh = false

  constructor(writer: DatabaseSync, reader: DatabaseSync, snapshot: TurnSnapshot) {
    this.#snapshot = snapshot
    this.#anybodysVersion = prepareVersion(reader)
    this.#othersVersion = prepareVersion(writer)
    this.#seenOfOthers = readVersion(this.#othersVersion)
  }

  current(): number {
    if (this.#isFresh) return this.#epoch
    if (this.#hasAnybodyCommitted()) this.#lookForOthers()
    this.#isFresh = true
    setImmediate(() => {
      this.#isFresh = false
    })
    return this.#epoch
  }

  move(): void {
    this.#epoch++
  }

  #hasAnybodyCommitted(): boolean {
    // A snapshot from before this turn cannot tell.
    if (!this.#snapshot.hold()) return true
    const version = readVersion(this.#anybodysVersion)
    if (version === this.#seenOfAnybody) return false
    this.#seenOfAnybody = version
    return true
  }

  #lookForOthers(): void {
    const version = readVersion(this.#othersVersion)
    if (version === this.#seenOfOthers) return
    this.#seenOfOthers = version
    this.#epoch++
    // Before anything is read again, so that nobody reads the old state.
    this.#snapshot.release()
  }
}

function prepareVersion(connection: DatabaseSync): StatementSync {
  const statement = connection.prepare('pragma data_version')
  statement.setReturnArrays(true)
  return statement
}

function readVersion(statement: StatementSync): unknown {
  return (statement.get() as unknown as unknown[])[0]
}
