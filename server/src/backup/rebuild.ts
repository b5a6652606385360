import { sql } from 'kysely'
import type { Db } from '../db/schema.ts'
import { EVERYONE } from '../features/entities/counts.ts'
import { rebuildSearch } from '../features/search/rebuild.ts'

/** Makes anew what follows from the other tables: the totals of lists and what searches read. */
export async function rebuildDerived(db: Db): Promise<void> {
  await sql`delete from entity_counts`.execute(db)
  await sql`
    insert into entity_counts (type, team, userid, state, canread_base, shard, total)
    select type, team, userid, state, canread_base, 0, count(*) from entities
    group by type, team, userid, state, canread_base
    union all
    select type, team, ${sql.lit(EVERYONE)}, state, canread_base, 0, count(*) from entities
    group by type, team, state, canread_base`.execute(db)
  await rebuildSearch(db)
}
