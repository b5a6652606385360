import { sql } from 'kysely'
import { allowedByRule, type Who } from '../../access/visibility.ts'
import { engineOf, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'

/** What of an entry decides in which bucket it is counted. */
export type Counted = Pick<EntityRow, 'type' | 'team' | 'userid' | 'state' | 'canread_base'>

/**
 * Keeps the totals of lists up to date: the entry leaves the bucket it was in and enters the one it is in now. Called
 * with every change of such a column; `before` is undefined for a new entry.
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
  const count = owners ? (team === undefined ? countOfOwners : countOfOwnersInTeam) : countOfTeam
  const values = { ...who, type, states: JSON.stringify(states), owners: JSON.stringify(owners ?? []), only: team ?? 0 }
  const [row] = await (owners === undefined && team === undefined ? countAll : count)(db, values)
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

const SHARDS = 16

function addToBucket(db: Db, bucket: Counted, change: number): Promise<unknown> {
  const { type, team, userid, state, canread_base } = bucket
  const add = engineOf(db) === 'sqlite' ? addToOnlyShard : addToFreeShard
  const shard = Math.floor(Math.random() * SHARDS)
  return add(db, { type, team, userid, state, canread_base, change, shard })
}

type Addition = Counted & { change: number; shard: number }

/** SQLite has one writer at a time, and one row for each bucket. */
const addToOnlyShard = prepared((db: Db, p: Addition) => ({
  compile: () =>
    sql<never>`
      insert into entity_counts (type, team, userid, state, canread_base, shard, total)
      values (${p.type}, ${p.team}, ${p.userid}, ${p.state}, ${p.canread_base}, 0, ${p.change})
      on conflict (type, team, userid, state, canread_base, shard) do update set total = entity_counts.total + excluded.total
    `.compile(db),
}))

/**
 * Writers on PostgreSQL hold the row until they commit. So that those of one owner need not wait for each other, a
 * bucket gets a further row whenever all of its rows are held.
 */
const addToFreeShard = prepared((db: Db, p: Addition) => {
  const bucket = sql`type = ${p.type} and team = ${p.team} and userid = ${p.userid} and state = ${p.state}
    and canread_base = ${p.canread_base}`
  return {
    compile: () =>
      sql<never>`
        with free as (
          select shard from entity_counts where ${bucket} order by shard limit 1 for update skip locked
        ), added as (
          update entity_counts set total = total + ${p.change}
          where ${bucket} and shard = (select shard from free) returning shard
        )
        insert into entity_counts (type, team, userid, state, canread_base, shard, total)
        select ${p.type}::integer, ${p.team}::integer, ${p.userid}::integer, ${p.state}::integer,
          ${p.canread_base}::integer, ${p.shard}::integer, ${p.change}::integer
        where not exists (select 1 from added)
        on conflict (type, team, userid, state, canread_base, shard)
          do update set total = entity_counts.total + excluded.total`.compile(db),
  }
})

type CountValues = Who & { type: number; states: string; owners: string; only: number }

const countAll = countIn(() => [])
const countOfTeam = countIn((p) => [sql`team = ${p.only}`])
const countOfOwners = countIn((p, engine) => [inNumbers(engine, sql.ref('userid'), p.owners)])
const countOfOwnersInTeam = countIn((p, engine) => [
  sql`team = ${p.only}`,
  inNumbers(engine, sql.ref('userid'), p.owners),
])

function countIn(
  narrow: (p: CountValues, engine: ReturnType<typeof engineOf>) => ReturnType<typeof sql<unknown>>[],
): (db: Db, values: CountValues) => Promise<{ total: number | null }[]> {
  return prepared((db: Db, p: CountValues, engine) => {
    const columns = { team: sql.ref('team'), userid: sql.ref('userid'), base: sql.ref('canread_base') }
    const conditions = [
      sql`type = ${p.type}`,
      ...narrow(p, engine),
      inNumbers(engine, sql.ref('state'), p.states),
      allowedByRule(engine, p, columns),
    ]
    return {
      compile: () =>
        sql<{ total: number | null }>`
          select sum(total) as total from entity_counts where ${sql.join(conditions, sql` and `)}`.compile(db),
    }
  })
}
