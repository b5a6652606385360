import type { Context } from '../context.ts'
import { prepared } from '../db/prepared.ts'
import type { Db } from '../db/schema.ts'

const NOTED_EVERY_MS = 60_000
const MOST_NOTES = 10_000

/** When the last use of each key was queued to be written, by this process. */
const notes = new WeakMap<Context, Map<number, number>>()

/**
 * Keeps a key's `last_used_at` right to the minute. Many requests at once queue one write, and most requests none: the
 * row that was read for them is recent enough.
 */
export function noteUse(ctx: Context, id: number, lastUsedAt: string | null): void {
  const at = ctx.now()
  const now = Date.parse(at)
  if (lastUsedAt !== null && now - Date.parse(lastUsedAt) < NOTED_EVERY_MS) return
  const noted = notesOf(ctx)
  const queued = noted.get(id)
  if (queued !== undefined && now - queued < NOTED_EVERY_MS) return
  if (noted.size >= MOST_NOTES) noted.clear()
  noted.set(id, now)
  // Not awaited: nobody's request waits for it, and a lost note is no lost work.
  ctx.db
    .write((db) => setLastUse(db, { id, at }))
    .catch((error: unknown) => {
      noted.delete(id)
      ctx.log.warn({ err: error }, 'last use of an API key not noted')
    })
}

function notesOf(ctx: Context): Map<number, number> {
  let noted = notes.get(ctx)
  if (!noted) {
    noted = new Map()
    notes.set(ctx, noted)
  }
  return noted
}

const setLastUse = prepared((db: Db, p: { id: number; at: string }) =>
  db.updateTable('apikeys').set({ last_used_at: p.at }).where('id', '=', p.id),
)
