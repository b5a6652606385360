import { type Kysely, sql } from 'kysely'

/** Totals over all owners of a team stand in rows of their own, under the owner 0: see counts.ts. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    insert into entity_counts (type, team, userid, state, canread_base, shard, total)
    select type, team, 0, state, canread_base, 0, sum(total) from entity_counts
    group by type, team, state, canread_base`.execute(db)
}
