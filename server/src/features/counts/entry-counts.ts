import { type RawBuilder, sql } from 'kysely'
import { allowedByRule, allowedToOthers, type Who } from '../../access/visibility.ts'
import { addAtEnd } from '../../db/deferred-writes.ts'
import { type Engine, engineOf, inNumbers } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { addToTotals, anyShard, type ShardedTotals } from '../../db/sharded-totals.ts'

/** The columns that decide in which bucket an entry is counted. */
export type Counted = Pick<EntityRow, 'type' | 'team' | 'userid' | 'state' | 'canread_base'>

/** The owner id of the rows that count all entries of a team. */
export const EVERYONE = 0

/**
 * Updates the list totals: the entry leaves its old bucket and enters the new one, under its owner and under everyone.
 * Call it with every change of such a column; `before` is undefined for a new entry.
 */
export async function countEntity(db: Db, before: Counted | undefined, after: Counted | undefined): Promise<void> {
  if (before && after && isCountedAlike(before, after)) return
  if (before) await addToBucket(db, before, -1)
  if (after) await addToBucket(db, after, 1)
}

export interface CountedRange {
  states: readonly number[]
  /** Only entries of the team in which the actor acts. */
  isOfTeam: boolean
  /** Undefined means all. */
  owners: readonly number[] | undefined
}

/** How many entries the rules let the actor read, without those readable only by a grant. A sum over few rows. */
export async function countReadable(db: Db, who: Who, type: number, range: CountedRange): Promise<number> {
  const { states, isOfTeam, owners } = range
  const values = { ...who, type, states: JSON.stringify(states), owners: JSON.stringify(owners ?? []) }
  const inTeam = isOfTeam ? countsInTeam : countsInAllTeams
  const [row] = await (owners ? inTeam.ofOwners : inTeam.ofEveryone)(db, values)
  return row?.total ?? 0
}

/** Whether both are in the same lists, as far as their columns decide. */
export function isCountedAlike(a: Counted, b: Counted): boolean {
  return (
    a.type === b.type &&
    a.team === b.team &&
    a.userid === b.userid &&
    a.state === b.state &&
    a.canread_base === b.canread_base
  )
}

/** Spread over shards, because everybody of a team updates the rows of everyone. */
const SHARDS = { own: 16, everyone: 64 }

function addToBucket(db: Db, bucket: Counted, amount: number): Promise<void> {
  const { type, team, userid, state, canread_base } = bucket
  const engine = engineOf(db)
  const shard = anyShard(engine, SHARDS.own)
  const shardOfEveryone = anyShard(engine, SHARDS.everyone)
  return addAtEnd(db, `entries ${type} ${team} ${userid} ${state} ${canread_base}`, amount, (change) =>
    addToTotalsOf(db, { type, team, userid, state, canread_base, change, shard, shardOfEveryone }),
  )
}

type Addition = Counted & { change: number; shard: number; shardOfEveryone: number }

const ENTRY_COUNTS: ShardedTotals = {
  table: 'entity_counts',
  bucket: ['type', 'team', 'userid', 'state', 'canread_base'],
}

const addToTotalsOf = prepared(
  (db: Db, p: Addition, engine) => {
    const bucketOf = (userid: unknown, shard: unknown) => sql`
    select cast(${p.type} as integer) as type, cast(${p.team} as integer) as team, cast(${userid} as integer) as userid,
      cast(${p.state} as integer) as state, cast(${p.canread_base} as integer) as canread_base,
      cast(${shard} as integer) as shard`
    const wanted = sql`${bucketOf(p.userid, p.shard)} union all ${bucketOf(sql.lit(EVERYONE), p.shardOfEveryone)}`
    return { compile: () => addToTotals(engine, ENTRY_COUNTS, wanted, p.change).compile(db) }
  },
  { isUnanswered: true },
)

/** `owners` is a JSON list of ids. */
export type CountValues = Who & { type: number; owners: string }

/** The range as its SQL depends on it. */
interface CountedPart {
  inStates: RawBuilder<unknown>
  isOfTeam: boolean
  hasOwners: boolean
}

/** The same number as a part of another query. */
export function readableTotal(p: CountValues, engine: Engine, part: CountedPart): RawBuilder<number> {
  const common = [sql`type = ${p.type}`, part.inStates, ...(part.isOfTeam ? [sql`team = ${p.team}`] : [])]
  const parts = part.hasOwners ? [ofOwners(p, engine)] : ofEveryone(p)
  const queries = parts.map(
    (conditions) => sql`select total from entity_counts where ${sql.join([...common, ...conditions], sql` and `)}`,
  )
  return sql`(select coalesce(sum(total), 0) from (${sql.join(queries, sql` union all `)}) as readable)`
}

const columns = { team: sql.ref('team'), userid: sql.ref('userid'), base: sql.ref('canread_base') }

/**
 * What the rules let the actor read without being the owner, from the rows of everyone, and what only the owner may
 * read.
 */
function ofEveryone(p: CountValues): RawBuilder<unknown>[][] {
  const toOthers = allowedToOthers(p, columns)
  return [
    [sql`userid = ${sql.lit(EVERYONE)}`, toOthers],
    [sql`userid = ${p.userid}`, sql`not ${toOthers}`],
  ]
}

function ofOwners(p: CountValues, engine: Engine): RawBuilder<unknown>[] {
  const isOwner = inNumbers(engine, sql.ref('userid'), p.owners)
  return [isOwner, sql`userid <> ${sql.lit(EVERYONE)}`, allowedByRule(p, columns)]
}

const countsInTeam = countsIn({ isOfTeam: true })
const countsInAllTeams = countsIn({ isOfTeam: false })

function countsIn({ isOfTeam }: { isOfTeam: boolean }) {
  const count = (hasOwners: boolean) =>
    prepared((db: Db, p: CountValues & { states: string }, engine) => {
      const inStates = inNumbers(engine, sql.ref('state'), p.states)
      const total = readableTotal(p, engine, { inStates, isOfTeam, hasOwners })
      return { compile: () => sql<{ total: number }>`select ${total} as total`.compile(db) }
    })
  return { ofOwners: count(true), ofEveryone: count(false) }
}
