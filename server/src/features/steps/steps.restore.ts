import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { EntityRow, StepRow } from '../../db/schema.ts'
import { stepsTable } from '../../db/tables/entries/steps.ts'
import { rowChanges } from '../../journal/changes.ts'
import type { Happening } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { refreshStepFlags } from '../entries/entries.children.ts'
import { moveDeadline, removeOfStep } from '../notifications/notifications.change.ts'
import { notifyOfDeadline, visibleBefore } from '../notifications/notify.ts'
import * as repo from './steps.repo.ts'
import { addEarlierSteps, type EarlierStep, TOLD } from './steps.set.ts'

/** A step at a moment. */
export type StepThen = repo.StepColumns & { id: number }

/**
 * Restores the steps of an entry in their order; a deleted one returns under its old id. Returns whether anything
 * differed. The caller has locked the entry and records the change.
 */
export async function restoreSteps(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  wanted: readonly StepThen[],
  /** Higher than any version of a step so far, because each version took an event. */
  freshVersion: number,
): Promise<boolean> {
  const present = new Map((await repo.listAll(work.db, { entity: entry.id })).map((step) => [step.id, step]))
  const kept = new Set(wanted.map(({ id }) => id))
  const events: Happening[] = []
  const recordStep = (id: number, verb: Happening['verb'], changes: Happening['changes'], seal: string | null) =>
    events.push({ chain: entry.id, subject: 'step', subjectId: id, verb, changes, seal })
  for (const step of present.values()) {
    if (kept.has(step.id)) continue
    await removeOfStep(work, { step: step.id })
    await repo.remove(work.db, { id: step.id })
    recordStep(step.id, 'deleted', rowChanges<StepRow>(step, {}, TOLD), null)
    await work.rest()
  }
  for (const { id, ...columns } of wanted) {
    const before = present.get(id)
    const changes = rowChanges<StepRow>(before ?? {}, columns, TOLD)
    if (before && Object.keys(changes).length === 0) continue
    const after = before
      ? await repo.update(work.db, id, columns)
      : await repo.insertAgain(work.db, { ...columns, id, entity_id: entry.id, version: freshVersion })
    await followDeadline(work, actor, before, after)
    recordStep(id, before ? 'updated' : 'created', changes, sealOf(stepsTable, after))
    await work.rest()
  }
  if (events.length === 0) return false
  await work.recordAll(events)
  await refreshStepFlags(work.db, { id: entry.id })
  return true
}

/** Whoever restores a step with a deadline gets its notification. */
async function followDeadline(work: Change, actor: Actor, before: StepRow | undefined, after: StepRow): Promise<void> {
  const { id: step, entity_id: entity, deadline } = after
  const wasTold = before?.deadline_notif === 1
  if (after.deadline_notif === 0 || deadline === null) {
    if (wasTold) await removeOfStep(work, { step })
  } else if (!wasTold) {
    await notifyOfDeadline(work, { entity, step, deadline, userid: actor.userid })
  } else if (deadline !== before.deadline) {
    await moveDeadline(work, { step, visible_at: visibleBefore(deadline) })
  }
}

/** Gives an entry the steps that it has elsewhere now. The caller has locked it and records the change. */
export async function replaceSteps(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  steps: readonly EarlierStep[],
): Promise<boolean> {
  const present = await repo.listAll(work.db, { entity: entry.id })
  const wanted = present.slice(0, steps.length).map(({ id, ...row }, index): StepThen => {
    return { ...columnsOf(row), ...steps[index], id, ordering: index + 1 }
  })
  // Its owner is reminded of deadlines.
  const isChanged = await restoreSteps(work, { ...actor, userid: entry.userid }, entry, wanted, 0)
  await addEarlierSteps(work, entry, steps.slice(present.length), { present: present.length })
  return isChanged || steps.length > present.length
}

function columnsOf(row: Omit<StepRow, 'id'>): repo.StepColumns {
  const { body, ordering, finished, finished_time, deadline, deadline_notif, is_immutable } = row
  return { body, ordering, finished, finished_time, deadline, deadline_notif, is_immutable }
}
