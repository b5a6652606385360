import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { EVERYONE } from '../features/entities/counts.ts'
import type { Report } from './findings.ts'

/** Counts the entries anew and compares with the totals that lists show. */
export async function verifyCounts(db: Db, report: Report): Promise<void> {
  const bucket = sql`type, team, userid, state, canread_base`
  // Both as one list, the counted ones negative: whatever does not cancel out is wrong.
  const { rows } = await sql<{ type: number; team: number; userid: number; state: number; canread_base: number }>`
    select ${bucket} from (
      select ${bucket}, sum(total) as total from entity_counts group by ${bucket}
      union all
      select ${bucket}, -count(*) as total from entities group by ${bucket}
      union all
      select type, team, ${sql.lit(EVERYONE)}, state, canread_base, -count(*) from entities
      group by type, team, state, canread_base
    ) as both_sides
    group by ${bucket} having sum(total) <> 0
    order by ${bucket}`.execute(db)
  for (const { type, team, userid, state, canread_base } of rows) {
    const owner = userid === EVERYONE ? 'everyone' : `owner ${userid}`
    const where = `type ${type}, team ${team}, ${owner}, state ${state}, level ${canread_base}`
    report({ table: 'entity_counts', id: null, entry: null, message: `the number of entries is wrong for ${where}` })
  }
}
