import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** What the files of a team may amount to, where it is not what the setting says for all. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { big } = columnTypes(engineOf(db))
  await sql.raw(`alter table teams add column files_quota ${big}`).execute(db)
}
