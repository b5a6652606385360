import { Kysely } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** A synchronous connection. */
export interface SyncConnection {
  run(sql: string, parameters: readonly unknown[]): unknown[]
  /** Inserts a row and returns its id. */
  insert(sql: string, parameters: readonly unknown[]): number
}

/** A query builder on a single connection, with the state of that connection. */
export class DbConnection extends Kysely<Schema> {
  /**
   * SQLite answers synchronously, so a compiled query can skip the query builder's asynchronous layers, which cost more
   * than most statements. PostgreSQL has no such shortcut.
   */
  sync: SyncConnection | undefined
  /** Defers a write to the end of the transaction, see deferred-writes.ts. */
  postpone: ((write: () => Promise<unknown>) => void) | undefined
}

/** Undefined for a pool, or for a transaction on one of its connections. */
export function connectionOf(db: Db): DbConnection | undefined {
  return db instanceof DbConnection ? db : undefined
}
