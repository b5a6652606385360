import { type Kysely, sql } from 'kysely'

/** What a deposit key may reach, as JSON. Keys of the other levels have none. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('alter table apikeys add column deposit text').execute(db)
}
