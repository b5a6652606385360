import type { EntityType, Paging } from '@aliquot/contract/common'
import type { Follow, FollowedEntry } from '@aliquot/contract/follows'
import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { Forbidden } from '../../errors.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { wireTime } from '../../lib/dates.ts'
import type { Page } from '../../records/page.ts'
import { typeOf } from '../changes/changes.lookup.ts'
import { requireReadable } from '../entries/entries.access.ts'
import * as repo from './follows.repo.ts'

export interface FollowPath {
  entity_type: EntityType
  id: number
}

export async function readFollow(ctx: Context, actor: Actor, { entity_type, id }: FollowPath): Promise<Follow> {
  const { read } = ctx.db
  await requireReadable(read, actor, entity_type, id)
  const [row] = await repo.find(read, { entity: id, userid: actor.userid })
  return row
    ? { is_following: 1, since: wireTime(row.created_at, ctx.config.TIMEZONE) }
    : { is_following: 0, since: null }
}

/** Following twice is a no-op. */
export async function follow(ctx: Context, actor: Actor, { entity_type, id }: FollowPath): Promise<void> {
  await change(ctx, actor, async (work) => {
    await requireReadable(work.db, actor, entity_type, id)
    const [added] = await repo.insert(work.db, { entity: id, userid: actor.userid, at: work.at })
    if (added) await recordFollow(work, actor.userid, id, 'created')
  })
  ctx.followed.raise()
}

export function unfollow(ctx: Context, actor: Actor, { entity_type, id }: FollowPath): Promise<void> {
  return change(ctx, actor, async (work) => {
    await requireReadable(work.db, actor, entity_type, id)
    await endFollow(work, actor.userid, id)
  })
}

export async function endFollow(work: Change, userid: number, entity: number): Promise<void> {
  const [removed] = await repo.remove(work.db, { entity, userid })
  if (removed) await recordFollow(work, userid, entity, 'deleted')
}

/** Like a pin: it belongs to the person, and the entry does not change. */
async function recordFollow(work: Change, userid: number, entity: number, verb: 'created' | 'deleted'): Promise<void> {
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'follow',
    subjectId: userid,
    verb,
    changes: { entity: verb === 'created' ? { after: entity } : { before: entity } },
    seal: null,
  })
}

const MOST_AT_ONCE = 1000

export async function listFollowed(
  ctx: Context,
  actor: Actor,
  userid: number,
  { limit, offset }: Paging,
): Promise<Page<FollowedEntry>> {
  if (userid !== actor.userid) throw new Forbidden('notification.follows_of_other')
  const who = whoOf(actor)
  const rows = await repo.listOf(ctx.db.read, { ...who, limit: Math.min(limit || MOST_AT_ONCE, MOST_AT_ONCE), offset })
  const [count] = await repo.countOf(ctx.db.read, who)
  return { rows: rows.map((row) => toFollowed(ctx, row)), total: count?.total ?? 0 }
}

function toFollowed(ctx: Context, row: Awaited<ReturnType<typeof repo.listOf>>[number]): FollowedEntry {
  const { id, type, elabid, title, created_at } = row
  return {
    entity_type: typeOf(type),
    entity_id: id,
    elabid,
    title,
    since: wireTime(created_at, ctx.config.TIMEZONE),
  }
}
