import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Teams that want required fields filled in. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  await sql.raw(`alter table teams add column enforce_required_fields ${int} not null default 0`).execute(db)
}
