import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import type { CommitLogOptions } from './sqlite/commit-log.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

/** Opens the configured database. The schema may still be old: see `migrate`. */
export async function openDatabase(
  config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_POOL' | 'DATABASE_TIMEOUT'>,
  sqlite?: CommitLogOptions,
): Promise<Database> {
  if (!config.DATABASE_URL) return openSqlite(join(config.DATA_DIR, 'aliquot.db'), sqlite)
  // Loaded only if used: the driver costs a tenth of the memory and of the start time.
  const { openPostgres } = await import('./postgres/open-postgres.ts')
  return openPostgres(config.DATABASE_URL, {
    poolSize: config.DATABASE_POOL,
    timeoutMs: config.DATABASE_TIMEOUT * 1000,
  })
}
