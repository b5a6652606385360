import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** A link to set a password remembers who gave it: their rights are checked again when it is used. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  await sql.raw(`alter table users add column password_link_by ${int} not null default 0`).execute(db)
}
