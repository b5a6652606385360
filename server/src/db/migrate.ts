import { type Kysely, sql } from 'kysely'
import { CommandProblem } from '../errors.ts'
import type { Database } from './database.ts'
import { engineOf, hasTable } from './dialect.ts'
import { columnTypes } from './migrations/frozen/engine.ts'
import { migrations as all, type Migration } from './migrations/list.ts'
import type { Db } from './schema.ts'

/** An arbitrary number that all our processes use for the advisory lock. */
const LOCK = 4_280_001

/** The data was last used by a newer version. */
export class NewerSchema extends Error {}

/**
 * Applies missing migrations, each in its own transaction and under a lock: two starting processes do not collide, and
 * a killed one is completed by the next.
 */
export async function migrate(database: Database, migrations: readonly Migration[] = all): Promise<string[]> {
  const applied: string[] = []
  for (;;) {
    const name = await database.write((db) => applyNext(db as unknown as Kysely<unknown>, migrations), {
      takesLong: true,
    })
    if (name === undefined) return applied
    applied.push(name)
  }
}

/** The names of the applied migrations; none for an empty database. */
export async function appliedMigrations(db: Db): Promise<string[]> {
  if (!(await hasTable(db, 'migrations'))) return []
  const { rows } = await sql<{ name: string }>`select name from migrations order by name`.execute(db)
  return rows.map((row) => row.name)
}

/** Refuses a schema that this version was not written for. Changes nothing. */
export async function requireUpToDate(database: Database, migrations: readonly Migration[] = all): Promise<void> {
  const applied = await appliedMigrations(database.read)
  requireKnown(applied, migrations)
  const missing = migrations.find(({ name }) => !applied.includes(name))
  if (missing)
    throw new CommandProblem(`The data lacks migration ${missing.name}: run aliquot migrate, or start the server`)
}

/** Refuses data that a newer version has changed. */
export function requireKnown(applied: readonly string[], migrations: readonly Migration[]): void {
  const unknown = applied.find((name) => !migrations.some((migration) => migration.name === name))
  if (unknown === undefined) return
  throw new NewerSchema(
    `The data holds migration ${unknown}, which this version does not know. Start the newer version.`,
  )
}

/** Applies the first missing migration in the transaction of `db`. Undefined if none is missing. */
export async function applyNext(
  db: Kysely<unknown>,
  migrations: readonly Migration[] = all,
): Promise<string | undefined> {
  const engine = engineOf(db)
  if (engine === 'postgres') await sql`select pg_advisory_xact_lock(${LOCK})`.execute(db)
  const { text, end } = columnTypes(engine)
  await sql
    .raw(`create table if not exists migrations (name ${text} primary key, applied_at ${text} not null)${end}`)
    .execute(db)

  const applied = await appliedMigrations(db as unknown as Db)
  requireKnown(applied, migrations)
  const next = migrations.find((migration) => !applied.includes(migration.name))
  if (!next) return undefined
  await next.up(db)
  await sql`insert into migrations (name, applied_at) values (${next.name}, ${new Date().toISOString()})`.execute(db)
  return next.name
}
