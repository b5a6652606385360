import type { Context } from '../../context.ts'
import type { MoveSourceRow } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { fateOf, PROCESS_NAME } from '../../lib/process-name.ts'
import * as repo from './move-in.repo.ts'
import { addressOf } from './source/address.ts'

/** A process that has not been heard of for so long has ended, and another one may have its number. */
const SILENT_MS = 15 * 60_000

/** The row of another server, made if it has none. Nobody moves in by this. */
export function sourceFor(ctx: Context, { from, userid }: { from: string; userid: number }): Promise<MoveSourceRow> {
  const address = addressOf(from)
  return ctx.db.write(async (db) => {
    const [known] = await repo.findSource(db, { address })
    return known ?? repo.insertSource(db, { address, userid, process: null, at: ctx.now() })
  })
}

/** Remembers the other server, and that this process moves in from it now: two at once would bring things twice. */
export function openSource(
  ctx: Context,
  { address, userid, isDry }: { address: string; userid: number; isDry: boolean },
): Promise<{ id: number; address: string }> {
  return ctx.db.write(async (db) => {
    const at = ctx.now()
    const [known] = await repo.findSource(db, { address })
    if (isDry) return { id: known?.id ?? 0, address }
    if (!known) return repo.insertSource(db, { address, userid, process: PROCESS_NAME, at })
    if (known.process !== null && isAtWork(known.process, known.modified_at, at)) {
      throw new Unprocessable('move_in.running', { address })
    }
    await repo.setSource(db, known.id, { userid, process: PROCESS_NAME, modified_at: at })
    return known
  })
}

function isAtWork(process: string, seenAt: string, now: string): boolean {
  const fate = fateOf(process)
  return fate === 'this one' || (fate !== 'ended' && Date.parse(now) - Date.parse(seenAt) < SILENT_MS)
}

export async function closeSource(ctx: Context, id: number): Promise<void> {
  await ctx.db.write((db) => repo.setSource(db, id, { process: null, modified_at: ctx.now() }))
}
