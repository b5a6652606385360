import {
  type CompiledQuery,
  type DatabaseConnection,
  DefaultQueryExecutor,
  DummyDriver,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type QueryResult,
} from 'kysely'
import { DbConnection, type DeferredWrite } from '../connection.ts'
import type { EntryLocks } from './entry-locks.ts'
import { statementName } from './named-statements.ts'
import type { Answer, Pipeline } from './pipeline/pipeline.ts'

/** Somebody else has locked the entry. */
class NotHeld extends Error {}

/**
 * One change of several that share a transaction: what it did, and the query builder that it uses. Its first reads leave
 * together with the begin. Its writes wait until its entry is locked.
 */
export class ChangeConnection implements DatabaseConnection {
  readonly #pipeline: Pipeline
  readonly #locks: EntryLocks
  readonly #entry: number
  /** A statement waits for the lock. Those behind it must not overtake it. */
  #isWaiting = false
  readonly db: DbConnection
  /** What it left for the end of the transaction. */
  readonly postponed: DeferredWrite[] = []
  /** Something would have to be rolled back. */
  hasWritten = false
  /** A statement failed, so the whole transaction did, or could not even be sent. */
  hasFailed = false
  isRefused = false

  /** All changes of the transaction have the same `locks`. */
  constructor(pipeline: Pipeline, locks: EntryLocks, entry: number) {
    this.#pipeline = pipeline
    this.#locks = locks
    this.#entry = entry
    const provider = {
      provideConnection: <T>(consumer: (connection: DatabaseConnection) => Promise<T>) => consumer(this),
    }
    this.db = new DbConnection({
      config: { dialect: DIALECT },
      dialect: DIALECT,
      driver: DRIVER,
      executor: new DefaultQueryExecutor(COMPILER, ADAPTER, provider),
    })
    this.db.postpone = (write) => this.postponed.push(write)
    this.db.together = {
      run: async (sql, parameters) => (await this.#run(sql, parameters)).rows,
      send: (sql, parameters) => void this.#run(sql, parameters).catch(() => {}),
      heads: locks.heads,
      entry,
    }
  }

  async executeQuery<R>({ sql, parameters }: CompiledQuery): Promise<QueryResult<R>> {
    const { rows, tag } = await this.#run(sql, parameters)
    const changed = /^(?:INSERT|UPDATE|DELETE|MERGE) (?:\d+ )?(\d+)$/.exec(tag)?.[1]
    return { rows: rows as R[], ...(changed !== undefined && { numAffectedRows: BigInt(changed) }) }
  }

  // biome-ignore lint/correctness/useYield: a change that shares its transaction streams nothing
  async *streamQuery<R>(): AsyncIterableIterator<QueryResult<R>> {
    throw new Error('A change that shares its transaction cannot stream')
  }

  async #run(sql: string, parameters: readonly unknown[]): Promise<Answer> {
    // Without an await once the lock is there: the order of statements is that of the calls.
    if (!this.#locks.isTaken && !this.#mayLeaveNow(sql)) {
      this.#isWaiting = true
      await this.#untilHeld()
    }
    this.hasWritten ||= !READS.test(sql)
    try {
      const answer = await this.#pipeline.run(sql, statementName(sql), parameters)
      if (!this.#locks.isTaken) await this.#locks.taken
      this.#requireHeld()
      return answer
    } catch (error) {
      this.hasFailed ||= !(error instanceof NotHeld)
      throw error
    }
  }

  #mayLeaveNow(sql: string): boolean {
    if (this.#isWaiting || !this.#locks.isLeaving) return false
    return this.#entry === 0 || (READS.test(sql) && !LOCKS.test(sql))
  }

  async #untilHeld(): Promise<void> {
    await this.#locks.taken
    this.#requireHeld()
  }

  #requireHeld(): void {
    if (!this.#locks.isHeld(this.#entry)) throw new NotHeld(`Entry ${this.#entry} is locked by somebody else`)
  }
}

const ADAPTER = new PostgresAdapter()
const COMPILER = new PostgresQueryCompiler()
const DRIVER = new DummyDriver()
const DIALECT = {
  createAdapter: () => ADAPTER,
  createDriver: () => DRIVER,
  createIntrospector: (db: DbConnection) => new PostgresIntrospector(db),
  createQueryCompiler: () => COMPILER,
}

/** A lock is no write: it ends with the transaction. */
const READS = /^\s*select\b/i
const LOCKS = /\bfor (?:no key )?update\b|\bfor (?:key )?share\b/i
