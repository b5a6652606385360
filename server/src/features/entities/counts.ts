import { type Engine, engineOf } from '../../db/dialect.ts'
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
  const shard = pickShard(engineOf(db))
  if (before) await addToBucket(db, { ...bucketOf(before), shard, change: -1 })
  if (after) await addToBucket(db, { ...bucketOf(after), shard, change: 1 })
}

const SHARDS = 16

/** Writers on PostgreSQL hold a row until they commit, so those of one owner spread. SQLite has one writer. */
function pickShard(engine: Engine): number {
  return engine === 'sqlite' ? 0 : Math.floor(Math.random() * SHARDS)
}

function bucketOf({ type, team, userid, state, canread_base }: Counted): Counted {
  return { type, team, userid, state, canread_base }
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

const addToBucket = prepared((db: Db, p: Counted & { shard: number; change: number }) =>
  db
    .insertInto('entity_counts')
    .values({
      type: p.type,
      team: p.team,
      userid: p.userid,
      state: p.state,
      canread_base: p.canread_base,
      shard: p.shard,
      total: p.change,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['type', 'team', 'userid', 'state', 'canread_base', 'shard'])
        .doUpdateSet((eb) => ({ total: eb('entity_counts.total', '+', eb.ref('excluded.total')) })),
    ),
)
