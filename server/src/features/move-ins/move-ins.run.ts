import type { MoveIn } from '@aliquot/contract/move-ins'
import type { Actor } from '../../access/actor.ts'
import type { Context } from '../../context.ts'
import { Refusal, Unprocessable } from '../../errors.ts'
import { moveIn } from '../move-in/move-in.service.ts'
import { Closing, type Going, Stopped } from './move-ins.context.ts'
import * as repo from './move-ins.repo.ts'

/** How often it is stored how far a run is. */
const TELL_MS = 1000

interface Wanted {
  id: number
  address: string
  keys: readonly string[]
  isDry: boolean
}

/** Begins a run in the background of this process. An earlier one of the same server comes to its end first. */
export async function goThrough(ctx: Context, actor: Actor, wanted: Wanted): Promise<void> {
  const { going, keys } = ctx.moveIns
  await going.get(wanted.id)?.ended
  keys.set(wanted.id, wanted.keys)
  const stop = new AbortController()
  const one: Going = { stop, progress: { phase: 'connect', done: 0, total: null }, ended: Promise.resolve() }
  going.set(wanted.id, one)
  one.ended = run(ctx, actor, wanted, one).finally(() => {
    going.delete(wanted.id)
    ctx.signals.tell(actor.userid, 'jobs')
  })
}

async function run(
  ctx: Context,
  { userid, via, address: from }: Actor,
  { id, address, keys, isDry }: Wanted,
  one: Going,
): Promise<void> {
  const { signal } = one.stop
  const over = { process: null }
  const timer = setInterval(() => void tellProgress(ctx, id, userid, one), TELL_MS).unref()
  try {
    const tell = (progress: Going['progress']) => {
      one.progress = progress
    }
    const report = await moveIn(
      ctx,
      { from: address, keys, as: userid, by: { via, address: from }, dryRun: isDry },
      tell,
      signal,
    )
    await set(ctx, id, { state: 'done', ...over, report: JSON.stringify(report) })
  } catch (error) {
    // It goes on with the next start.
    if (signal.reason instanceof Closing || signal.reason instanceof Stopped) return
    const refusal = error instanceof Refusal ? error : new Unprocessable('move_in.broken')
    if (refusal !== error) ctx.log.error({ err: error, move_in: id }, 'a move failed')
    // So that they are asked for again.
    if (refusal.said.reason === 'move_in.bad_key') ctx.moveIns.keys.delete(id)
    await set(ctx, id, { state: 'failed', ...over, error: JSON.stringify(toldOf(refusal)) }).catch((cause: unknown) =>
      ctx.log.error({ err: cause, move_in: id }, 'the end of a move could not be stored'),
    )
  } finally {
    clearInterval(timer)
  }
}

function toldOf({ answer }: Refusal): MoveIn['error'] {
  const { code, message, reason, field, params } = answer
  return { code, message, reason, ...(field && { field }), ...(params && { params }) } as MoveIn['error']
}

/** Stores how far a run is, and ends it if somebody stopped it in another process. */
async function tellProgress(ctx: Context, id: number, userid: number, { stop, progress }: Going): Promise<void> {
  try {
    if (!(await set(ctx, id, progress))) stop.abort(new Stopped())
    ctx.signals.tell(userid, 'jobs')
  } catch (error) {
    ctx.log.warn({ err: error }, 'how far a move is could not be stored')
  }
}

/** Unless the run was stopped meanwhile. */
function set(ctx: Context, id: number, values: Parameters<typeof repo.update>[2]): Promise<boolean> {
  return ctx.db.write(async (db) => {
    const [row] = await repo.hold(db, { id })
    if (row?.state !== 'running') return false
    await repo.update(db, id, { ...values, modified_at: ctx.now() })
    return true
  })
}
