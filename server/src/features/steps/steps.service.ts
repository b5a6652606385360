import type { EntityType, Paging } from '@aliquot/contract/common'
import type { Step, StepPatch, StepsPatch } from '@aliquot/contract/steps'
import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { startEarly } from '../../db/connection.ts'
import type { Db, EntityRow, StepRow } from '../../db/schema.ts'
import { stepsTable } from '../../db/tables/entries/steps.ts'
import { NotFound, Unprocessable } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import { sealOf } from '../../journal/seals.ts'
import { readUndisturbed } from '../../journal/undisturbed.ts'
import { cleanTitle } from '../../lib/text.ts'
import { Turns } from '../../lib/turns.ts'
import type { List } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { holdEntity, requireReadable, requireWritable } from '../entries/entries.access.ts'
import { recordChildChange } from '../entries/entries.children.ts'
import { readAhead } from '../entries/entries.lookup.ts'
import { listBelow } from '../entries/list-children.ts'
import { removeOfStep } from '../notifications/notifications.change.ts'
import { applyPatch } from './steps.patch.ts'
import { toStep } from './steps.record.ts'
import * as repo from './steps.repo.ts'
import { lockSteps, reorderSteps, TOLD } from './steps.set.ts'

export interface EntryPath {
  entity_type: EntityType
  id: number
}

export interface StepPath extends EntryPath {
  subid: number
}

/** A step with the version for its ETag. */
export type SeenStep = Step & { version: number }

/** More than a person works through. */
const MOST_STEPS = 10_000

export async function listSteps(ctx: Context, actor: Actor, path: EntryPath, paging: Paging): Promise<List<Step>> {
  const entity = path.id
  await requireReadable(ctx.db.read, actor, path.entity_type, entity)
  return listBelow(ctx, repo, { entity }, paging, (row) => toStep(row, ctx.config.TIMEZONE))
}

export async function readStep(ctx: Context, actor: Actor, path: StepPath): Promise<SeenStep> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  return toSeen(ctx, await requireStep(ctx.db.read, path))
}

export function addStep(ctx: Context, actor: Actor, path: EntryPath, text: string): Promise<{ id: number }> {
  const body = cleanTitle(text)
  return change(
    ctx,
    actor,
    async (work) => {
      const ahead = readAhead(work.db, path.id)
      const count = (db: Db) => repo.count(db, { entity: path.id })
      const counting = startEarly(work.db, count)
      const entry = await holdWritableEntity(work, actor, path)
      const [counted] = await (counting ?? count(work.db))
      if ((counted?.total ?? 0) >= MOST_STEPS) throw new Unprocessable('step.too_many', { most: MOST_STEPS })
      const row = await repo.insert(work.db, { entity: entry.id, body, ordering: (counted?.last ?? 0) + 1 })
      const child = {
        chain: entry.id,
        subject: 'step',
        subjectId: row.id,
        verb: 'created',
        changes: rowChanges<StepRow>({}, row, TOLD),
        seal: sealOf(stepsTable, row),
      } as const
      const changes = { steps: { after: 'create' } }
      await recordChildChange(work, actor, entry, changes, { touch: true, steps: true, ahead, child })
      return { id: row.id }
    },
    { ofEntry: path.id },
  )
}

export function patchStep(
  ctx: Context,
  actor: Actor,
  path: StepPath,
  patch: StepPatch,
  ifMatch: IfMatch,
): Promise<SeenStep> {
  return change(ctx, actor, async (work) => {
    const entry = await holdWritableEntity(work, actor, path)
    const before = await requireStep(work.db, path)
    await requireMatch(ifMatch, before.version, async () => toStep(before, ctx.config.TIMEZONE))
    await applyPatch(work, actor, entry, before, patch, ctx.config.TIMEZONE)
    return toSeen(ctx, await requireStep(work.db, path))
  })
}

/** Applies an action to all steps and returns them. */
export async function patchSteps(ctx: Context, actor: Actor, path: EntryPath, patch: StepsPatch): Promise<Step[]> {
  await change(ctx, actor, async (work) => {
    const entry = await holdWritableEntity(work, actor, path)
    if ('ordering' in patch) await reorderSteps(work, actor, entry, patch.ordering)
    else await lockSteps(work, actor, entry, patch.action)
  })
  return readUndisturbed(ctx.db, path.id, (db) => readSteps(db, path.id, ctx.config.TIMEZONE))
}

/** All steps, with a turn for others between the pages. */
async function readSteps(db: Db, entity: number, zone: string): Promise<Step[]> {
  const steps: Step[] = []
  const turns = new Turns()
  for await (const rows of repo.listInPages(db, entity)) {
    for (const row of rows) steps.push(toStep(row, zone))
    await turns.rest()
  }
  return steps
}

/** Deleting a missing step is a no-op; a step of another entry is not found. */
export function removeStep(ctx: Context, actor: Actor, path: StepPath, ifMatch: IfMatch): Promise<void> {
  return change(ctx, actor, async (work) => {
    const entry = await holdWritableEntity(work, actor, path)
    const [step] = await repo.find(work.db, { id: path.subid })
    if (!step) return
    if (step.entity_id !== entry.id) throw missing()
    await requireMatch(ifMatch, step.version, async () => toStep(step, ctx.config.TIMEZONE))
    await removeOfStep(work, { step: step.id })
    await repo.remove(work.db, { id: step.id })
    await work.record({
      chain: entry.id,
      subject: 'step',
      subjectId: step.id,
      verb: 'deleted',
      changes: rowChanges<StepRow>(step, {}, TOLD),
      seal: null,
    })
    await recordChildChange(work, actor, entry, { steps: { after: String(step.id) } }, { touch: true, steps: true })
  })
}

/** Refuses what would be refused whatever the body is. */
export async function requireKnownStep(ctx: Context, actor: Actor, path: StepPath): Promise<void> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  await requireStep(ctx.db.read, path)
}

/** Steps can change even if the entry is archived or deleted. */
async function holdWritableEntity(work: Change, actor: Actor, path: EntryPath): Promise<EntityRow> {
  const entry = await holdEntity(work.db, actor, path.entity_type, path.id)
  await requireWritable(work.db, actor, entry)
  return entry
}

async function requireStep(db: Db, path: StepPath): Promise<StepRow> {
  const [step] = await repo.find(db, { id: path.subid })
  if (step?.entity_id !== path.id) throw missing()
  return step
}

function missing(): NotFound {
  return new NotFound('step.not_found')
}

function toSeen(ctx: Context, row: StepRow): SeenStep {
  return { ...toStep(row, ctx.config.TIMEZONE), version: row.version }
}
