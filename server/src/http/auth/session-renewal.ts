import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { endOfSession } from '../../instance-config/session-lifetime.ts'
import { credentialOf } from './authenticate.ts'
import { sessionCookie } from './session-cookie.ts'

const HOUR_MS = 3_600_000

/** Sessions whose new end is being written by this process. */
const renewing = new WeakMap<Context, Set<number>>()

/**
 * A session that is used lasts longer, in the database and in the browser. Both are told about once an hour: most requests
 * write nothing. It is no event of the journal.
 */
export function renewSession(
  ctx: Context,
  { via, sessionEnds, sessionMinutes }: Actor,
  request: FastifyRequest,
  reply?: FastifyReply,
): void {
  if (sessionEnds === undefined || sessionMinutes === undefined) return
  const at = ctx.now()
  const lifetime = sessionMinutes * 60_000
  const unused = Date.parse(at) - (Date.parse(sessionEnds) - lifetime)
  if (unused < Math.min(HOUR_MS, lifetime / 2)) return
  reply?.header(
    'set-cookie',
    sessionCookie(ctx, { isSecure: request.protocol === 'https' }, credentialOf(request.headers)),
  )
  writeEnd(ctx, Number(via.slice('session:'.length)), at, endOfSession(at, sessionMinutes))
}

function writeEnd(ctx: Context, id: number, at: string, expires_at: string): void {
  const busy = renewing.get(ctx) ?? new Set()
  renewing.set(ctx, busy)
  if (busy.has(id)) return
  busy.add(id)
  // Not awaited: nobody's request waits for it, and the next one tries again.
  ctx.db
    .write((db) => setEnd(db, { id, at, expires_at }))
    // Whoever keeps the old end in memory would take the session for ended.
    .then(() => ctx.db.noteRightsChanged())
    .catch((error: unknown) => ctx.log.warn({ err: error }, 'use of a session not noted'))
    .finally(() => busy.delete(id))
}

const setEnd = prepared((db: Db, p: { id: number; at: string; expires_at: string }) =>
  db.updateTable('sessions').set({ last_seen_at: p.at, expires_at: p.expires_at }).where('id', '=', p.id),
)
