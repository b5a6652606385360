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
import { DbConnection, type DeferredWrite, type SharedTransaction } from '../connection.ts'
import { statementName } from './named-statements.ts'
import type { Answer, Pipeline } from './pipeline/pipeline.ts'

/** One change of several that share a transaction: what it did, and the query builder that it uses. */
export class ChangeConnection implements DatabaseConnection {
  readonly #pipeline: Pipeline
  readonly db: DbConnection
  /** What it left for the end of the transaction. */
  readonly postponed: DeferredWrite[] = []
  /** Something would have to be rolled back. */
  hasWritten = false
  /** A statement failed, so the whole transaction did, or could not even be sent. */
  hasFailed = false
  isRefused = false

  /** All changes of the transaction have the same `heads`. */
  constructor(pipeline: Pipeline, heads: SharedTransaction['heads']) {
    this.#pipeline = pipeline
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
      heads,
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
    this.hasWritten ||= !READS.test(sql)
    try {
      return await this.#pipeline.run(sql, statementName(sql), parameters)
    } catch (error) {
      this.hasFailed = true
      throw error
    }
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
