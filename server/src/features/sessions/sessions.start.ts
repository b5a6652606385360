import { randomBytes } from 'node:crypto'
import type { Client, SignedIn } from '../../access/client.ts'
import type { Change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { sessionsTable } from '../../db/tables/people/sessions.ts'
import { configIn } from '../../instance-config/current.ts'
import { endOfSession, lastEndOfSession, sessionMinutesOf } from '../../instance-config/session-lifetime.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { setLastLogin } from '../users/users.change.ts'
import { noteDevice } from './sessions.devices.ts'
import { recordEnded } from './sessions.end.ts'
import * as repo from './sessions.repo.ts'

/** 256 random bits, of which only a hash is stored. */
export function newToken(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Part of a change: creates the session, sets the last login and records the event. The previous session of the browser
 * ends. The tokens are returned and stored nowhere.
 */
export async function startSession(
  ctx: Context,
  work: Change,
  { userid, team, client }: { userid: number; team: number; client: Client },
): Promise<SignedIn> {
  const token = newToken()
  const device = client.device ?? newToken()
  for (const former of await repo.removeByTokens(work.db, client.sessions.slice(0, 2).map(tokenHash))) {
    await recordEnded(work, former, 'signed out', 'signed in again')
  }
  const unusedEnd = endOfSession(work.at, sessionMinutesOf(ctx, await configIn(work.db)))
  const lastEnd = lastEndOfSession(ctx.config, work.at)
  const session = await repo.insert(work.db, {
    userid,
    team,
    token_hash: tokenHash(token),
    created_at: work.at,
    last_seen_at: work.at,
    expires_at: unusedEnd < lastEnd ? unusedEnd : lastEnd,
    client_address: client.address,
    user_agent: client.userAgent,
  })
  await noteDevice(work.db, userid, device, work.at)
  await setLastLogin(work.db, userid, work.at)
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'session',
    subjectId: session.id,
    verb: 'signed in',
    changes: { userid: { after: userid }, team: { after: team }, user_agent: { after: session.user_agent } },
    seal: sealOf(sessionsTable, session),
  })
  return { token, device }
}

/** Part of a change of the password: the person stays signed in, and the old token is invalid. */
export async function renewToken(work: Change, id: number): Promise<{ token?: string }> {
  const token = newToken()
  const columns = { token_hash: tokenHash(token), previous_hash: null, previous_until: null, proven_at: work.at }
  const session = await repo.update(work.db, id, columns)
  if (!session) return {}
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'session',
    subjectId: id,
    verb: 'updated',
    changes: { proven_at: { after: work.at } },
    seal: sealOf(sessionsTable, session),
  })
  return { token }
}
