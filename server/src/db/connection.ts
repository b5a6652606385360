import { Kysely } from 'kysely'
import type { Db, Schema } from './schema.ts'
import type { ChainHeads } from './sqlite/chain-heads.ts'

/** A connection that answers at once. */
export interface SyncConnection {
  /** Runs a statement and gives its rows. */
  run(sql: string, parameters: readonly unknown[]): unknown[]
  /** Inserts a row and gives its number. */
  insert(sql: string, parameters: readonly unknown[]): number
}

/** A query builder on one connection of its own, and what belongs to that connection. */
export class DbConnection extends Kysely<Schema> {
  /**
   * SQLite answers at once, so a compiled query need not pass the query builder's asynchronous layers, which cost more than
   * most statements. PostgreSQL has no such shortcut.
   */
  sync: SyncConnection | undefined
  /** Undefined: this connection is not the only one that writes, and the end of each chain is to be read. */
  chainHeads: ChainHeads | undefined
  /** Takes what is to be written at the end of the transaction, see deferred-writes.ts. */
  postpone: ((write: () => Promise<unknown>) => void) | undefined
}

/** Undefined: a pool, or a transaction on a connection of one. */
export function connectionOf(db: Db): DbConnection | undefined {
  return db instanceof DbConnection ? db : undefined
}
