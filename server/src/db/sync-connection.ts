import type { Db } from './schema.ts'

/** A connection that answers at once. */
export interface Direct {
  /** Runs a statement and gives its rows. */
  run(sql: string, parameters: readonly unknown[]): unknown[]
  /** Inserts a row and gives its number. */
  insert(sql: string, parameters: readonly unknown[]): number
}

const connections = new WeakMap<Db, Direct>()

/**
 * SQLite answers at once, so a compiled query need not pass the query builder's asynchronous layers, which cost more
 * than most statements. PostgreSQL has no such shortcut.
 */
export function goDirectly(db: Db, connection: Direct): void {
  connections.set(db, connection)
}

export function directTo(db: Db): Direct | undefined {
  return connections.get(db)
}
