import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { EntityRow, StepRow } from '../../db/schema.ts'
import { stepsTable } from '../../db/tables/entries/steps.ts'
import { InvalidInput } from '../../errors.ts'
import { type Changes, rowChanges } from '../../journal/changes.ts'
import type { Happening } from '../../journal/record.ts'
import { sealOf } from '../../journal/seals.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { recordChildChange, refreshStepFlags } from '../entries/entries.children.ts'
import { notifyOfDeadline } from '../notifications/notify.ts'
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
  const differing = (await repo.listOrder(work.db, { entity: entry.id })).filter((step) => step.is_immutable !== value)
  const events = await eventsOfSome(
    work,
    differing,
    (some) => repo.setImmutable(work.db, { ids: idsOf(some), value }),
    (row) => updateOf(row, { is_immutable: { before: 1 - value, after: value } }),
  )
  await recordSteps(work, actor, entry, events, action)
}

export async function reorderSteps(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  ids: readonly number[],
): Promise<void> {
  const before = await repo.listOrder(work.db, { entity: entry.id })
  const byId = new Map(before.map((step) => [step.id, step]))
  const isComplete = ids.length === before.length && new Set(ids).size === ids.length && ids.every((id) => byId.has(id))
  if (!isComplete) throw new InvalidInput('step.not_each_once', { field: 'ordering' })
  if (entry.type === TYPE_NUMBER.experiments || entry.type === TYPE_NUMBER.items) {
    const moved = before.find((step, index) => step.is_immutable === 1 && ids[index] !== step.id)
    if (moved) throw new InvalidInput('step.keeps_place', { field: 'ordering', id: moved.id })
  }
  const moves = ids.map((id, index) => ({ id, ordering: index + 1 }))
  const placeOf = (id: number) => byId.get(id)?.ordering ?? null
  const events = await eventsOfSome(
    work,
    moves.filter(({ id, ordering }) => placeOf(id) !== ordering),
    (some) => repo.move(work.db, { moves: JSON.stringify(some) }),
    (row) => updateOf(row, { ordering: { before: placeOf(row.id), after: row.ordering } }),
  )
  await recordSteps(work, actor, entry, events, 'update')
}

/** Copies the steps of the source to a new entry. */
export async function copySteps(work: Change, source: EntityRow, to: number): Promise<void> {
  if (source.has_steps === 0) return
  const events = await eventsOfSome(
    work,
    await repo.listOrder(work.db, { entity: source.id }),
    (some) => repo.copy(work.db, { ids: idsOf(some), to }),
    (row) => eventOf(row, 'created', rowChanges<StepRow>({}, row, TOLD)),
  )
  await work.recordAll(events)
  await refreshStepFlags(work.db, { id: to })
}

/** A step that was written elsewhere. */
export type EarlierStep = Pick<
  StepRow,
  'body' | 'finished' | 'finished_time' | 'deadline' | 'deadline_notif' | 'is_immutable'
>

/** Adds steps to an entry in their order, after the `present` ones. Its owner is reminded of deadlines that are still to come. */
export async function addEarlierSteps(
  work: Change,
  { id: to, userid }: Pick<EntityRow, 'id' | 'userid'>,
  steps: readonly EarlierStep[],
  { present = 0 }: { present?: number } = {},
): Promise<void> {
  if (steps.length === 0) return
  const rows = steps.map((step, index) => ({ ...step, ordering: present + index + 1 }))
  const events = await eventsOfSome(
    work,
    rows,
    async (some) => {
      const added = await repo.insertMany(work.db, to, some)
      for (const { id: step, deadline, deadline_notif } of added) {
        if (deadline_notif === 0 || deadline === null || deadline <= work.at) continue
        await notifyOfDeadline(work, { entity: to, step, deadline, userid })
      }
      return added
    },
    (row) => eventOf(row, 'created', rowChanges<StepRow>({}, row, TOLD)),
  )
  await work.recordAll(events)
  await refreshStepFlags(work.db, { id: to })
}

/** A statement for each step would take PostgreSQL as many round trips, and one for all would hold up others. */
const STEPS_AT_ONCE = 50

/** Changes steps, some at a time, and returns their events in the order of their positions. */
async function eventsOfSome<Step>(
  work: Change,
  steps: readonly Step[],
  changeSome: (some: readonly Step[]) => Promise<StepRow[]>,
  toEvent: (row: StepRow) => Happening,
): Promise<Happening[]> {
  const events: Happening[] = []
  for (let from = 0; from < steps.length; from += STEPS_AT_ONCE) {
    const rows = await changeSome(steps.slice(from, from + STEPS_AT_ONCE))
    for (const row of rows.sort(byPosition)) {
      events.push(toEvent(row))
      await work.rest()
    }
  }
  return events
}

function byPosition(a: StepRow, b: StepRow): number {
  return a.ordering - b.ordering || a.id - b.id
}

function idsOf(steps: readonly Pick<StepRow, 'id'>[]): string {
  return JSON.stringify(steps.map(({ id }) => id))
}

function updateOf(row: StepRow, changes: Changes): Happening {
  return eventOf(row, 'updated', changes)
}

function eventOf(row: StepRow, verb: 'created' | 'updated', changes: Changes): Happening {
  const { entity_id: chain, id: subjectId } = row
  return { chain, subject: 'step', subjectId, verb, changes, seal: sealOf(stepsTable, row) }
}

async function recordSteps(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  events: readonly Happening[],
  action: string,
): Promise<void> {
  if (events.length === 0) return
  await work.recordAll(events)
  await recordChildChange(work, actor, entry, { steps: { after: action } }, { touch: true, steps: true })
}
