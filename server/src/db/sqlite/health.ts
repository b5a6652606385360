import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { finding } from '@aliquot/contract/health-words'
import { sql } from 'kysely'
import type { EngineHealth } from '../engine-health.ts'
import type { Db } from '../schema.ts'

export const SQLITE_HEALTH: EngineHealth = {
  async describe(db) {
    const ask = async (statement: string) =>
      Object.values((await sql.raw<object>(statement).execute(db)).rows[0] ?? {})[0]
    const version = String(await ask('select sqlite_version()'))
    const journal = String(await ask('pragma journal_mode'))
    const synchronous = await ask('pragma synchronous')
    const found = finding('database.sqlite', {
      version,
      journal,
      synchronous: synchronous === 2 ? 'full' : String(synchronous),
    })
    return { found, state: journal === 'wal' && synchronous === 2 ? 'ok' : 'wrong' }
  },

  async sizes(_db, dataFolder) {
    const sizeOf = (name: string) => stat(join(dataFolder, name)).then(({ size }) => size)
    const sum = async (...names: string[]) => {
      const sizes = await Promise.all(names.map((name) => sizeOf(name).catch(() => 0)))
      return sizes.reduce((total, size) => total + size, 0)
    }
    return {
      bytes: (await sizeOf('aliquot.db')) + (await sum('search.db')),
      walBytes: await sum('aliquot.db-wal', 'search.db-wal'),
    }
  },

  async findDamage(db) {
    await refreshSearch(db)
    const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(db)
    return rows.map(({ integrity_check }) => integrity_check).filter((line) => line !== 'ok')
  },
}

/** Reads from each full-text table, so that FTS5 reloads its structure: the check would use the cached one otherwise. */
async function refreshSearch(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select name from (select type, name, sql from main.sqlite_schema union all select type, name, sql from search.sqlite_schema)
    where type = 'table' and sql like 'create virtual table%'`.execute(db)
  for (const { name } of rows)
    await sql`select rowid from ${sql.table(name)} where ${sql.ref(name)} match '"a"' limit 1`.execute(db)
}
