import { sql } from 'kysely'
import type { Db } from '../../db/schema.ts'

/** The kind for people in `daily_counts`; entries use their type numbers. */
export const PEOPLE = 0

export async function rebuildDailyCounts(db: Db): Promise<void> {
  await sql`delete from daily_counts`.execute(db)
  await sql`
    insert into daily_counts (kind, day, shard, total)
    select type, substr(created_at, 1, 10), 0, count(*) from entities group by 1, 2
    union all
    select ${sql.lit(PEOPLE)}, substr(created_at, 1, 10), 0, count(*) from users where state = 1 group by 2`.execute(db)
}
