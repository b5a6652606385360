import type { EntityType } from '@aliquot/contract/common'
import { say } from '@aliquot/contract/refusals/say'
import type { Left, Restored, RestorePart } from '@aliquot/contract/timeline'
import type { Actor } from '../../access/actor.ts'
import { isAllowed } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { Db, EntityRow } from '../../db/schema.ts'
import { InvalidInput, NotFound, Stale } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { holdEntity, requireReadable, requireWritable } from '../entries/entries.access.ts'
import { changeEntity } from '../entries/entries.change.ts'
import type { Viewer } from '../entries/entries.record.ts'
import { readEntityText } from '../entries/entries.service.ts'
import { requireState } from '../entries/entries.states.ts'
import { kindOf } from '../entries/entries.types.ts'
import type { EndRow } from '../links/links.lookup.ts'
import { holdLinked, restoreLinks } from '../links/links.restore.ts'
import { restoreSteps } from '../steps/steps.restore.ts'
import { findLength, findRow } from '../timeline/timeline.lookup.ts'
import { valueThen } from '../timeline/value-then.ts'
import { restoreUploads } from '../uploads/uploads.restore.ts'
import { type EntryThen, readEntryThen } from './at/entry-at.ts'
import { findLast } from './history.repo.ts'
import { leftFor } from './left.ts'
import { keepFields, planFields } from './restore-fields.ts'

/** A moment of an entry: right after the event at a position. */
export interface MomentPath {
  entity_type: EntityType
  id: number
  subid: number
}

/** Conditions that detect changes by others. */
interface Unless {
  ifMatch: IfMatch
  /**
   * The expected end of the history. Steps, links and files have their own versions, so only this shows a change of
   * them.
   */
  last_position?: number | undefined
}

/** The result, and the entry's version afterwards. */
export type RestoredEntry = Restored & { version: number }

/**
 * Restores what a person may set of an entry to a moment: fields and tags, steps, links, files. Owner, lock, state and
 * public link stay, and so do comments, which belong to their authors. It is one change in the journal; restoring the
 * moment before it undoes it.
 */
export async function restoreEntry(
  viewer: Viewer,
  path: MomentPath,
  parts: readonly RestorePart[],
  unless: Unless,
): Promise<RestoredEntry> {
  const { ctx, actor } = viewer
  const { entity_type: type, id, subid: position } = path
  const kind = kindOf(type)
  const { at } = await requireMoment(ctx, actor, path)
  const then = await readEntryThen(ctx.db.read, kind.number, id, position)
  return change(ctx, actor, async (work) => {
    if (parts.includes('links')) await holdLinked(work, id, then.links)
    const entry = await holdEntity(work.db, actor, type, id)
    await requireWritable(work.db, actor, entry)
    requireState(entry, 'update')
    if (entry.locked === 1) throw new InvalidInput('entry.unlock_first')
    const before = await lengthOf(work.db, id)
    const present = async () => (await readEntityText(viewer, type, id, work)).record
    await requireMatch(unless.ifMatch, entry.version, present)
    if (before !== (unless.last_position ?? before)) throw new Stale(await present())

    const left: Left[] = []
    const fields = parts.includes('fields')
      ? await planFields(work, actor, kind, entry, then, left)
      : await keepFields(work.db, entry)
    const hasNewSteps = parts.includes('steps') && (await restoreSteps(work, actor, entry, then.steps, before + 1))
    const hasNewLinks = parts.includes('links') && (await setLinks(work, actor, entry, then.links, at, left))
    const hasNewFiles = parts.includes('uploads') && (await setFiles(work, entry, then.uploads, fields.text, left))
    if (!fields.isChanged && !hasNewSteps && !hasNewLinks && !hasNewFiles)
      return { position: before, previous_position: before, left, version: entry.version }

    const changes = { restored: { after: position } }
    let after = await changeEntity(work, actor, entry, { set: fields.set, ...fields.edit, changes, touch: true })
    if (!(await isAllowed(work.db, actor, after, 'read'))) {
      after = await keepReadable(work, actor, entry, after)
      left.push(leftFor({ part: 'field', id: null, name: 'canread' }, UNREADABLE))
    }
    return { position: await lengthOf(work.db, id), previous_position: before, left, version: after.version }
  })
}

/** The event at this position, if the actor may read the entry. */
export async function requireMoment(ctx: Context, actor: Actor, path: MomentPath): Promise<{ at: string }> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  const [row] = await findRow(ctx.db.read, { chain: path.id, position: path.subid })
  if (!row) throw new NotFound('history.no_position')
  return row
}

const UNREADABLE = say('entry.takes_own_right', { field: 'canread' })

function keepReadable(work: Change, actor: Actor, before: EntityRow, after: EntityRow): Promise<EntityRow> {
  const { canread, canread_base } = before
  return changeEntity(work, actor, after, { set: { canread, canread_base }, touch: true })
}

async function setLinks(
  work: Change,
  actor: Actor,
  entry: EntityRow,
  then: ReadonlySet<number>,
  at: string,
  left: Left[],
): Promise<boolean> {
  const { isChanged, hidden, trashed } = await restoreLinks(work, actor, entry, then)
  for (const id of hidden) left.push(leftFor({ part: 'link', id, name: '' }, say('entry.may_not_read')))
  for (const { id, title: name } of await trashedSince(work.db, trashed, at))
    left.push(leftFor({ part: 'link', id, name }, say('link.deleted')))
  return isChanged
}

async function setFiles(
  work: Change,
  { id: entity }: EntityRow,
  then: EntryThen['uploads'],
  text: string,
  left: Left[],
): Promise<boolean> {
  const { isChanged, refused } = await restoreUploads(work, entity, then, text)
  for (const { upload, said } of refused)
    left.push(leftFor({ part: 'upload', id: upload.id, name: upload.real_name }, said))
  return isChanged
}

/** The linked entries that were deleted after that moment. */
async function trashedSince(db: Db, ends: readonly EndRow[], at: string): Promise<EndRow[]> {
  const since: EndRow[] = []
  for (const end of ends) {
    const [last] = await findLast(db, { chain: end.id, at })
    const place = { chain: end.id, subject: 'entity', subjectId: end.id }
    if ((await valueThen(db, place, 'state', last?.position ?? 0)) !== end.state) since.push(end)
  }
  return since
}

async function lengthOf(db: Db, chain: number): Promise<number> {
  const [row] = await findLength(db, { chain })
  return row?.length ?? 0
}
