import { Kysely } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** A synchronous connection. */
export interface SyncConnection {
  run(sql: string, parameters: readonly unknown[]): unknown[]
  /** Inserts a row and returns its id. */
  insert(sql: string, parameters: readonly unknown[]): number
}

/** A connection that many statements share. */
export interface SharedStatements {
  run(sql: string, parameters: readonly unknown[]): Promise<unknown[]>
}

/** A transaction that several changes share. */
export interface SharedTransaction extends SharedStatements {
  /** Sends a statement whose answer nobody needs. If it fails, so does the transaction. */
  send(sql: string, parameters: readonly unknown[]): void
  /** The last events of chains that it has locked, as its changes move them; undefined for a new chain. */
  heads: Map<number, { length: number; head: string } | undefined>
  /** The entry of this change, which the transaction has locked; 0 for a new one. */
  entry: number
}

/** A write at the end of a transaction. Those with the same `total` become one, with the sum of their amounts. */
export interface DeferredWrite {
  total?: string
  amount: number
  write(amount: number): Promise<unknown>
}

/** A query builder that knows more of its connections than how to run a query. */
export class DbConnection extends Kysely<Schema> {
  /**
   * SQLite answers synchronously, so a compiled query can skip the query builder's asynchronous layers, which cost more
   * than most statements.
   */
  sync: SyncConnection | undefined
  /** PostgreSQL outside of a transaction, see `isShort` in prepared.ts. */
  shortReads: SharedStatements | undefined
  /** A change on PostgreSQL that shares its transaction: its statements are sent together with those of others. */
  together: SharedTransaction | undefined
  /** Defers a write to the end of the transaction, see deferred-writes.ts. */
  postpone: ((write: DeferredWrite) => void) | undefined
}

/** Whether statements that start at the same time leave in one packet, and are answered in one. */
export function sharesTrips(db: Db): boolean {
  return connectionOf(db)?.together !== undefined
}

/** Starts a read before its result is needed, if it then shares a trip. Undefined if not: run it when it is needed. */
export function startEarly<T>(db: Db, read: (db: Db) => Promise<T>): Promise<T> | undefined {
  if (!sharesTrips(db)) return undefined
  const started = read(db)
  // A change that is refused before awaits it no more.
  started.catch(() => {})
  return started
}

/** Undefined for a transaction on PostgreSQL that is not shared. */
export function connectionOf(db: Db): DbConnection | undefined {
  return db instanceof DbConnection ? db : undefined
}
