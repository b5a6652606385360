import { Kysely } from 'kysely'
import type { Db, Schema } from './schema.ts'

/** A synchronous connection. */
export interface SyncConnection {
  run(sql: string, parameters: readonly unknown[]): unknown[]
  /** Inserts a row and returns its id. */
  insert(sql: string, parameters: readonly unknown[]): number
}

/** Connections that many short reads share. */
export interface ShortReads {
  run(sql: string, parameters: readonly unknown[]): Promise<unknown[]>
}

/** A query builder that knows more of its connections than how to run a query. */
export class DbConnection extends Kysely<Schema> {
  /**
   * SQLite answers synchronously, so a compiled query can skip the query builder's asynchronous layers, which cost more
   * than most statements.
   */
  sync: SyncConnection | undefined
  /** PostgreSQL outside of a transaction, see `isShort` in prepared.ts. */
  shortReads: ShortReads | undefined
  /** Defers a write to the end of the transaction, see deferred-writes.ts. */
  postpone: ((write: () => Promise<unknown>) => void) | undefined
}

/** Undefined for a transaction on PostgreSQL. */
export function connectionOf(db: Db): DbConnection | undefined {
  return db instanceof DbConnection ? db : undefined
}
