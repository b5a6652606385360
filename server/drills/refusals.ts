import { DatabaseSync } from 'node:sqlite'
import { sql } from 'kysely'
import pino from 'pino'
import { readConfig } from '../src/config.ts'
import { openContext } from '../src/start.ts'
import { digestDatabase } from '../test/digest.ts'
import { findDatabase, type Instance } from './instance.ts'
import type { Random } from './random.ts'
import { differingTables, digestTables } from './tables.ts'

/** Reports which tables a refused request has changed. Nobody else may write meanwhile. */
export interface Watch {
  /** Call it before a request. False if this one is not watched. */
  begin(): Promise<boolean>
  /** Call it after the request. */
  changedTables(): Promise<string[]>
  close(): Promise<void>
}

/** Tables that the server changes by itself: it processes files and entries that were added before. */
const ITS_OWN = [
  ...['checkpoints', 'jobs', 'previews', 'entity_search_files'],
  ...['search_pending', 'search_indexer', 'entity_search', 'entity_search_grams'],
]
/** Tables that a refused sign-in or API key changes: it is counted and recorded. */
const OF_ATTEMPTS = ['chains', 'events', 'sign_in_failures', 'sqlite_sequence']
const OTHER_EVENTS = "select count(*) as count from events where subject <> 'attempt'"
/** The share of requests to watch on PostgreSQL, where only a slow comparison of all tables shows a change. */
const WATCHED_SHARE = 0.03

export function watchTables(instance: Instance, random: Random): Promise<Watch> {
  return instance.env.DATABASE_URL ? watchPostgres(instance, random) : Promise.resolve(watchSqlite(instance))
}

/** Watches every request: SQLite's data_version tells at once that nothing was committed. */
function watchSqlite(instance: Instance): Watch {
  const file = findDatabase(instance)
  const before = new DatabaseSync(file, { readOnly: true })
  const now = new DatabaseSync(file, { readOnly: true })
  const readVersion = () => Number(now.prepare('pragma data_version').get()?.data_version)
  let version = 0
  return {
    async begin() {
      if (before.isTransaction) before.exec('commit')
      // An open read transaction preserves the state from before the request.
      before.exec('begin')
      before.prepare('select 1 from settings').all()
      version = readVersion()
      return true
    },
    async changedTables() {
      if (readVersion() === version) return []
      const count = (db: DatabaseSync) => Number(db.prepare(OTHER_EVENTS).get()?.count)
      return withoutOwn(differingTables(digestTables(before), digestTables(now)), count(before) === count(now))
    },
    async close() {
      before.close()
      now.close()
    },
  }
}

function withoutOwn(tables: readonly string[], onlyAttempts: boolean): string[] {
  return tables.filter((name) => !ITS_OWN.includes(name) && !(onlyAttempts && OF_ATTEMPTS.includes(name)))
}

async function watchPostgres(instance: Instance, random: Random): Promise<Watch> {
  const ctx = await openContext(readConfig(instance.env), pino({ level: 'silent' }))
  const digest = async () => new Map(Object.entries(await digestDatabase(ctx)))
  const countEvents = async () => (await sql.raw<{ count: number }>(OTHER_EVENTS).execute(ctx.db.read)).rows[0]?.count
  let before = new Map<string, string>()
  let events: number | undefined
  return {
    async begin() {
      if (!random.chance(WATCHED_SHARE)) return false
      before = await digest()
      events = await countEvents()
      return true
    },
    changedTables: async () =>
      withoutOwn(differingTables(before, await digest()), Number(events) === Number(await countEvents())),
    close: () => ctx.db.close(),
  }
}
