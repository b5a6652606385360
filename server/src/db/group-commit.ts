import type { DatabaseSync, StatementSync } from 'node:sqlite'
import type { WriteQueue } from './database.ts'
import { postponeWith } from './last.ts'
import type { Db } from './schema.ts'
import { storageError } from './sqlite.ts'

const MOST_IN_A_GROUP = 512

interface Job {
  work: (db: Db) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Changes that arrive together share one commit, so the price of one fsync is paid by many. Each runs in its own
 * savepoint, one after the other; a failing one rolls back alone. Nobody is answered before the commit.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync
  readonly #db: Db
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #committed: () => void
  #waiting: Job[] = []
  /** What the changes of the present group want to be written behind all of them. */
  #last: (() => Promise<unknown>)[] = []
  #running: Promise<void> | undefined
  #commits = 0
  #changes = 0
  #commitMs = 0

  /** `committed` is called when readers would see something new. */
  constructor(connection: DatabaseSync, db: Db, committed: () => void) {
    this.#connection = connection
    this.#db = db
    this.#committed = committed
    this.#savepoint = connection.prepare('savepoint change')
    this.#release = connection.prepare('release change')
    // `run` tells the last row number, which the full-text index may have given: see Connection in sqlite.ts.
    for (const statement of [this.#savepoint, this.#release]) statement.setReadBigInts(true)
    postponeWith(db, (write) => this.#last.push(write))
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject })
    this.#running ??= this.#drain()
    return promise
  }

  queue(): WriteQueue {
    return {
      waiting: this.#waiting.length,
      commits: this.#commits,
      changes: this.#changes,
      commitSeconds: this.#commitMs / 1000,
    }
  }

  /** Resolves when nothing is waiting any more. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      // One turn of the event loop: the requests that are already in the sockets join this group.
      await new Promise((resolve) => setImmediate(resolve))
      const group = this.#waiting.splice(0, MOST_IN_A_GROUP)
      await this.#commit(group)
    }
    this.#running = undefined
  }

  async #commit(group: readonly Job[]): Promise<void> {
    const answers: (() => void)[] = []
    this.#last = []
    try {
      this.#connection.exec('begin immediate')
      for (const job of group) answers.push(await this.#runInSavepoint(job))
      for (const write of this.#last) await write()
      const start = performance.now()
      this.#connection.exec('commit')
      this.#committed()
      this.#commitMs += performance.now() - start
      this.#commits++
      this.#changes += group.length
    } catch (error) {
      // The commit itself failed, or the whole transaction was lost on the way: nothing of this group is stored.
      this.#rollBack()
      const reason = storageError(error)
      for (const job of group) job.reject(reason)
      return
    }
    for (const answer of answers) answer()
  }

  /** A disk that refused the commit may refuse this, too; then the next `begin` fails and says so to its group. */
  #rollBack(): void {
    try {
      if (this.#connection.isTransaction) this.#connection.exec('rollback')
    } catch {}
  }

  async #runInSavepoint(job: Job): Promise<() => void> {
    this.#savepoint.run()
    const postponed = this.#last.length
    try {
      const value = await job.work(this.#db)
      this.#release.run()
      return () => job.resolve(value)
    } catch (error) {
      // Some failures (disk full) end the transaction itself; then nothing of the group can be kept.
      if (!this.#connection.isTransaction) throw error
      this.#connection.exec('rollback to change; release change')
      this.#last.length = postponed
      return () => job.reject(error)
    }
  }
}
