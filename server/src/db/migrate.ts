import { type Kysely, sql } from 'kysely'
import type { Database } from './database.ts'
import { columnTypes, engineOf } from './dialect.ts'
import { migrations as all, type Migration } from './migrations/list.ts'

/** Any number: what matters is that every process of ours asks PostgreSQL for the same one. */
const LOCK = 4_280_001

/** The data was last used by a newer version of the program. */
export class NewerSchema extends Error {}

/**
 * Brings the schema up to date: each missing migration in a transaction of its own, under a lock, so that two starting
 * processes do not meet and a killed one is completed by the next.
 */
export async function migrate(database: Database, migrations: readonly Migration[] = all): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const name = await database.write((db) => applyNext(db as unknown as Kysely<unknown>, migrations))
    if (name === undefined) return applied
    applied.push(name)
  }
}

async function applyNext(db: Kysely<unknown>, migrations: readonly Migration[]): Promise<string | undefined> {
  const engine = engineOf(db)
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  const { text, end } = columnTypes(engine)
  await sql
    .raw(`create table if not exists migrations (name ${text} primary key, applied_at ${text} not null)${end}`)
    .execute(db)

  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  const done = new Set(rows.map((row) => row.name))
  const unknown = rows.find(({ name }) => !migrations.some((migration) => migration.name === name))
  if (unknown) {
    throw new NewerSchema(
      `The data holds migration ${unknown.name}, which this version does not know. Start the newer version.`,
    )
  }
  const next = migrations.find((migration) => !done.has(migration.name))
  if (!next) return undefined
  await next.up(db)
  await sql`insert into migrations (name, applied_at) values (${next.name}, ${new Date().toISOString()})`.execute(db)
  return next.name
}
