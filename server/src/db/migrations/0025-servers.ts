import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** The servers that use this database, and when backup and verify last ran. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table servers (
      name ${text} primary key,
      host ${text} not null,
      files ${text} not null,
      secrets ${text} not null,
      base_url ${text} not null,
      version ${text} not null,
      seen_at ${text} not null
    )${end}`,
    `create table last_runs (
      kind ${text} primary key,
      at ${text} not null,
      is_ok ${int} not null
    )${end}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
