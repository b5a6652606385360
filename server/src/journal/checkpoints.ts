import { createHash, type Hash } from 'node:crypto'
import { sql } from 'kysely'
import type { BaseContext } from '../base-context.ts'
import { lockTable } from '../db/dialect.ts'
import type { CheckpointRow, Db } from '../db/schema.ts'

const MOST_EVENTS = 10_000
const EVERY_MS = 10 * 60_000

/**
 * Hashes everything recorded since the last checkpoint. A chain shows changes inside it; checkpoints show when a whole
 * chain, or the end of one, was removed. Returns the number of new checkpoints: each covers a limited number of events,
 * so nobody waits long for the writer.
 */
export async function makeCheckpoints(
  ctx: Pick<BaseContext, 'db' | 'now'>,
  onAdded: (checkpoint: CheckpointRow) => void = () => {},
): Promise<number> {
  const newest = await findNewestEvent(ctx)
  for (let added = 0; ; added++) {
    const checkpoint = await ctx.db.write((db) => addCheckpoint(db, ctx.now(), newest))
    if (!checkpoint) return added
    onAdded(checkpoint)
  }
}

/** The newest checkpoints, oldest first. Their hashes should be kept outside of the instance. */
export async function listCheckpoints(db: Db, most: number): Promise<CheckpointRow[]> {
  const rows = await db.selectFrom('checkpoints').selectAll().orderBy('id', 'desc').limit(most).execute()
  return rows.reverse()
}

/** Makes checkpoints regularly until stopped; stopping makes the last one. */
export function startCheckpoints(ctx: BaseContext): { stop(): Promise<void> } {
  const make = () =>
    // The log may be stored where nobody can rewrite it together with the journal.
    makeCheckpoints(ctx, ({ id, last_event, hash }) =>
      ctx.log.info({ checkpoint: id, lastEvent: last_event, hash }, 'checkpoint of the journal'),
    ).then(
      () => {},
      (error: unknown) => ctx.log.warn({ err: error }, 'no checkpoint of the journal was made'),
    )
  const timer = setInterval(make, EVERY_MS).unref()
  return {
    stop() {
      clearInterval(timer)
      return make()
    },
  }
}

/** The newest event. The lock waits for open transactions, so no smaller id can still appear. */
function findNewestEvent(ctx: Pick<BaseContext, 'db'>): Promise<number> {
  return ctx.db.write(async (db) => {
    await lockTable(db, 'events', 'share')
    const row = await db.selectFrom('events').select('id').orderBy('id', 'desc').limit(1).executeTakeFirst()
    return row?.id ?? 0
  })
}

async function addCheckpoint(db: Db, at: string, newest: number): Promise<CheckpointRow | undefined> {
  await lockTable(db, 'checkpoints', 'share row exclusive')
  const last = await db.selectFrom('checkpoints').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  const events = await db
    .selectFrom('events')
    .select(['id', 'hash'])
    .where('id', '>', last?.last_event ?? 0)
    .where('id', '<=', newest)
    .orderBy('id')
    .limit(MOST_EVENTS)
    .execute()
  const end = events.at(-1)
  if (!end) return undefined
  const digest = startDigest()
  for (const event of events) addToDigest(digest, event)
  const checkpoint = {
    // Counted here and not by the database, because the id is part of the hash.
    id: (last?.id ?? 0) + 1,
    at,
    last_event: end.id,
    events: events.length,
    prev_hash: last?.hash ?? '',
  }
  const row = { ...checkpoint, hash: endDigest(digest, checkpoint) }
  await db.insertInto('checkpoints').values(row).execute()
  return row
}

export function startDigest(): Hash {
  return createHash('sha256')
}

export function addToDigest(digest: Hash, event: { id: number; hash: string }): void {
  digest.update(`${event.id} ${event.hash}\n`)
}

/** The hash of a checkpoint covers its events, its row and the previous checkpoint. */
export function endDigest(digest: Hash, row: Omit<CheckpointRow, 'hash'>): string {
  return digest.update(JSON.stringify([row.id, row.at, row.last_event, row.events, row.prev_hash])).digest('hex')
}

export interface CheckpointState {
  /** When the newest checkpoint was made. */
  at: string | null
  eventsSince: number
  /** When the oldest event happened that no checkpoint covers. */
  oldest: string | null
}

/** The time of the newest checkpoint, and the number of events since. */
export async function checkpointState(db: Db): Promise<CheckpointState> {
  const last = await db.selectFrom('checkpoints').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirst()
  const since = await db
    .selectFrom('events')
    .select([sql<number>`count(*)`.as('events'), sql<string | null>`min(at)`.as('oldest')])
    .where('id', '>', last?.last_event ?? 0)
    .executeTakeFirstOrThrow()
  return { at: last?.at ?? null, eventsSince: since.events, oldest: since.oldest }
}
