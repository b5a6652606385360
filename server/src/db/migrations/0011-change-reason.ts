import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Teams that want to know why an entry is changed. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  await sql.raw(`alter table teams add column require_change_reason ${int} not null default 0`).execute(db)
}
