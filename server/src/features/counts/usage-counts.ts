import { type RawBuilder, type SqlBool, sql } from 'kysely'
import {
  allowedByRule,
  allowedToOthers,
  decisiveTeam,
  grantedEntries,
  inDecisiveTeams,
  type Who,
} from '../../access/visibility.ts'
import { type Engine, engineOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
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
  const addUses = prepared((db: Db, p: Uses, engine) => ({
    compile: () => (engine === 'sqlite' ? addToOnlyShard(table, p) : addToFreeShards(table, p)).compile(db),
  }))
  return {
    async add(db, { userid, team, canread_base }, keys, change) {
      if (keys.length === 0) return
      const decisive = decisiveTeam(team, canread_base)
      const shard = engineOf(db) === 'sqlite' ? 0 : Math.floor(Math.random() * SHARDS)
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

/** SQLite has one writer at a time, and one row for each bucket. */
function addToOnlyShard({ counts, key }: Table, p: Uses): RawBuilder<never> {
  return sql`
    insert into ${sql.table(counts)} (${sql.ref(key)}, userid, team, canread_base, shard, total)
    select wanted.value, owner.userid, owner.team, ${p.canread_base}, ${p.shard}, ${p.change}
    from json_each(${p.keys}) as wanted, (
      select ${p.userid} as userid, ${p.team} as team union all select ${sql.lit(EVERYONE)}, ${p.decisive}
    ) as owner where true
    ${addOnConflict(counts, key)}`
}

/**
 * Writers on PostgreSQL hold a row until they commit. So that they need not wait for each other, a bucket gets a further
 * row whenever all of its rows are held.
 */
function addToFreeShards({ counts, key, keyType }: Table, p: Uses): RawBuilder<never> {
  const column = sql.ref(key)
  const inBucket = (of: string) => sql`c.team = ${sql.ref(`${of}.team`)} and c.canread_base = ${p.canread_base}`
  return sql`
    with wanted as (
      select (value)::${sql.raw(keyType)} as key, owner.userid, owner.team
      from jsonb_array_elements_text(${p.keys}::jsonb) as value,
        unnest(array[${p.userid}::integer, ${sql.lit(EVERYONE)}], array[${p.team}::integer, ${p.decisive}::integer])
          as owner (userid, team)
    ), free as (
      select wanted.key, wanted.userid, wanted.team, one.shard from wanted cross join lateral (
        select c.shard from ${sql.table(counts)} as c
        where c.${column} = wanted.key and c.userid = wanted.userid and ${inBucket('wanted')}
        order by c.shard limit 1 for update skip locked
      ) as one
    ), added as (
      update ${sql.table(counts)} as c set total = c.total + ${p.change} from free
      where c.${column} = free.key and c.userid = free.userid and ${inBucket('free')} and c.shard = free.shard
      returning free.key, free.userid
    )
    insert into ${sql.table(counts)} (${column}, userid, team, canread_base, shard, total)
    select key, userid, team, ${p.canread_base}::integer, ${p.shard}::integer, ${p.change}::integer
    from wanted where not exists (select 1 from added where added.key = wanted.key and added.userid = wanted.userid)
    order by key, userid
    ${addOnConflict(counts, key)}`
}

function addOnConflict(counts: string, key: string): RawBuilder<unknown> {
  return sql`on conflict (${sql.ref(key)}, userid, team, canread_base, shard)
    do update set total = ${sql.ref(`${counts}.total`)} + excluded.total`
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
