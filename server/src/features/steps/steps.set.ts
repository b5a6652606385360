import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { EntityRow, StepRow } from '../../db/schema.ts'
import { stepsTable } from '../../db/tables/entries/steps.ts'
import { InvalidInput } from '../../errors.ts'
import { rowChanges } from '../../journal/changes.ts'
import type { Happening } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { recordChildChange, refreshStepFlags } from '../entries/entries.children.ts'
import * as repo from './steps.repo.ts'

/** The columns that the journal records. */
export const TOLD = [
  'body',
  'ordering',
  'finished',
  'finished_time',
  'deadline',
  'deadline_notif',
  'is_immutable',
] as const

/** Saves one step. A no-op if nothing differs. The caller has locked the entry. */
export async function saveStep(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  before: StepRow,
  set: Partial<repo.StepColumns>,
  action: string,
): Promise<void> {
  const changes = rowChanges<StepRow>(before, { ...before, ...set }, TOLD)
  if (Object.keys(changes).length === 0) return
  const after = await repo.update(work.db, before.id, set)
  await work.record({
    chain: entry.id,
    subject: 'step',
    subjectId: after.id,
    verb: 'updated',
    changes,
    seal: sealOf(stepsTable, after),
  })
  if (changes.finished) await refreshStepFlags(work.db, { id: entry.id })
  await recordChildChange(work, actor, entry, { steps: { after: action } }, { touch: true })
}

export async function lockSteps(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  action: 'forcelock' | 'forceunlock',
): Promise<void> {
  const value = action === 'forcelock' ? 1 : 0
  const rows = await repo.setImmutable(work.db, { entity: entry.id, value })
  await recordSteps(work, actor, entry, rows, action, () => ({ is_immutable: { before: 1 - value, after: value } }))
}

export async function reorderSteps(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  ids: readonly number[],
): Promise<void> {
  const before = await repo.listAll(work.db, { entity: entry.id })
  const byId = new Map(before.map((step) => [step.id, step]))
  const isComplete = ids.length === before.length && new Set(ids).size === ids.length && ids.every((id) => byId.has(id))
  if (!isComplete) throw new InvalidInput('step.not_each_once', { field: 'ordering' })
  if (entry.type === TYPE_NUMBER.experiments || entry.type === TYPE_NUMBER.items) {
    const moved = before.find((step, index) => step.is_immutable === 1 && ids[index] !== step.id)
    if (moved) throw new InvalidInput('step.keeps_place', { field: 'ordering', id: moved.id })
  }
  const rows: StepRow[] = []
  for (const [index, id] of ids.entries()) {
    if (byId.get(id)?.ordering !== index + 1) rows.push(...(await repo.move(work.db, { id, ordering: index + 1 })))
  }
  await recordSteps(work, actor, entry, rows, 'update', ({ id, ordering }) => ({
    ordering: { before: byId.get(id)?.ordering ?? null, after: ordering },
  }))
}

/** Copies the steps of the source to a new entry. */
export async function copySteps(work: Change, source: EntityRow, to: number): Promise<void> {
  if (source.has_steps === 0) return
  const rows = await repo.copy(work.db, { from: source.id, to })
  rows.sort((a, b) => a.id - b.id)
  await work.recordAll(
    rows.map((row) => ({
      chain: to,
      subject: 'step',
      subjectId: row.id,
      verb: 'created',
      changes: rowChanges<StepRow>({}, row, TOLD),
      seal: sealOf(stepsTable, row),
    })),
  )
  await refreshStepFlags(work.db, { id: to })
}

async function recordSteps(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  rows: readonly StepRow[],
  action: string,
  changesOf: (row: StepRow) => Happening['changes'],
): Promise<void> {
  if (rows.length === 0) return
  await work.recordAll(
    rows.map((row) => ({
      chain: entry.id,
      subject: 'step',
      subjectId: row.id,
      verb: 'updated',
      changes: changesOf(row),
      seal: sealOf(stepsTable, row),
    })),
  )
  await recordChildChange(work, actor, entry, { steps: { after: action } }, { touch: true, steps: true })
}
