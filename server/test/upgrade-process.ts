/** What the process that upgrade.test.ts starts needs to migrate a database. */
import { join } from 'node:path'
import type { Database } from '../src/db/database.ts'
import { openPostgres } from '../src/db/postgres/open-postgres.ts'
import { openSqlite } from '../src/db/sqlite/open-sqlite.ts'

export { sql } from 'kysely'
export { migrate } from '../src/db/migrate.ts'
export { migrations } from '../src/db/migrations/list.ts'

export function open({ DATA_DIR = '', DATABASE_URL }: { DATA_DIR?: string; DATABASE_URL?: string }): Database {
  return DATABASE_URL
    ? openPostgres(DATABASE_URL, { poolSize: 4, timeoutMs: 60_000 })
    : openSqlite(join(DATA_DIR, 'aliquot.db'))
}
