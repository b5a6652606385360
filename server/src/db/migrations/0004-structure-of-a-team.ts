import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'
import { namesIn } from './frozen/fields.ts'
import { inPages } from './frozen/pages.ts'

/** Teams that can be deleted, versions for what admins edit, uses of tags and fields as totals, and work that goes on in the background. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `alter table teams add column state ${int} not null default 1`,
    `alter table labels add column version ${int} not null default 1`,
    `alter table teamgroups add column version ${int} not null default 1`,
    `alter table tags add column version ${int} not null default 1`,
    // What a list shows of other teams; most are private.
    'create index labels_public on labels (kind) where is_private = 0',
    'create index favtags_tag on favtags (tag_id)',

    `create table tag_counts (
      tag_id ${int} not null references tags (id),
      userid ${int} not null,
      team ${int} not null,
      canread_base ${int} not null,
      shard ${int} not null,
      total ${int} not null,
      primary key (tag_id, userid, team, canread_base, shard)
    )${end}`,
    'create index tag_counts_owner on tag_counts (userid, tag_id)',
    `insert into tag_counts (tag_id, userid, team, canread_base, shard, total)
      select t.tag_id, e.userid, e.team, e.canread_base, 0, count(*)
      from entity_tags as t join entities as e on e.id = t.entity_id where e.state <> 3
      group by t.tag_id, e.userid, e.team, e.canread_base`,
    `insert into tag_counts (tag_id, userid, team, canread_base, shard, total)
      select tag_id, 0, team, canread_base, 0, sum(total) from tag_counts group by tag_id, team, canread_base`,

    `create table field_counts (
      name ${text} not null,
      userid ${int} not null,
      team ${int} not null,
      canread_base ${int} not null,
      shard ${int} not null,
      total ${int} not null,
      primary key (name, userid, team, canread_base, shard)
    )${end}`,
    // All that a list of them reads.
    'create index field_counts_owner on field_counts (userid, canread_base, team, name, total)',

    `create table sweeps (
      id ${id},
      kind ${text} not null,
      subject_id ${int} not null,
      into_id ${int},
      after_id ${int} not null default 0,
      userid ${int},
      via ${text} not null,
      address ${text} not null,
      created_at ${text} not null
    )${end}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  await countFieldNames(db)
}

/** On how many entries each extra field is, see extra-fields.counts.ts: a total for each owner and one for everyone. */
async function countFieldNames(db: Kysely<unknown>): Promise<void> {
  const totals = new Map<string, number>()
  for await (const page of entriesWithMetadata(db)) {
    for (const { userid, team, canread_base, ...entry } of page) {
      for (const name of namesIn(entry)) {
        for (const owner of [userid, EVERYONE]) {
          const bucket = JSON.stringify({ name, userid: owner, team, canread_base })
          totals.set(bucket, (totals.get(bucket) ?? 0) + 1)
        }
      }
    }
  }
  for (const [bucket, total] of totals) {
    const { name, userid, team, canread_base } = JSON.parse(bucket)
    await sql`insert into field_counts (name, userid, team, canread_base, shard, total)
      values (${name}, ${userid}, ${team}, ${canread_base}, 0, ${total})`.execute(db)
  }
}

/** The owner under which a team's entries are counted once more, whoever owns them. */
const EVERYONE = 0

interface Entry {
  id: number
  type: number
  team: number
  userid: number
  state: number
  canread_base: number
  metadata: string | null
}

function entriesWithMetadata(db: Kysely<unknown>): AsyncGenerator<Entry[]> {
  return inPages<Entry>(async (rows, last) => {
    const page = await sql<Entry>`
      select id, type, team, userid, state, canread_base, metadata from entities
      where id > ${last?.id ?? 0} and metadata is not null order by id limit ${rows}`.execute(db)
    return page.rows
  })
}
