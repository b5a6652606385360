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

/** What of an entry decides about who may read it, and so in which bucket something on it is counted. */
export type Bucket = Pick<EntityRow, 'team' | 'userid' | 'canread_base'>

/** On how many entries something is: a tag, an extra field. */
export interface UseCounts<K> {
  /** These have come to an entry, or gone from it. */
  add(db: Db, bucket: Bucket, keys: readonly K[], change: 1 | -1): Promise<void>
  /** How many there are of each, among the entries that the person may read. See `readable`. */
  readable(engine: Engine, who: Who, isWanted: Wanted): RawBuilder<unknown>
}

/** Which of them are asked for, as a condition on the column of this table that names them. */
export type Wanted = (table: string) => RawBuilder<SqlBool>

interface Table {
  /** Totals by key and bucket. */
  counts: 'tag_counts' | 'field_counts'
  /** What is on the entries themselves, by `entity_id`. */
  uses: 'entity_tags' | 'entity_fields'
  key: 'tag_id' | 'name'
  keyType: 'integer' | 'text'
  /** Which entries count. */
  isCounted(entry: string): RawBuilder<SqlBool>
}

/**
 * Totals that follow the entries, so that asking costs the same for something on three of them and on a million. They are
 * kept for each owner and once more for everyone, as the totals of lists are: see entry-counts.ts. Those of everyone are
 * kept by the decisive team: summed up over all teams where a level is open in every one of them.
 */
export function useCounts<K extends number | string>(table: Table): UseCounts<K> {
  const addUses = prepared((db: Db, p: Uses, engine) => {
    const totals: ShardedTotals = { table: table.counts, bucket: [table.key, 'userid', 'team', 'canread_base'] }
    return { compile: () => addToTotals(engine, totals, bucketsOf(table, p, engine), p.change).compile(db) }
  })
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
  /** JSON list. */
  keys: string
  /** See `decisiveTeam`. */
  decisive: number
  shard: number
  change: number
}

const SHARDS = 64

/** For each key the bucket of the owner, and that of everyone. */
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
 * A query with a key and a number in each row, to be summed up: what anybody may read in the person's place, what only
 * they may as the owner, and what only names them, among their first 2000 of these.
 */
function readable({ counts, uses, key, isCounted }: Table, engine: Engine, who: Who, isWanted: Wanted) {
  const column = sql.ref(key)
  const bucket = { team: sql.ref('c.team'), userid: sql.ref('c.userid'), base: sql.ref('c.canread_base') }
  const toOthers = allowedToOthers(engine, who, bucket)
  return sql`
    select c.${column}, c.total from ${sql.table(counts)} as c
    where c.userid = ${sql.lit(EVERYONE)} and ${inDecisiveTeams(who, bucket)} and ${toOthers} and ${isWanted('c')}
    union all
    select c.${column}, c.total from ${sql.table(counts)} as c
    where c.userid = ${who.userid} and not ${toOthers} and ${isWanted('c')}
    union all
    select distinct_uses.${column}, 1 as total from (
      select distinct u.entity_id, u.${column} from (
        select entity_id from (${grantedEntries(engine, who, 'read')}) as named limit ${sql.lit(MOST_GRANTS)}
      ) as granted
      join entities as c on c.id = granted.entity_id
      join ${sql.table(uses)} as u on u.entity_id = c.id
      where ${isCounted('c')} and not ${allowedByRule(engine, who, bucket)} and ${isWanted('u')}
    ) as distinct_uses`
}
