import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  allowedByRule,
  allowedToOthers,
  decisiveTeam,
  grantedEntries,
  inDecisiveTeams,
  type Who,
} from '../../access/visibility.ts'
import { type Engine, engineOf, jsonValues } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { addToTotals, anyShard, type ShardedTotals } from '../../db/sharded-totals.ts'
import { EVERYONE } from './entry-counts.ts'

/** The columns that decide who may read an entry, and so in which bucket its tags or fields are counted. */
export type Bucket = Pick<EntityRow, 'team' | 'userid' | 'canread_base'>

/** Counts on how many entries a tag or an extra field is used. */
export interface UsageCounts<K> {
  /** Adds or removes uses on an entry. */
  add(db: Db, bucket: Bucket, keys: readonly K[], change: 1 | -1): Promise<void>
  /** The count of each among the entries that the person may read. See `readable`. */
  readable(engine: Engine, who: Who, isWanted: Wanted): RawBuilder<unknown>
}

/** A condition on the key column of this table that selects the wanted keys. */
export type Wanted = (table: string) => RawBuilder<SqlBool>

interface Table {
  /** Totals by key and bucket. */
  counts: 'tag_counts' | 'field_counts'
  /** The uses themselves, by `entity_id`. */
  uses: 'entity_tags' | 'entity_fields'
  key: 'tag_id' | 'name'
  keyType: 'integer' | 'text'
  /** Which entries count. */
  isCounted(entry: string): RawBuilder<SqlBool>
}

/**
 * Totals that are updated with the entries, so a query costs the same for three uses and for a million. They are kept
 * per owner and once more for everyone, as list totals are: see entry-counts.ts. Those of everyone are kept by decisive
 * team, and summed over all teams where a base level is open in all of them.
 */
export function usageCounts<K extends number | string>(table: Table): UsageCounts<K> {
  const addUses = prepared(
    (db: Db, p: Uses, engine) => {
      const totals: ShardedTotals = { table: table.counts, bucket: [table.key, 'userid', 'team', 'canread_base'] }
      return { compile: () => addToTotals(engine, totals, bucketsOf(table, p, engine), p.change).compile(db) }
    },
    { isUnanswered: true },
  )
  return {
    async add(db, { userid, team, canread_base }, keys, change) {
      if (keys.length === 0) return
      const decisive = decisiveTeam(team, canread_base)
      const shard = anyShard(engineOf(db), SHARDS)
      await addUses(db, { keys: JSON.stringify(keys), userid, team, decisive, canread_base, shard, change })
    },
    readable: (engine, who, isWanted) => readable(table, engine, who, isWanted),
  }
}

interface Uses extends Bucket {
  /** A JSON list. */
  keys: string
  /** See `decisiveTeam`. */
  decisive: number
  shard: number
  change: number
}

const SHARDS = 64

/** The bucket of the owner and that of everyone, for each key. */
function bucketsOf({ key, keyType }: Table, p: Uses, engine: Engine): RawBuilder<unknown> {
  return sql`
    select listed.value as ${sql.ref(key)}, owner.userid, owner.team,
      cast(${p.canread_base} as integer) as canread_base, cast(${p.shard} as integer) as shard
    from (${jsonValues(engine, p.keys, keyType)}) as listed, (
      select cast(${p.userid} as integer) as userid, cast(${p.team} as integer) as team
      union all select ${sql.lit(EVERYONE)}, cast(${p.decisive} as integer)
    ) as owner`
}

const MOST_GRANTS = 2000

/**
 * A query with keys and numbers to be summed: what the rules let the person read without being the owner, what only
 * they may read as the owner, and what they may read by grants, among the first 2000 of these.
 */
function readable({ counts, uses, key, isCounted }: Table, engine: Engine, who: Who, isWanted: Wanted) {
  const column = sql.ref(key)
  const bucket = { team: sql.ref('c.team'), userid: sql.ref('c.userid'), base: sql.ref('c.canread_base') }
  const toOthers = allowedToOthers(who, bucket)
  return sql`
    select c.${column}, c.total from ${sql.table(counts)} as c
    where c.userid = ${sql.lit(EVERYONE)} and ${inDecisiveTeams(who, bucket)} and ${toOthers} and ${isWanted('c')}
    union all
    select c.${column}, c.total from ${sql.table(counts)} as c
    where c.userid = ${who.userid} and not ${toOthers} and ${isWanted('c')}
    union all
    select distinct_uses.${column}, 1 as total from (
      select distinct u.entity_id, u.${column} from (
        select entity_id from (${grantedEntries(engine, who)}) as named limit ${sql.lit(MOST_GRANTS)}
      ) as granted
      join entities as c on c.id = granted.entity_id
      join ${sql.table(uses)} as u on u.entity_id = c.id
      where ${isCounted('c')} and not ${allowedByRule(who, bucket)} and ${isWanted('u')}
    ) as distinct_uses`
}
