import { type RawBuilder, sql } from 'kysely'
import type { Engine } from './dialect.ts'
import type { Schema } from './schema.ts'

/**
 * A table of totals by bucket, with the columns `shard` and `total`. Writers on PostgreSQL lock a row until they
 * commit. So that they do not wait for each other, a bucket may have several rows, which are summed up. SQLite has one
 * writer at a time, and one row per bucket.
 */
export interface ShardedTotals {
  table: keyof Schema
  /** The columns that identify a bucket. */
  bucket: readonly string[]
}

/** A random shard on PostgreSQL, so that writers spread over this many rows of a bucket. */
export function anyShard(engine: Engine, shards: number): number {
  return engine === 'sqlite' ? 0 : Math.floor(Math.random() * shards)
}

/**
 * Adds to the totals of some buckets. `wanted` is a query for the buckets with `shard`: the row to add to if a bucket
 * has no unlocked row, see `anyShard`.
 */
export function addToTotals(
  engine: Engine,
  { table, bucket }: ShardedTotals,
  wanted: RawBuilder<unknown>,
  change: unknown,
): RawBuilder<never> {
  const columns = sql.join(bucket.map((name) => sql.ref(name)))
  const addOnConflict = sql`on conflict (${columns}, shard)
    do update set total = ${sql.ref(`${table}.total`)} + excluded.total`
  const into = sql`insert into ${sql.table(table)} (${columns}, shard, total)`
  if (engine === 'sqlite')
    return sql`${into} select ${columns}, shard, ${change} from (${wanted}) where true ${addOnConflict}`
  const isSame = (a: string, b: string) =>
    sql.join(
      bucket.map((name) => sql`${sql.ref(`${a}.${name}`)} = ${sql.ref(`${b}.${name}`)}`),
      sql` and `,
    )
  return sql`
    with wanted as (${wanted}), free as (
      select ${sql.join(bucket.map((name) => sql.ref(`wanted.${name}`)))}, one.shard from wanted cross join lateral (
        select c.shard from ${sql.table(table)} as c where ${isSame('c', 'wanted')}
        order by c.shard limit 1 for update skip locked
      ) as one
    ), added as (
      update ${sql.table(table)} as c set total = c.total + ${change} from free
      where ${isSame('c', 'free')} and c.shard = free.shard
      returning ${sql.join(bucket.map((name) => sql.ref(`free.${name}`)))}
    )
    ${into} select ${columns}, shard, ${change}::integer from wanted
    where not exists (select 1 from added where ${isSame('added', 'wanted')})
    order by ${columns} ${addOnConflict}`
}
