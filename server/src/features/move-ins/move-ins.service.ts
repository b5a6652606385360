import type { Paging } from '@aliquot/contract/common'
import type { ListedMoveIn, MoveIn, MoveInPatch, NewMoveIn } from '@aliquot/contract/move-ins'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { MoveSourceRow } from '../../db/schema.ts'
import { Forbidden, NotFound, Unprocessable } from '../../errors.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { PROCESS_NAME } from '../../lib/process-name.ts'
import { type Page, pageOf } from '../../records/page.ts'
import { addressOf } from '../move-in/move-in.service.ts'
import { Stopped } from './move-ins.context.ts'
import { stateOf, toFacts, toMoveIn } from './move-ins.record.ts'
import * as repo from './move-ins.repo.ts'
import { goThrough } from './move-ins.run.ts'

export async function listMoveIns(ctx: Context, actor: Actor, paging: Paging): Promise<Page<ListedMoveIn>> {
  requireSysadmin(actor)
  const rows = await repo.list(ctx.db.read, { most: 0 })
  return pageOf(
    rows.map((row) => toFacts(ctx, row)),
    paging,
  )
}

export async function readMoveIn(ctx: Context, actor: Actor, id: number): Promise<MoveIn> {
  return toMoveIn(ctx, await requireMoveIn(ctx, actor, id))
}

/** Who may see one sees all: they are the instance's. */
export async function requireMoveIn(ctx: Context, actor: Actor, id: number): Promise<repo.NamedMoveIn> {
  requireSysadmin(actor)
  const [row] = await repo.find(ctx.db.read, { id })
  if (!row) throw new NotFound('move_in.not_found')
  return row
}

/** Begins a run over a server. The same server again goes on with what is here already. */
export async function addMoveIn(ctx: Context, actor: Actor, { from, keys, dry_run }: NewMoveIn): Promise<number> {
  requireSysadmin(actor)
  const address = addressOf(from)
  let begins = false
  const id = await change(ctx, actor, async (work) => {
    begins = true
    const [known] = await repo.holdByAddress(work.db, { address })
    const row = known ?? (await repo.insert(work.db, { address, userid: actor.userid, at: work.at }))
    return (await begin(ctx, actor, work, row, dry_run)).id
  })
  // A repeated request is answered, and begins nothing.
  if (begins) await goThrough(ctx, actor, { id, address, keys, isDry: dry_run })
  return id
}

export async function actOnMoveIn(ctx: Context, actor: Actor, id: number, patch: MoveInPatch): Promise<MoveIn> {
  await requireMoveIn(ctx, actor, id)
  await (patch.action === 'start' ? startAgain(ctx, actor, id, patch) : stop(ctx, actor, id))
  ctx.signals.tell(actor.userid, 'jobs')
  return readMoveIn(ctx, actor, id)
}

async function startAgain(ctx: Context, actor: Actor, id: number, patch: MoveInPatch): Promise<void> {
  const keys = patch.keys ?? ctx.moveIns.keys.get(id)
  if (!keys) throw new Unprocessable('move_in.keys_gone', { field: 'keys' })
  const { address, is_dry } = await change(ctx, actor, async (work) => {
    const row = await hold(work, id)
    return begin(ctx, actor, work, row, patch.dry_run ?? row.is_dry === 1)
  })
  await goThrough(ctx, actor, { id, address, keys, isDry: is_dry === 1 })
}

/** What came until then stays, and a further run goes on from there. */
async function stop(ctx: Context, actor: Actor, id: number): Promise<void> {
  await change(ctx, actor, async (work) => {
    const row = await hold(work, id)
    if (row.state !== 'running' || stateOf(ctx, row) !== 'running') throw new Unprocessable('move_in.not_running')
    await record(work, await repo.update(work.db, id, { state: 'stopped', modified_at: work.at }))
  })
  // A run of another process sees it when it tells how far it is.
  ctx.moveIns.going.get(id)?.stop.abort(new Stopped())
}

async function begin(
  ctx: Context,
  actor: Actor,
  work: Change,
  row: MoveSourceRow,
  isDry: boolean,
): Promise<MoveSourceRow> {
  const { address, id } = row
  if (stateOf(ctx, row) === 'running') throw new Unprocessable('move_in.running', { address })
  const after = await repo.update(work.db, id, {
    ...{ userid: actor.userid, state: 'running', is_dry: isDry ? 1 : 0, modified_at: work.at },
    // A run that writes tells its process itself.
    ...{ process: isDry ? PROCESS_NAME : null, phase: 'connect', done: 0, total: null, error: null },
  })
  await record(work, after)
  return after
}

async function record(work: Change, { id, address, state, is_dry }: MoveSourceRow): Promise<void> {
  await work.record({
    chain: INSTANCE_CHAIN,
    subject: 'move_in',
    subjectId: id,
    verb: 'updated',
    changes: { target: { after: address }, state: { after: state }, dry_run: { after: is_dry } },
    seal: null,
  })
}

async function hold(work: Change, id: number): Promise<MoveSourceRow> {
  const [row] = await repo.hold(work.db, { id })
  if (!row) throw new NotFound('move_in.not_found')
  return row
}

function requireSysadmin(actor: Actor): void {
  if (!actor.isSysadmin) throw new Forbidden('move_in.may_not')
}
