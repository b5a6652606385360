import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { TurnSnapshot } from './shared-read-snapshot.ts'

/**
 * Notices when rights may have changed. Our own changes are told. Those of other processes (the command line, say) show
 * in SQLite's data_version, asked on the connection that does all our writing: there it moves only by others' commits.
 * It is asked once in a turn of the event loop, since a request that comes after a commit is read in a later turn; and only
 * after anybody's commit, which the snapshot that the reads of the turn share tells for a tenth of the price.
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
    // A snapshot from before this turn does not tell.
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
    // Before anything is read anew: nobody must read it from before that.
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
