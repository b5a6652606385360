import { sql } from 'kysely'
import { decisiveTeamOf } from '../access/visibility.ts'
import type { Db } from '../db/schema.ts'
import { EVERYONE } from '../features/counts/entry-counts.ts'
import { countedFields } from '../features/extra-fields/extra-fields.counts.ts'
import type { Report } from './findings.ts'

/** Recounts entries, uses of tags and fields, and file sizes, and compares them with the stored totals. */
export async function verifyCounts(db: Db, report: Report): Promise<void> {
  await verifyEntityCounts(db, report)
  await verifyTagCounts(db, report)
  await verifyFieldCounts(db, report)
  await verifyUploadTotals(db, report)
}

async function verifyEntityCounts(db: Db, report: Report): Promise<void> {
  const bucket = sql`type, team, userid, state, canread_base`
  // Both in one list, the recounted ones negative: whatever does not cancel out is wrong.
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

async function verifyTagCounts(db: Db, report: Report): Promise<void> {
  const bucket = sql`tag_id, userid, team, canread_base`
  const decisive = decisiveTeamOf({ team: sql.ref('e.team'), base: sql.ref('e.canread_base') })
  const uses = sql`entity_tags as t join entities as e on e.id = t.entity_id where e.state <> 3`
  const { rows } = await sql<{ tag_id: number; userid: number; team: number; canread_base: number }>`
    select ${bucket} from (
      select ${bucket}, sum(total) as total from tag_counts group by ${bucket}
      union all
      select t.tag_id, e.userid, e.team, e.canread_base, -count(*) as total from ${uses}
      group by t.tag_id, e.userid, e.team, e.canread_base
      union all
      select t.tag_id, ${sql.lit(EVERYONE)}, ${decisive}, e.canread_base, -count(*) from ${uses}
      group by t.tag_id, ${decisive}, e.canread_base
    ) as both_sides
    group by ${bucket} having sum(total) <> 0
    order by ${bucket}`.execute(db)
  for (const { tag_id, userid, team, canread_base } of rows) {
    const owner = userid === EVERYONE ? 'everyone' : `owner ${userid}`
    const message = `the number of uses of tag ${tag_id} is wrong for team ${team}, ${owner}, level ${canread_base}`
    report({ table: 'tag_counts', id: tag_id, entry: null, message })
  }
}

async function verifyFieldCounts(db: Db, report: Report): Promise<void> {
  const bucket = sql`name, userid, team, canread_base`
  const decisive = decisiveTeamOf({ team: sql.ref('team'), base: sql.ref('canread_base') })
  const { rows } = await sql<{ name: string; userid: number; team: number; canread_base: number }>`
    with counted as (${countedFields()})
    select ${bucket} from (
      select ${bucket}, sum(total) as total from field_counts group by ${bucket}
      union all
      select ${bucket}, -count(*) as total from counted group by ${bucket}
      union all
      select name, ${sql.lit(EVERYONE)}, ${decisive}, canread_base, -count(*) from counted
      group by name, ${decisive}, canread_base
    ) as both_sides
    group by ${bucket} having sum(total) <> 0
    order by ${bucket}`.execute(db)
  for (const { name, userid, team, canread_base } of rows) {
    const owner = userid === EVERYONE ? 'everyone' : `owner ${userid}`
    const where = `team ${team}, ${owner}, level ${canread_base}`
    const message = `the number of entries with the field ${JSON.stringify(name)} is wrong for ${where}`
    report({ table: 'field_counts', id: null, entry: null, message })
  }
}

async function verifyUploadTotals(db: Db, report: Report): Promise<void> {
  const { rows } = await sql<{ team: number }>`
    select team from (
      select team, sum(files) as files, sum(bytes) as bytes from upload_totals group by team
      union all
      select e.team, -count(*), -sum(f.filesize) from uploads as f join entities as e on e.id = f.entity_id
      group by e.team
    ) as both_sides
    group by team having sum(files) <> 0 or sum(bytes) <> 0
    order by team`.execute(db)
  for (const { team } of rows) {
    const message = `what the files of team ${team} amount to is wrong`
    report({ table: 'upload_totals', id: team, entry: null, message })
  }
}
