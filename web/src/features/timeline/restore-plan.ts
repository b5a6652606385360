import type { Entity } from '@aliquot/contract/entities'
import type { Step, StepPatch } from '@aliquot/contract/steps'
import type { Upload, UploadPatch } from '@aliquot/contract/uploads'
import { type EntryLink, outgoingLinks } from '../links/links.queries.ts'

/** What belongs to an entry and is set by itself, not with its fields. */
export const PARTS = ['links', 'uploads', 'steps'] as const
export type Part = (typeof PARTS)[number]

export function isPart(name: string): name is Part {
  return PARTS.some((part) => part === name)
}

/** The parts as they shall be. Absent: not all of them are known. */
export interface WantedParts {
  links: readonly EntryLink[]
  uploads: readonly Upload[] | undefined
  steps: readonly Step[] | undefined
}

/** So many are in an entry's record. */
const MOST_IN_RECORD = { uploads: 5000, steps: 1000 }

/** What a list lacks that may have been cut is not known to be gone. */
export function wantedOf(record: Entity): WantedParts {
  return {
    links: outgoingLinks(record),
    uploads: record.uploads.length < MOST_IN_RECORD.uploads ? record.uploads : undefined,
    steps: record.steps.length < MOST_IN_RECORD.steps ? record.steps : undefined,
  }
}

export interface LinksPlan {
  remove: EntryLink[]
  add: EntryLink[]
}

export function planLinks(wanted: readonly EntryLink[], present: readonly EntryLink[]): LinksPlan {
  return { remove: without(present, wanted), add: without(wanted, present) }
}

function without(links: readonly EntryLink[], others: readonly EntryLink[]): EntryLink[] {
  const known = new Set(others.map(({ entityid }) => entityid))
  return links.filter(({ entityid }) => !known.has(entityid))
}

export interface FileChange {
  file: Upload
  change: UploadPatch | undefined
  /** It had no comment, and the service lets nobody take one away. */
  keepsComment: boolean
}

/** `present`: archived and deleted ones, too. A file that came later goes into the archive: nothing is lost by it. */
export function planFiles(wanted: readonly Upload[], present: readonly Upload[]): FileChange[] {
  const then = new Set(wanted.map(({ id }) => id))
  const later = present.filter(({ id, state }) => state === 1 && !then.has(id))
  const now = new Map(present.map((file) => [file.id, file]))
  const archived = later.map(
    (file): FileChange => ({ file, change: { action: 'archive', state: 2 }, keepsComment: false }),
  )
  const changed = wanted.map((file): FileChange => {
    const { state, real_name, comment } = now.get(file.id) ?? {}
    const change = {
      ...(state !== 1 && { state: 1 }),
      ...(real_name !== file.real_name && { real_name: file.real_name }),
      ...(comment !== file.comment && file.comment !== null && { comment: file.comment }),
    }
    const keepsComment = file.comment === null && typeof comment === 'string'
    return { file, change: Object.keys(change).length > 0 ? change : undefined, keepsComment }
  })
  return [...archived, ...changed.filter(({ change, keepsComment }) => change || keepsComment)]
}

export interface StepsPlan {
  /** Fixed ones can be neither renamed nor moved. */
  unlockFirst: boolean
  remove: Step[]
  /** All that shall be there, in their order. One that is not there any more is written anew. */
  steps: { step: Step; isNew: boolean; changes: StepPatch[] }[]
  lockLast: boolean
  /** Whether these are fixed cannot be set: in an entry that is no template all are, or none. */
  unfixable: Step[]
}

export function planSteps(wanted: readonly Step[], present: readonly Step[], isTemplate: boolean): StepsPlan {
  const then = new Set(wanted.map(({ id }) => id))
  const now = new Map(present.map((step) => [step.id, step]))
  const remove = present.filter(({ id }) => !then.has(id))
  const kept = present.filter(({ id }) => then.has(id))
  const steps = wanted.map((step) => {
    const known = now.get(step.id)
    return { step, isNew: !known, changes: stepChanges(step, known, isTemplate) }
  })
  const plan = { remove, steps }
  if (isTemplate) return { ...plan, unlockFirst: false, lockLast: false, unfixable: [] }
  const turned = wanted.filter((step) => step.is_immutable !== (now.get(step.id)?.is_immutable ?? 0))
  const isFixed = wanted.every(({ is_immutable }) => is_immutable === 1)
  if (!isFixed && wanted.some(({ is_immutable }) => is_immutable === 1))
    return { ...plan, unlockFirst: false, lockLast: false, unfixable: turned }
  const isMoved = kept.some(({ id }, index) => id !== wanted[index]?.id)
  const isRenamed = wanted.some(({ id, body }) => now.has(id) && now.get(id)?.body !== body)
  const hasFixed = kept.some(({ is_immutable }) => is_immutable === 1)
  const unlockFirst = hasFixed && (!isFixed || isMoved || isRenamed)
  const lockLast = isFixed && wanted.length > 0 && (unlockFirst || turned.length > 0)
  return { ...plan, unlockFirst, lockLast, unfixable: [] }
}

/** What makes a step what it was; of one that is written anew only the text is there. */
function stepChanges(step: Step, now: Step | undefined, isTemplate: boolean): StepPatch[] {
  const isTurned = step.finished !== (now?.finished ?? 0)
  // Whoever ticks a step takes its deadline off.
  const deadline = isTurned ? null : (now?.deadline ?? null)
  const finishedTime = isTurned ? undefined : (now?.finished_time ?? null)
  const attributes = {
    ...(now && now.body !== step.body && { body: step.body }),
    ...(deadline !== step.deadline && { deadline: step.deadline }),
    ...(finishedTime !== step.finished_time && { finished_time: step.finished_time }),
    ...(isTemplate && step.is_immutable !== (now?.is_immutable ?? 0) && { is_immutable: step.is_immutable }),
  }
  const isTold = deadline !== null && step.deadline !== null && now?.deadline_notif === 1
  const changes: StepPatch[] = []
  if (isTurned) changes.push({ action: 'finish' })
  if (Object.keys(attributes).length > 0) changes.push(attributes)
  if (step.deadline !== null && isTold !== (step.deadline_notif === 1)) changes.push({ action: 'notif' })
  return changes
}
