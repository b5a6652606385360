import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Tells marks of a new text from those of a new title, tag or field. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  await sql.raw(`alter table search_pending add column text_version ${int} not null default 0`).execute(db)
}
