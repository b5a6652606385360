import type { ListedSession } from '@aliquot/contract/session'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { NotFound } from '../../errors.ts'
import { wireTime } from '../../lib/dates.ts'
import { requireOwnAccount } from '../users/users.access.ts'
import { endSessions } from '../users/users.credentials.ts'
import { recordEnded } from './sessions.end.ts'
import * as repo from './sessions.repo.ts'
import { sessionIdOf } from './sessions.service.ts'

/** Where a person is signed in. Only sysadmins see and end sessions of others. */

export function listSessions(ctx: Context, actor: Actor): Promise<ListedSession[]> {
  return listSessionsOf(ctx, actor, actor.userid)
}

export async function listSessionsOf(ctx: Context, actor: Actor, userid: number): Promise<ListedSession[]> {
  await requireOwnAccount(ctx.db.read, actor, userid)
  const { TIMEZONE } = ctx.config
  const current = sessionIdOf(actor)
  const rows = await repo.listOpen(ctx.db.read, { userid, at: ctx.now() })
  return rows.map((row) => ({
    ...row,
    is_current: row.id === current ? 1 : 0,
    created_at: wireTime(row.created_at, TIMEZONE),
    last_seen_at: wireTime(row.last_seen_at, TIMEZONE),
    expires_at: wireTime(row.expires_at, TIMEZONE),
  }))
}

export function endSession(ctx: Context, actor: Actor, id: number): Promise<void> {
  return change(ctx, actor, async (work) => {
    const session = await repo.removeOwn(work.db, id, actor.userid)
    if (!session) throw new NotFound('auth.unknown_session')
    await recordEnded(work, session, 'deleted', 'ended by its owner')
  })
}

/** A request with an API key has no session, so it ends all of them. */
export function endOtherSessions(ctx: Context, actor: Actor): Promise<void> {
  return endSessionsOf(ctx, actor, actor.userid)
}

/** All of them except the session of the request. */
export async function endSessionsOf(ctx: Context, actor: Actor, userid: number): Promise<void> {
  await requireOwnAccount(ctx.db.read, actor, userid)
  const reason = userid === actor.userid ? 'ended by its owner' : 'ended by a sysadmin'
  await change(ctx, actor, (work) => endSessions(work, userid, reason, sessionIdOf(actor)))
}
