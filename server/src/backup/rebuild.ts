import { sql } from 'kysely'
import { decisiveTeamOf } from '../access/visibility.ts'
import type { Db } from '../db/schema.ts'
import { EVERYONE } from '../features/counts/entry-counts.ts'
import { countedFields } from '../features/extra-fields/extra-fields.counts.ts'
import { rebuildDailyCounts } from '../features/instance/daily-counts.ts'
import { rebuildSearch } from '../features/search/indexing/rebuild.ts'
import { rebuildPeopleSearch } from '../features/users/people-search.ts'
import { enqueue, NOBODY } from '../jobs/jobs.repo.ts'

/** Rebuilds all derived tables: list totals, counts of tags and fields, search indexes. */
export async function rebuildDerived(db: Db): Promise<void> {
  await rebuildDailyCounts(db)
  await rebuildPeopleSearch(db)
  await rebuildSearch(db)
  await rebuildEntryCounts(db)
  await rebuildUploadTotals(db)
  // Derived file content takes long, so the running service rebuilds it.
  await enqueue(db, { kind: 'files', subject: 'all', at: new Date().toISOString(), person: NOBODY })
}

const DECISIVE = decisiveTeamOf({ team: sql.ref('team'), base: sql.ref('canread_base') })

/** The list totals, and the counts of tags and fields. These are computed from the search rows. */
export async function rebuildEntryCounts(db: Db): Promise<void> {
  await sql`delete from entity_counts`.execute(db)
  await sql`
    insert into entity_counts (type, team, userid, state, canread_base, shard, total)
    select type, team, userid, state, canread_base, 0, count(*) from entities
    group by type, team, userid, state, canread_base
    union all
    select type, team, ${sql.lit(EVERYONE)}, state, canread_base, 0, count(*) from entities
    group by type, team, state, canread_base`.execute(db)
  await sql`delete from tag_counts`.execute(db)
  await sql`
    insert into tag_counts (tag_id, userid, team, canread_base, shard, total)
    select t.tag_id, e.userid, e.team, e.canread_base, 0, count(*)
    from entity_tags as t join entities as e on e.id = t.entity_id where e.state <> 3
    group by t.tag_id, e.userid, e.team, e.canread_base`.execute(db)
  await sql`
    insert into tag_counts (tag_id, userid, team, canread_base, shard, total)
    select tag_id, ${sql.lit(EVERYONE)}, ${DECISIVE}, canread_base, 0, sum(total) from tag_counts
    group by tag_id, ${DECISIVE}, canread_base`.execute(db)
  await sql`delete from field_counts`.execute(db)
  await sql`
    insert into field_counts (name, userid, team, canread_base, shard, total)
    select name, userid, team, canread_base, 0, count(*) from (${countedFields()}) as counted
    group by name, userid, team, canread_base`.execute(db)
  await sql`
    insert into field_counts (name, userid, team, canread_base, shard, total)
    select name, ${sql.lit(EVERYONE)}, ${DECISIVE}, canread_base, 0, sum(total) from field_counts
    group by name, ${DECISIVE}, canread_base`.execute(db)
}

async function rebuildUploadTotals(db: Db): Promise<void> {
  await sql`delete from upload_totals`.execute(db)
  await sql`
    insert into upload_totals (team, shard, files, bytes)
    select e.team, 0, count(*), sum(f.filesize) from uploads as f join entities as e on e.id = f.entity_id
    group by e.team`.execute(db)
}
