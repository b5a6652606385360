import { sql } from 'kysely'
import { allowedByRule, allowedToOthers, grantedEntries, type Who } from '../../access/visibility.ts'
import { type Engine, engineOf, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { EVERYONE } from '../entities/counts.ts'

/** What of an entry decides in which bucket its tags are counted. */
export type TaggedEntry = Pick<EntityRow, 'id' | 'team' | 'userid' | 'state' | 'canread_base'>

const DELETED = 3

/** Keeps the uses of tags up to date: these have come to the entry, or gone from it. Deleted entries do not count. */
export async function countTags(
  db: Db,
  entry: Omit<TaggedEntry, 'id'>,
  tagIds: readonly number[],
  change: 1 | -1,
): Promise<void> {
  if (tagIds.length === 0 || entry.state === DELETED) return
  const { userid, team, canread_base } = entry
  const shard = engineOf(db) === 'sqlite' ? 0 : Math.floor(Math.random() * SHARDS)
  await addUses(db, { tags: JSON.stringify(tagIds), userid, team, canread_base, shard, change })
}

/** The same when an entry with these tags goes to another bucket: to somebody else, to another level, to the trash. */
export async function moveTagCounts(
  db: Db,
  before: TaggedEntry,
  after: TaggedEntry,
  tagIds: readonly number[],
): Promise<void> {
  const decides = ['team', 'userid', 'canread_base'] as const
  const wasDeleted = before.state === DELETED
  if (wasDeleted === (after.state === DELETED) && decides.every((column) => before[column] === after[column])) return
  await countTags(db, before, tagIds, -1)
  await countTags(db, after, tagIds, 1)
}

/**
 * On how many entries that are not deleted the tags are, as far as the person may read them. Costs the same for a tag on
 * three entries and on a million. Those that only name the person are counted among their first 2000.
 */
export async function countUses(db: Db, who: Who, tagIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await findUses(db, { ...who, tags: JSON.stringify(tagIds) })
  return new Map(rows.map(({ tag_id, uses }) => [tag_id, Number(uses)]))
}

/** Writers on PostgreSQL hold a row until they commit; popular tags have several. */
const SHARDS = 16

interface Uses {
  tags: string
  userid: number
  team: number
  canread_base: number
  shard: number
  change: number
}

// In the order of the ids: two writers of the same tags never wait for each other in turn.
const addUses = prepared((db: Db, p: Uses, engine) => ({
  compile: () =>
    (engine === 'sqlite'
      ? sql<never>`
          insert into tag_counts (tag_id, userid, team, canread_base, shard, total)
          select tag.value, owner.value, ${p.team}, ${p.canread_base}, ${p.shard}, ${p.change}
          from json_each(${p.tags}) as tag, json_each(json_array(${p.userid}, ${sql.lit(EVERYONE)})) as owner where true
          ${onConflict}`
      : sql<never>`
          insert into tag_counts (tag_id, userid, team, canread_base, shard, total)
          select tag::integer, owner, ${p.team}::integer, ${p.canread_base}::integer, ${p.shard}::integer, ${p.change}::integer
          from jsonb_array_elements_text(${p.tags}::jsonb) as tag,
            unnest(array[${p.userid}::integer, ${sql.lit(EVERYONE)}]) as owner
          order by 1, 2
          ${onConflict}`
    ).compile(db),
}))

const onConflict = sql`on conflict (tag_id, userid, team, canread_base, shard)
  do update set total = tag_counts.total + excluded.total`

const MOST_GRANTS = 2000

const findUses = prepared((db: Db, p: Who & { tags: string }, engine: Engine) => {
  const counted = columnsOf('c')
  const toOthers = allowedToOthers(engine, p, counted)
  const isWanted = (table: string) => inNumbers(engine, sql.ref(`${table}.tag_id`), p.tags)
  return {
    compile: () =>
      sql<{ tag_id: number; uses: number }>`
        select tag_id, sum(total) as uses from (
          select c.tag_id, c.total from tag_counts as c
          where ${isWanted('c')} and c.userid = ${sql.lit(EVERYONE)} and ${toOthers}
          union all
          select c.tag_id, c.total from tag_counts as c
          where ${isWanted('c')} and c.userid = ${p.userid} and not ${toOthers}
          union all
          select t.tag_id, 1 as total from (
            select distinct entity_id from (
              select entity_id from (${grantedEntries(engine, p, 'read')}) as named limit ${sql.lit(MOST_GRANTS)}
            ) as first_named
          ) as granted
          join entities as c on c.id = granted.entity_id
          join entity_tags as t on t.entity_id = c.id
          where ${isWanted('t')} and c.state <> ${sql.lit(DELETED)} and not ${allowedByRule(engine, p, counted)}
        ) as readable group by tag_id`.compile(db),
  }
})

function columnsOf(table: string) {
  return {
    team: sql.ref(`${table}.team`),
    userid: sql.ref(`${table}.userid`),
    base: sql.ref(`${table}.canread_base`),
  }
}
