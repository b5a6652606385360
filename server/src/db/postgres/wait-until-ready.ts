import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import { ConfigError } from '../../config.ts'
import { Unavailable } from '../../errors.ts'
import type { Database } from '../database.ts'
import type { Db } from '../schema.ts'
import { OLDEST_POSTGRES } from './health.ts'

const PATIENCE_MS = 5000
const BETWEEN_TRIES_MS = 250

/** Gives a database that starts at the same time a moment. */
export async function waitForPostgres(db: Database, log: Logger): Promise<void> {
  const start = performance.now()
  for (let attempt = 1; ; attempt++) {
    try {
      await db.write(requireNewPostgres)
      return
    } catch (error) {
      if (!(error instanceof Unavailable) || performance.now() - start > PATIENCE_MS) throw error
      if (attempt === 1) log.warn('waiting for the database')
      await sleep(BETWEEN_TRIES_MS)
    }
  }
}

async function requireNewPostgres(db: Db): Promise<void> {
  const { rows } = await sql<{ version: string }>`select current_setting('server_version_num') as version`.execute(db)
  const major = Math.floor(Number(rows[0]?.version) / 10_000)
  if (major < OLDEST_POSTGRES) {
    throw new ConfigError(`DATABASE_URL: PostgreSQL ${OLDEST_POSTGRES} or newer is needed, this is ${major}`)
  }
}
