import { type RawBuilder, sql } from 'kysely'
import { allowedByRule, allowedToOthers, type Who } from '../../access/visibility.ts'
import { type Engine, engineOf, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'

/** What of an entry decides in which bucket it is counted. */
export type Counted = Pick<EntityRow, 'type' | 'team' | 'userid' | 'state' | 'canread_base'>

/** The owner under which a team's entries are counted once more, whoever owns them. */
export const EVERYONE = 0

/**
 * Keeps the totals of lists up to date: the entry leaves the bucket it was in and enters the one it is in now, that of
 * its owner and that of everyone. Called with every change of such a column; `before` is undefined for a new entry.
 */
export async function countEntity(db: Db, before: Counted | undefined, after: Counted | undefined): Promise<void> {
  if (before && after && isSameBucket(before, after)) return
  if (before) await addToBucket(db, before, -1)
  if (after) await addToBucket(db, after, 1)
}

export interface CountedRange {
  type: number
  states: readonly number[]
  /** Undefined: all. */
  team: number | undefined
  owners: readonly number[] | undefined
}

/** How many entries the rules let the actor read, those left aside that only name them. A sum over few rows. */
export async function countReadable(db: Db, who: Who, { type, states, team, owners }: CountedRange): Promise<number> {
  const values = { ...who, type, states: JSON.stringify(states), owners: JSON.stringify(owners ?? []), only: team ?? 0 }
  const count = owners
    ? team === undefined
      ? countOfOwners
      : countOfOwnersInTeam
    : team === undefined
      ? countOfEveryone
      : countOfTeam
  const [row] = await count(db, values)
  return row?.total ?? 0
}

function isSameBucket(a: Counted, b: Counted): boolean {
  return (
    a.type === b.type &&
    a.team === b.team &&
    a.userid === b.userid &&
    a.state === b.state &&
    a.canread_base === b.canread_base
  )
}

/** Everybody of a team writes to the rows of everyone. */
const SHARDS = { own: 16, everyone: 64 }

function addToBucket(db: Db, bucket: Counted, change: number): Promise<unknown> {
  const { type, team, userid, state, canread_base } = bucket
  const add = engineOf(db) === 'sqlite' ? addToOnlyShard : addToFreeShard
  const shard = Math.floor(Math.random() * SHARDS.own)
  const shardOfEveryone = Math.floor(Math.random() * SHARDS.everyone)
  return add(db, { type, team, userid, state, canread_base, change, shard, shardOfEveryone })
}

type Addition = Counted & { change: number; shard: number; shardOfEveryone: number }

const conflict = sql`on conflict (type, team, userid, state, canread_base, shard)
  do update set total = entity_counts.total + excluded.total`

/** SQLite has one writer at a time, and one row for each bucket. */
const addToOnlyShard = prepared((db: Db, p: Addition) => ({
  compile: () =>
    sql<never>`
      insert into entity_counts (type, team, userid, state, canread_base, shard, total)
      values (${p.type}, ${p.team}, ${p.userid}, ${p.state}, ${p.canread_base}, 0, ${p.change}),
        (${p.type}, ${p.team}, ${sql.lit(EVERYONE)}, ${p.state}, ${p.canread_base}, 0, ${p.change})
      ${conflict}`.compile(db),
}))

/**
 * Writers on PostgreSQL hold the row until they commit. So that they need not wait for each other, a bucket gets a
 * further row whenever all of its rows are held.
 */
const addToFreeShard = prepared((db: Db, p: Addition) => {
  const bucketOf = (userid: unknown) => sql`type = ${p.type} and team = ${p.team} and userid = ${userid}
    and state = ${p.state} and canread_base = ${p.canread_base}`
  const addTo = (name: string, userid: unknown) => sql`
    ${sql.ref(`free_${name}`)} as (
      select shard from entity_counts where ${bucketOf(userid)} order by shard limit 1 for update skip locked
    ), ${sql.ref(name)} as (
      update entity_counts set total = total + ${p.change}
      where ${bucketOf(userid)} and shard = (select shard from ${sql.ref(`free_${name}`)}) returning shard
    )`
  const missing = (name: string, userid: unknown, shard: number) => sql`
    select ${p.type}::integer, ${p.team}::integer, ${userid}::integer, ${p.state}::integer,
      ${p.canread_base}::integer, ${shard}::integer, ${p.change}::integer
    where not exists (select 1 from ${sql.ref(name)})`
  return {
    compile: () =>
      sql<never>`
        with ${addTo('own', p.userid)}, ${addTo('everyones', sql.lit(EVERYONE))}
        insert into entity_counts (type, team, userid, state, canread_base, shard, total)
        ${missing('own', p.userid, p.shard)}
        union all ${missing('everyones', sql.lit(EVERYONE), p.shardOfEveryone)}
        ${conflict}`.compile(db),
  }
})

type CountValues = Who & { type: number; states: string; owners: string; only: number }
type Narrow = (p: CountValues, engine: Engine) => RawBuilder<unknown>[]

const ofTeam: Narrow = (p) => [sql`team = ${p.only}`]
const countOfEveryone = countEveryone(() => [])
const countOfTeam = countEveryone(ofTeam)
const countOfOwners = countOwners(() => [])
const countOfOwnersInTeam = countOwners(ofTeam)

const columns = { team: sql.ref('team'), userid: sql.ref('userid'), base: sql.ref('canread_base') }

/** What anybody may read in the actor's place, from the rows of everyone, and what only the actor may as the owner. */
function countEveryone(narrow: Narrow) {
  return countIn((p, engine) => {
    const toOthers = allowedToOthers(engine, p, columns)
    return [
      [sql`userid = ${sql.lit(EVERYONE)}`, toOthers, ...narrow(p, engine)],
      [sql`userid = ${p.userid}`, sql`not ${toOthers}`, ...narrow(p, engine)],
    ]
  })
}

function countOwners(narrow: Narrow) {
  return countIn((p, engine) => [
    [
      inNumbers(engine, sql.ref('userid'), p.owners),
      sql`userid <> ${sql.lit(EVERYONE)}`,
      allowedByRule(engine, p, columns),
      ...narrow(p, engine),
    ],
  ])
}

function countIn(parts: (p: CountValues, engine: Engine) => RawBuilder<unknown>[][]) {
  return prepared((db: Db, p: CountValues, engine) => {
    const queries = parts(p, engine).map((conditions) => {
      const all = [sql`type = ${p.type}`, inNumbers(engine, sql.ref('state'), p.states), ...conditions]
      return sql`select total from entity_counts where ${sql.join(all, sql` and `)}`
    })
    return {
      compile: () =>
        sql<{ total: number | null }>`
          select sum(total) as total from (${sql.join(queries, sql` union all `)}) as readable`.compile(db),
    }
  })
}
