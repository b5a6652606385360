import type { StepAttributes, StepPatch } from '@aliquot/contract/steps'
import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { EntityRow, StepRow } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import { parseTime } from '../../lib/dates.ts'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { moveDeadline, removeOfStep } from '../notifications/notifications.change.ts'
import { notifyOfDeadline, visibleBefore } from '../notifications/notify.ts'
import type { StepColumns } from './steps.repo.ts'
import { lockSteps, saveStep } from './steps.set.ts'

type Columns = Partial<StepColumns>

/** Applies a PATCH of one step, notifications included. The caller has locked the entry. */
export async function applyPatch(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  step: StepRow,
  patch: StepPatch,
  zone: string,
): Promise<void> {
  switch (patch.action) {
    case 'finish': {
      const set = { finished: 1 - step.finished, finished_time: work.at, deadline: null, deadline_notif: 0 }
      await removeOfStep(work, { step: step.id })
      return saveStep(work, actor, entry, step, set, patch.action)
    }
    case 'notif': {
      if (step.deadline === null) throw new InvalidInput('step.no_deadline', { field: 'deadline' })
      if (step.deadline_notif === 1) return dropNotification(work, actor, entry, step, patch.action)
      await notifyOfDeadline(work, { entity: entry.id, step: step.id, deadline: step.deadline, userid: actor.userid })
      return saveStep(work, actor, entry, step, { deadline_notif: 1 }, patch.action)
    }
    case 'notifdestroy':
      return dropNotification(work, actor, entry, step, patch.action)
    case 'forcelock':
    case 'forceunlock':
      return lockSteps(work, actor, entry, patch.action)
    default:
      return changeStep(work, actor, entry, step, readColumns(entry, step, patch, zone))
  }
}

async function dropNotification(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  step: StepRow,
  action: string,
): Promise<void> {
  await removeOfStep(work, { step: step.id })
  await saveStep(work, actor, entry, step, { deadline_notif: 0 }, action)
}

async function changeStep(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  step: StepRow,
  columns: Columns,
): Promise<void> {
  const { deadline } = columns
  if (deadline === undefined || step.deadline_notif === 0) return saveStep(work, actor, entry, step, columns, 'update')
  if (deadline === null) {
    await removeOfStep(work, { step: step.id })
    return saveStep(work, actor, entry, step, { ...columns, deadline_notif: 0 }, 'update')
  }
  if (deadline !== step.deadline) await moveDeadline(work, { step: step.id, visible_at: visibleBefore(deadline) })
  return saveStep(work, actor, entry, step, columns, 'update')
}

/** The stored form of the sent attributes; refuses all if one is wrong. */
function readColumns(entry: EntityRow, step: StepRow, attributes: StepAttributes, zone: string): Columns {
  const { body, deadline, finished_time, is_immutable } = attributes
  const isOfTemplate = entry.type === TYPE_NUMBER.experiments_templates || entry.type === TYPE_NUMBER.items_types
  if (is_immutable !== undefined && !isOfTemplate)
    throw new InvalidInput('step.templates_only', { field: 'is_immutable' })
  if (body !== undefined && step.is_immutable === 1 && !isOfTemplate)
    throw new InvalidInput('step.immutable', { field: 'body' })
  return {
    ...(body !== undefined && { body: readText(body) }),
    ...(deadline !== undefined && { deadline: readTime('deadline', deadline, zone) }),
    ...(finished_time !== undefined && { finished_time: readTime('finished_time', finished_time, zone) }),
    ...(is_immutable !== undefined && { is_immutable }),
  }
}

function readText(text: string): string {
  const body = text.replaceAll('|', '')
  if (body.trim() === '') throw new InvalidInput('field.empty', { field: 'body' })
  return body
}

function readTime(field: string, text: string | null, zone: string): string | null {
  if (text === null || text.trim() === '') return null
  const time = parseTime(text.trim(), zone)
  if (time === undefined) throw new InvalidInput('field.not_moment', { field, example: '2026-03-02 10:15:00' })
  return time
}
