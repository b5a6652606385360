import { type Kysely, sql } from 'kysely'

/**
 * The entries of a team by blocks of ids, and in each by time of change. A page of the newest ids finds the old entries
 * that were changed lately without walking over everything that was changed since.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index entities_team_blocks on entities (type, team, (id / 16384), modified_at)`.execute(db)
}
