import { type Kysely, sql } from 'kysely'

/** Whoever claims a job counts the running ones of each person, and must not look at those that wait for a retry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw('create index jobs_running on jobs (person, next_at) where holder is not null').execute(db)
}
