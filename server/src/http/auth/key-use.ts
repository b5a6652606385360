import type { Context } from '../../context.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'

declare module '../../context.ts' {
  interface Context {
    /** Until when the use of each key need not be written again, as far as this process knows. */
    keyUses: Map<number, string>
  }
}

const NOTED_EVERY_MS = 60_000
const MOST_NOTES = 10_000

/**
 * Keeps `last_used_at` of a key accurate to the minute. Concurrent requests queue one write, and most requests none.
 * Times are compared as text: with `Date.parse` reading a comment takes 3 % more CPU (59.9 instead of 58.4 µs).
 */
export function recordKeyUse(ctx: Context, id: number, lastUsedAt: string | null): void {
  const at = ctx.now()
  const noted = ctx.keyUses
  const until = noted.get(id)
  if (until !== undefined && at < until) return
  if (noted.size >= MOST_NOTES) noted.clear()
  const untilAsRead = lastUsedAt === null ? '' : minuteAfter(lastUsedAt)
  if (at < untilAsRead) {
    noted.set(id, untilAsRead)
    return
  }
  noted.set(id, minuteAfter(at))
  // Not awaited: no request should wait for it, and a lost write does no harm.
  ctx.db
    .write((db) => setLastUse(db, { id, at }))
    .catch((error: unknown) => {
      noted.delete(id)
      ctx.log.warn({ err: error }, 'last use of an API key not noted')
    })
}

function minuteAfter(at: string): string {
  return new Date(Date.parse(at) + NOTED_EVERY_MS).toISOString()
}

const setLastUse = prepared((db: Db, p: { id: number; at: string }) =>
  db.updateTable('apikeys').set({ last_used_at: p.at }).where('id', '=', p.id),
)
