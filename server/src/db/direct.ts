import type { Db } from './schema.ts'

/** Runs a statement and gives its rows. */
export type Run = (sql: string, parameters: readonly unknown[]) => unknown[]

const runners = new WeakMap<Db, Run>()

/**
 * SQLite answers at once, so a compiled query need not pass the query builder's asynchronous layers, which cost more
 * than most statements. PostgreSQL has no such shortcut.
 */
export function runDirectly(db: Db, run: Run): void {
  runners.set(db, run)
}

export function directRunner(db: Db): Run | undefined {
  return runners.get(db)
}
