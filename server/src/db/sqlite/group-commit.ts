import type { DatabaseSync, StatementSync } from 'node:sqlite'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { Unavailable } from '../../errors.ts'
import { Turns } from '../../lib/turns.ts'
import type { DbConnection, DeferredWrite } from '../connection.ts'
import type { WriteQueue } from '../database.ts'
import { summedUp } from '../deferred-writes.ts'
import type { Db } from '../schema.ts'
import type { CommitLog } from './commit-log.ts'
import { isLock, storageError } from './storage-error.ts'

const MOST_IN_A_GROUP = 512
/** Beyond this queue length new changes are refused at once. */
const MOST_WAITING = 10_000
/** How long a change waits for a lock of another process. */
const PATIENCE_MS = 10_000
const BETWEEN_TRIES_MS = 20
/**
 * Clients that were just answered often send their next change at once. After a slow flush the next group waits for
 * them, at most this long, and twice as long while more arrive. Otherwise half of the writers would always wait for the
 * flush of the other half.
 */
const MOST_LINGERING_MS = 10
/** Only a change of thousands of rows commits longer. */
const LONG_COMMIT_MS = 5
/** After a refusal this many groups use savepoints. */
const CAREFUL_GROUPS = 16

interface Job {
  work: (db: Db) => Promise<unknown>
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
  since: number
}

/**
 * Changes that arrive together share one commit, and so one fsync. They run one after the other. When one is refused,
 * all are rolled back and run again, each in a savepoint, so that only the refused ones roll back. Savepoints from the
 * start would cost each change a fifth more. Nobody is answered before the commit is durable, and the next group begins
 * after that.
 */
export class GroupCommit {
  readonly #connection: DatabaseSync
  readonly #db: Db
  readonly #savepoint: StatementSync
  readonly #release: StatementSync
  readonly #log: CommitLog
  #waiting: Job[] = []
  /** Writes that the changes of the current group deferred to its end. */
  #last: DeferredWrite[] = []
  #running: Promise<void> | undefined
  /** When the last slow flush ended, how long to wait for clients, and for how many. */
  #lingering = { since: 0, ms: 0, expected: 0 }
  #carefulGroups = 0
  #commits = 0
  #changes = 0
  #commitMs = 0
  #lockMs = 0

  constructor(connection: DatabaseSync, db: DbConnection, log: CommitLog) {
    this.#connection = connection
    this.#db = db
    this.#log = log
    this.#savepoint = connection.prepare('savepoint change')
    this.#release = connection.prepare('release change')
    // `run` returns the last rowid, which may come from the full-text index: see Connection in open-sqlite.ts.
    for (const statement of [this.#savepoint, this.#release]) statement.setReadBigInts(true)
    db.postpone = (write) => this.#last.push(write)
  }

  run<T>(work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#waiting.length >= MOST_WAITING) {
      return Promise.reject(new Unavailable('storage.too_many_changes', { part: 'database' }))
    }
    const { promise, resolve, reject } = Promise.withResolvers<T>()
    this.#waiting.push({ work, resolve: resolve as (value: unknown) => void, reject, since: performance.now() })
    this.#running ??= this.#drain()
    return promise
  }

  queue(): WriteQueue {
    return {
      waiting: this.#waiting.length,
      commits: this.#commits,
      changes: this.#changes,
      commitSeconds: this.#commitMs / 1000,
      lockSeconds: this.#lockMs / 1000,
    }
  }

  /** Resolves when the queue is empty. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  async #drain(): Promise<void> {
    let group: readonly Job[] = []
    try {
      while (this.#waiting.length > 0) {
        await this.#gather()
        if (!(await this.#begin())) break
        group = this.#waiting.splice(0, MOST_IN_A_GROUP)
        await this.#commit(group)
        await this.#log.checkpoint()
      }
    } catch (error) {
      // Whoever was answered already does not notice. Everybody else must not wait forever.
      const reason = new Unavailable('storage.database_full', { cause: error, retryAfterSeconds: 10, part: 'database' })
      for (const job of group) job.reject(reason)
      this.#refuse(() => true, reason)
    } finally {
      this.#running = undefined
    }
  }

  /** Lets requests that are already in the sockets join this group, turn by turn while more arrive. */
  async #gather(): Promise<void> {
    let seen: number
    do {
      seen = this.#waiting.length
      await new Promise((resolve) => setImmediate(resolve))
    } while (this.#waiting.length > seen && this.#waiting.length < MOST_IN_A_GROUP)
    await this.#linger()
  }

  async #linger(): Promise<void> {
    const { since, ms, expected } = this.#lingering
    let hasMore = true
    while (this.#waiting.length < expected) {
      if (performance.now() - since > (hasMore ? 2 * ms : ms)) return
      const seen = this.#waiting.length
      await sleep(1)
      hasMore = this.#waiting.length > seen
    }
  }

  #expectBack(answered: number, flushMs: number): void {
    const expected = Math.min(answered + this.#waiting.length, MOST_IN_A_GROUP)
    this.#lingering = { since: performance.now(), ms: Math.min(flushMs / 2, MOST_LINGERING_MS), expected }
  }

  /** Runs and commits a group whose transaction has begun. */
  async #commit(group: readonly Job[]): Promise<void> {
    const isCareful = this.#carefulGroups > 0
    if (isCareful) this.#carefulGroups--
    const answers: (() => void)[] = []
    const values: unknown[] = []
    this.#last = []
    let start: number
    try {
      if (isCareful) for (const job of group) answers.push(await this.#runInSavepoint(job))
      else for (const job of group) values.push(await job.work(this.#db))
      const turns = new Turns()
      for (const { write, amount } of summedUp(this.#last)) {
        await write(amount)
        await turns.rest()
      }
      this.#log.committing()
      start = performance.now()
      this.#connection.exec('commit')
    } catch (error) {
      // A change was refused, the commit failed, or the transaction was lost: nothing of this group is stored.
      this.#rollBack()
      const reason = storageError(error)
      // Savepoints would not help if the commit itself failed.
      const isRefusal = reason === error
      if (isRefusal && !isCareful && group.length > 1) {
        this.#carefulGroups = CAREFUL_GROUPS
        this.#waiting.unshift(...group)
        return
      }
      for (const job of group) job.reject(reason)
      return
    }
    try {
      await this.#flush(start, group.length)
    } catch (error) {
      // It is committed. Whether it will be durable is not known, so nobody is told that it is stored, or refused.
      for (const job of group) job.reject(error)
      return
    }
    for (const answer of answers) answer()
    for (const [index, value] of values.entries()) group[index]?.resolve(value)
  }

  async #flush(start: number, changes: number): Promise<void> {
    const commitMs = performance.now() - start
    const flushing = this.#log.committed(commitMs)
    if (flushing) {
      await flushing
      this.#expectBack(changes, performance.now() - start)
    } else if (commitMs > LONG_COMMIT_MS) {
      // Whoever made it goes on at once, and everybody has waited for it.
      await nextTurn()
    }
    this.#commitMs += performance.now() - start
    this.#commits++
    this.#changes += changes
  }

  /**
   * Begins the transaction of a group. It waits for a lock of another process (a shell, a second service) without
   * blocking reads: SQLite's own wait would block this thread, which answers everybody. False if nobody waits any more.
   */
  async #begin(): Promise<boolean> {
    const start = performance.now()
    for (let tries = 0; this.#waiting.length > 0; tries++) {
      try {
        // A failing disk may also have refused the rollback.
        if (this.#connection.isTransaction) this.#connection.exec('rollback')
        await this.#log.repair()
        this.#connection.exec('begin immediate')
        if (tries > 0) this.#lockMs += performance.now() - start
        return true
      } catch (error) {
        const isLocked = isLock(error)
        const since = isLocked ? performance.now() - PATIENCE_MS : Infinity
        this.#refuse((job) => job.since < since, storageError(error))
        if (isLocked) await sleep(BETWEEN_TRIES_MS)
      }
    }
    return false
  }

  #refuse(isMeant: (job: Job) => boolean, reason: unknown): void {
    const refused = this.#waiting.filter(isMeant)
    if (refused.length === 0) return
    this.#waiting = this.#waiting.filter((job) => !isMeant(job))
    for (const job of refused) job.reject(reason)
  }

  /** A disk that refused the commit may refuse this too; then the next group retries before it begins. */
  #rollBack(): void {
    this.#log.refused()
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
