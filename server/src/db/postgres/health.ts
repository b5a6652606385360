import { finding } from '@aliquot/contract/health-words'
import { sql } from 'kysely'
import type { EngineHealth } from '../engine-health.ts'

export const OLDEST_POSTGRES = 15

export const POSTGRES_HEALTH: EngineHealth = {
  async describe(db) {
    const { rows } = await sql<{ version: string; number: number; fsync: string; commit: string }>`
      select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
        current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit`.execute(db)
    const { version = '', number = 0, fsync = '', commit = '' } = rows[0] ?? {}
    const settings = { version, fsync, commit }
    if (number < OLDEST_POSTGRES * 10_000) {
      return { found: finding('database.too_old', { ...settings, oldest: OLDEST_POSTGRES }), state: 'wrong' }
    }
    // Without these an acknowledged write may be lost in a crash.
    const isDurable = fsync === 'on' && commit !== 'off'
    return isDurable
      ? { found: finding('database.postgres', settings), state: 'ok' }
      : { found: finding('database.not_durable', settings), state: 'warning' }
  },

  async sizes(db) {
    const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)
    return { bytes: rows[0]?.bytes ?? 0 }
  },

  async clock(db) {
    const { rows } = await sql<{ ms: number }>`
      select (extract(epoch from clock_timestamp()) * 1000)::bigint as ms`.execute(db)
    return rows[0]?.ms ?? 0
  },

  /** PostgreSQL verifies pages on read, if data checksums are enabled. */
  findDamage: () => Promise.resolve([]),
}
