import { join } from 'node:path'
import type { Config } from '../config.ts'
import type { Database } from './database.ts'
import { openPostgres } from './postgres.ts'
import { openSqlite } from './sqlite.ts'

/** Opens the database that the settings name. The schema may still be old: see `migrate`. */
export function openDatabase(config: Pick<Config, 'DATA_DIR' | 'DATABASE_URL' | 'DATABASE_POOL'>): Database {
  return config.DATABASE_URL
    ? openPostgres(config.DATABASE_URL, config.DATABASE_POOL)
    : openSqlite(join(config.DATA_DIR, 'aliquot.db'))
}
