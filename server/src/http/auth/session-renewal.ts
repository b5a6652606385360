import type { FastifyReply, FastifyRequest } from 'fastify'
import type { SessionOfActor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { endOfSession } from '../../instance-config/session-lifetime.ts'
import { hasPlainSession, isSecure, sessionTokensOf } from './cookies.ts'
import { clearedCookies, sessionCookie } from './session-cookie.ts'

declare module '../../context.ts' {
  interface Context {
    /** Sessions that this process is renewing. */
    renewingSessions: Set<number>
  }
}

const HOUR_MS = 3_600_000

/**
 * Extends a session in use, in the database and in the browser. Both happen about once an hour, so most requests write
 * nothing. It is not an event of the journal.
 */
export function renewSession(
  ctx: Context,
  session: SessionOfActor,
  request: FastifyRequest,
  reply: FastifyReply | undefined,
): void {
  const { cookie } = request.headers
  const secure = isSecure(ctx.config, request)
  const hasOldName = secure && hasPlainSession(cookie)
  const at = ctx.now()
  const isDue = Date.parse(at) - Date.parse(session.seenAt) >= Math.min(HOUR_MS, session.minutes * 30_000)
  if (!isDue && !hasOldName) return
  const [token, ...more] = sessionTokensOf(cookie)
  if (token !== undefined && more.length === 0 && !session.isFormerToken) {
    if (hasOldName) for (const cleared of clearedCookies(false)) reply?.header('set-cookie', cleared)
    reply?.header('set-cookie', sessionCookie(ctx.config, secure, token))
  }
  if (isDue) writeEnd(ctx, session, at)
}

function writeEnd(ctx: Context, { id, minutes, lastEnd }: SessionOfActor, at: string): void {
  const busy = ctx.renewingSessions
  if (busy.has(id)) return
  busy.add(id)
  const unusedEnd = endOfSession(at, minutes)
  const expires_at = unusedEnd < lastEnd ? unusedEnd : lastEnd
  // Not awaited: no request should wait for it, and the next one retries.
  ctx.db
    .write((db) => setEnd(db, { id, at, expires_at }))
    // Caches with the old end would treat the session as ended.
    .then(() => ctx.db.noteRightsChanged())
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'use of a session not noted'))
    .finally(() => busy.delete(id))
}

const setEnd = prepared((db: Db, p: { id: number; at: string; expires_at: string }) =>
  db.updateTable('sessions').set({ last_seen_at: p.at, expires_at: p.expires_at }).where('id', '=', p.id),
)
