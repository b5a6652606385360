import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database, IndexConnection } from './database.ts'
import type { CommitLogOptions } from './sqlite/commit-log.ts'
import { openIndexConnection } from './sqlite/index-connection.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

export type DatabaseConfig = Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_POOL' | 'DATABASE_TIMEOUT'>

/** Opens the configured database. The schema may still be old: see `migrate`. */
export async function openDatabase(config: DatabaseConfig, sqlite?: CommitLogOptions): Promise<Database> {
  if (!config.DATABASE_URL) return openSqlite(notebookFile(config), sqlite)
  // Loaded only if used: the driver costs a tenth of the memory and of the start time.
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(config.DATABASE_URL, {
    poolSize: config.DATABASE_POOL,
    timeoutMs: config.DATABASE_TIMEOUT * 1000,
  })
}

/** Opens a connection to the configured database that fills the search indexes. The schema must be up to date. */
export async function openIndexes(config: DatabaseConfig): Promise<IndexConnection> {
  if (!config.DATABASE_URL) return openIndexConnection(notebookFile(config))
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(config.DATABASE_URL, { poolSize: 2, timeoutMs: config.DATABASE_TIMEOUT * 1000 })
}

function notebookFile({ DATA_DIR }: DatabaseConfig): string {
  return join(DATA_DIR, 'aliquot.db')
}
