import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  Kysely,
  type QueryResult,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
} from 'kysely'
import { Unavailable } from '../../errors.ts'
import { DbConnection } from '../connection.ts'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { CommitLog, type CommitLogOptions } from './commit-log.ts'
import { GroupCommit } from './group-commit.ts'
import { makeMerge } from './merge.ts'
import { RightsEpoch } from './rights-epoch.ts'
import { type RowShape, shapeOf } from './row-shape.ts'
import {
  AttachedSearchFile,
  attachSearchFile,
  detachSearchFile,
  isInSearchFile,
  provideSearchFile,
} from './search-file.ts'
import { readSettled } from './settled-event.ts'
import { TurnSnapshot } from './shared-read-snapshot.ts'
import { storageError } from './storage-error.ts'

const STREAMS = 16
const MORE_STREAMS = 4

/** SQLite in one file: one writer that commits in groups, one reader, and a few more readers for streams. */
export function openSqlite(file: string, options?: CommitLogOptions): Database {
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 })
  checkpointLeftLog(file)
  const connections: DatabaseSync[] = []
  const open = (memory: Memory) => {
    const connection = openConnection(file, memory)
    connections.push(connection)
    return connection
  }
  const provideSearch = (connection: DatabaseSync) => {
    provideSearchFile(connection, file)
    limitMemory(connection, 'search', MEMORY)
  }
  const openStream = () => {
    const connection = open(STREAM_MEMORY)
    try {
      attachSearchFile(connection, file)
      limitMemory(connection, 'search', STREAM_MEMORY)
    } catch {
      // Whoever does not search needs none.
      detachSearchFile(connection)
      searchFile.isDamaged = true
    }
    listWords(connection)
    return connection
  }
  // Without the indexes of entries: `begin immediate` would lock their file too.
  const writerConnection = open(MEMORY)
  // Waiting for a lock on this thread would block everybody: the writer retries later, see GroupCommit.
  writerConnection.exec('pragma busy_timeout = 0')
  const writer = sharedKysely(writerConnection)
  const reader = open(MEMORY)
  provideSearch(reader)
  listWords(reader)
  const snapshot = new TurnSnapshot(reader)
  const searchFile = new AttachedSearchFile(file, () => {
    snapshot.release()
    detachSearchFile(reader)
    provideSearch(reader)
    pool.renew()
  })
  const explain: Explain = (error, statement) => searchFile.explain(error, statement)
  const read = directKysely(new Connection(reader, explain), () => void snapshot.hold())
  const openPooled = () => new Connection(openStream(), explain)
  const pool = new PooledDriver(openPooled, STREAMS + MORE_STREAMS)
  const streaming = new Kysely<Schema>({ dialect: dialectOn(pool, new PooledAdapter()) })
  const log = new CommitLog(file, writerConnection, snapshot, options)
  const commits = new GroupCommit(writerConnection, writer, log)
  const rights = new RightsEpoch(writerConnection, reader, snapshot)
  const merge = makeMerge((work) => commits.run(work))

  return {
    engine: 'sqlite',
    read,
    streaming,
    aside(work) {
      merge.noteUse()
      return pool.lend(work)
    },
    mostStreams: STREAMS,
    write(work) {
      merge.noteWrite()
      return commits.run(work)
    },
    writeQueue: () => commits.queue(),
    pools: () => [],
    rightsEpoch: () => rights.current(),
    noteRightsChanged: () => rights.move(),
    settledEvent: () => readSettled(read),
    searchFile,
    async close() {
      await merge.stop()
      await commits.idle()
      await log.close()
      snapshot.release()
      await streaming.destroy()
      await read.destroy()
      await writer.destroy()
      // Kysely does not close a connection that it has not used, and compiled queries bypass it. The last one to close
      // checkpoints the write-ahead log.
      for (const connection of connections) if (connection.isOpen) connection.close()
    },
  }
}

/**
 * Copies what a crash left in the log into the file, and flushes it. If the disk had failed before, the log may look
 * whole although part of it is only in memory, and commits after such a hole would be lost with it.
 */
function checkpointLeftLog(file: string): void {
  if (!existsSync(`${file}-wal`)) return
  const connection = new DatabaseSync(file)
  try {
    connection.exec(`pragma busy_timeout = ${LOCK_MS}`)
    connection.exec('pragma synchronous = full')
    connection.exec('pragma wal_checkpoint(passive)')
  } catch {
    // A disk that refuses this refuses changes, too, and reads go on.
  } finally {
    connection.close()
  }
}

/** The page cache in KiB, and the mapped bytes of the file. */
interface Memory {
  cache: number
  mapped: number
}

const MEMORY: Memory = { cache: 32_000, mapped: 268_435_456 }
/** A stream reads each page once or twice: caching them would only fill the memory. */
const STREAM_MEMORY: Memory = { cache: 4000, mapped: 0 }

/** A wait on this thread makes everybody wait, so it is short. */
const LOCK_MS = 1000

export function openConnection(file: string, memory: Memory): DatabaseSync {
  const connection = new DatabaseSync(file)
  // First: switching to WAL may itself wait for a lock. Reads wait only while another process recovers the log of a
  // crashed one, or holds the file exclusively.
  connection.exec(`pragma busy_timeout = ${LOCK_MS}`)
  connection.exec('pragma journal_mode = wal')
  connection.exec('pragma synchronous = full')
  connection.exec('pragma foreign_keys = on')
  limitMemory(connection, 'main', memory)
  requireDurable(connection)
  return connection
}

function limitMemory(connection: DatabaseSync, file: 'main' | 'search', { cache, mapped }: Memory): void {
  connection.exec(`pragma ${file}.cache_size = -${cache}`)
  connection.exec(`pragma ${file}.mmap_size = ${mapped}`)
}

/** Full-text indexes with a virtual table `_terms`, which lists their words and stores nothing. */
const WORD_INDEXES = ['entity_search', 'entity_search_comments', 'entity_search_files'] as const
export type WordIndex = (typeof WORD_INDEXES)[number]

function listWords(connection: DatabaseSync): void {
  for (const index of WORD_INDEXES) {
    const file = isInSearchFile(index) ? 'search' : 'main'
    connection.exec(`create virtual table temp.${index}_terms using fts5vocab('${file}', '${index}', 'instance')`)
  }
}

/** NORMAL instead of FULL would lose acknowledged writes in a power cut, so it must never slip in: see CommitLog. */
function requireDurable(connection: DatabaseSync): void {
  const journal = connection.prepare('pragma journal_mode').get()?.journal_mode
  const synchronous = connection.prepare('pragma synchronous').get()?.synchronous
  if (journal !== 'wal' || synchronous !== 2) {
    throw new Error(`SQLite must run with journal_mode=wal and synchronous=full, not ${journal} and ${synchronous}`)
  }
}

/** A query builder on one connection. Its compiled queries may bypass the builder, see connection.ts. */
export function sharedKysely(database: DatabaseSync, before?: () => void): DbConnection {
  return directKysely(new Connection(database), before)
}

function directKysely(connection: Connection, before: () => void = () => {}): DbConnection {
  const db = new DbConnection({ dialect: dialectOn(new SharedDriver(connection)) })
  db.sync = {
    run(sql, parameters) {
      before()
      return connection.run(sql, parameters)
    },
    insert: (sql, parameters) => connection.insert(sql, parameters),
  }
  return db
}

/** Kysely takes SQLite for a single connection, and would let a stream wait for the one before it. */
class PooledAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

function dialectOn(driver: Driver, adapter = new SqliteAdapter()): Dialect {
  return {
    createAdapter: () => adapter,
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  }
}

/** A statement, and the shape of its rows if it has any. */
interface Prepared {
  statement: StatementSync
  shape: RowShape | undefined
}

/** Makes an error of a statement into what the client is told. */
type Explain = (error: unknown, statement: string) => unknown

/** One connection as Kysely sees it, with cached statements. */
class Connection implements DatabaseConnection {
  readonly #database: DatabaseSync
  readonly #explain: Explain
  readonly #statements = new Map<string, Prepared>()

  constructor(database: DatabaseSync, explain: Explain = storageError) {
    this.#database = database
    this.#explain = explain
  }

  executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    try {
      const prepared = this.#prepare(query.sql)
      const parameters = query.parameters as SQLInputValue[]
      if (prepared.shape) return Promise.resolve({ rows: rowsOf(prepared, prepared.shape, parameters) as R[] })
      const { changes, lastInsertRowid } = prepared.statement.run(...parameters)
      return Promise.resolve({ rows: [], numAffectedRows: BigInt(changes), insertId: BigInt(lastInsertRowid) })
    } catch (error) {
      return Promise.reject(this.#explain(error, query.sql))
    }
  }

  /** Returns the rows synchronously. */
  run(sql: string, parameters: readonly unknown[]): unknown[] {
    try {
      const prepared = this.#prepare(sql)
      if (prepared.shape) return rowsOf(prepared, prepared.shape, parameters as SQLInputValue[])
      prepared.statement.run(...(parameters as SQLInputValue[]))
      return []
    } catch (error) {
      throw this.#explain(error, sql)
    }
  }

  /** Returns the rowid of an insert: a returning clause takes half as long again. */
  insert(sql: string, parameters: readonly unknown[]): number {
    try {
      return Number(this.#prepare(sql).statement.run(...(parameters as SQLInputValue[])).lastInsertRowid)
    } catch (error) {
      throw storageError(error)
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    try {
      // Not a cached statement, which may be in use further up the same stream.
      const statement = this.#database.prepare(query.sql)
      const shape = shapeOf(statement.columns())
      statement.setReturnArrays(true)
      for (const values of statement.iterate(...(query.parameters as SQLInputValue[]))) {
        yield { rows: [shape.build(values as unknown as unknown[]) as R] }
      }
    } catch (error) {
      throw this.#explain(error, query.sql)
    }
  }

  close(): void {
    this.#statements.clear()
    this.#database.close()
  }

  #prepare(sql: string): Prepared {
    const known = this.#statements.get(sql)
    if (known) return known
    const statement = this.#database.prepare(keepingItsPlan(sql))
    const columns = statement.columns()
    statement.setReturnArrays(true)
    const prepared = { statement, shape: columns.length > 0 ? shapeOf(columns) : undefined }
    // The full-text index has rowids beyond what a JavaScript number holds, and `run` returns the last one.
    if (prepared.shape === undefined) statement.setReadBigInts(true)
    // The SQL depends on the filters of a request, so there are hundreds at most; the limit is for surprises.
    if (this.#statements.size >= 2000) this.#statements.clear()
    this.#statements.set(sql, prepared)
    return prepared
  }
}

/**
 * SQLite looks at the value of a bare placeholder when it plans a `limit`, or a comparison with a column that a partial
 * index restricts (`where chain = 0`). It then replans each time a value is bound, which costs more than most
 * statements. It does not look into an expression. A statement that needs a partial index contains the value as a
 * literal.
 */
function keepingItsPlan(sql: string): string {
  return sql.replaceAll(/\b(limit|offset) \?/g, '$1 ? + 0').replaceAll(/([=<>]) \?/g, '$1 +?')
}

function rowsOf(prepared: Prepared, shape: RowShape, parameters: readonly SQLInputValue[]): unknown[] {
  const rows = prepared.statement.all(...parameters) as unknown as unknown[][]
  const [first] = rows
  if (first === undefined) return rows
  // Another process may have added columns since; SQLite then re-prepares a statement with * by itself.
  const fitting = first.length === shape.columns ? shape : shapeOf(prepared.statement.columns())
  prepared.shape = fitting
  const { build } = fitting
  return rows.map((values) => build(values))
}

/** Everybody uses the same connection; statements run one after the other anyway. */
class SharedDriver implements Driver {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  async init(): Promise<void> {}
  acquireConnection(): Promise<DatabaseConnection> {
    return Promise.resolve(this.#connection)
  }
  async releaseConnection(): Promise<void> {}
  async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('begin immediate'))
  }
  async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('commit'))
  }
  async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw('rollback'))
  }
  async destroy(): Promise<void> {
    this.#connection.close()
  }
}

/**
 * A connection per stream: an open cursor holds its snapshot, and on a shared connection everybody else would read the
 * same past.
 */
class PooledDriver extends SharedDriver {
  readonly #open: () => Connection
  readonly #size: number
  #idle: Connection[] = []
  #lent = new Set<Connection>()
  readonly #builders = new WeakMap<Connection, Kysely<Schema>>()
  #busy = 0

  constructor(open: () => Connection, size: number) {
    super(open())
    this.#open = open
    this.#size = size
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    return this.#acquire()
  }

  override async releaseConnection(connection?: DatabaseConnection): Promise<void> {
    this.#release(connection)
  }

  /** Lends a connection. Its query builder is cached, because an export borrows one for each entry. */
  async lend<T>(work: (db: Kysely<Schema>) => Promise<T>): Promise<T> {
    const connection = this.#acquire()
    try {
      return await work(this.#builderOn(connection))
    } finally {
      this.#release(connection)
    }
  }

  #acquire(): Connection {
    if (this.#busy >= this.#size) {
      throw new Unavailable('list.too_many_open', { retryAfterSeconds: 5 })
    }
    const connection = this.#idle.pop() ?? this.#open()
    this.#lent.add(connection)
    this.#busy++
    return connection
  }

  #release(connection?: DatabaseConnection): void {
    this.#busy--
    if (!(connection instanceof Connection)) return
    if (this.#lent.delete(connection)) this.#idle.push(connection)
    else connection.close()
  }

  /** From now on lends new connections only. */
  renew(): void {
    for (const connection of this.#idle) connection.close()
    this.#idle = []
    this.#lent = new Set()
  }

  #builderOn(connection: Connection): Kysely<Schema> {
    const builder = this.#builders.get(connection) ?? directKysely(connection)
    this.#builders.set(connection, builder)
    return builder
  }

  override async destroy(): Promise<void> {
    for (const connection of this.#idle) connection.close()
    await super.destroy()
  }
}
