import { type Kysely, sql } from 'kysely'

/** The service looks every few seconds for notifications that have become visible. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql
    .raw('create index notifications_visible on notifications (visible_at, userid) where visible_at is not null')
    .execute(db)
}
