import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { PEOPLE } from '../features/instance/daily-counts.ts'
import type { Report } from './findings.ts'

/** Recounts the daily totals. */
export async function verifyDailyCounts(db: Db, report: Report): Promise<void> {
  const { rows } = await sql<{ kind: number; day: string }>`
    select kind, day from (
      select kind, day, sum(total) as total from daily_counts group by kind, day
      union all
      select type, substr(created_at, 1, 10), -count(*) from entities group by 1, 2
      union all
      select ${sql.lit(PEOPLE)}, substr(created_at, 1, 10), -count(*) from users where state = 1 group by 2
    ) as both_sides
    group by kind, day having sum(total) <> 0
    order by kind, day`.execute(db)
  for (const { kind, day } of rows) {
    const what = kind === PEOPLE ? 'people' : `entries of type ${kind}`
    report({ table: 'daily_counts', id: null, entry: null, message: `the number of ${what} of ${day} is wrong` })
  }
}
