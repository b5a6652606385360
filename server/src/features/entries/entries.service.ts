import type { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { EntityPatch } from '@aliquot/contract/entity-input'
import type { Actor } from '../../access/actor.ts'
import { isAllowed } from '../../access/visibility.ts'
import { type Change, change } from '../../change.ts'
import type { EntityRow } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { fulfilRequests } from '../request-actions/request-actions.change.ts'
import { holdEntity, requireReadable, requireWritable } from './entries.access.ts'
import { type Deed, readDeed } from './entries.actions.ts'
import { changeEntity } from './entries.change.ts'
import { readAhead } from './entries.lookup.ts'
import type { Viewer } from './entries.record.ts'
import { destroy, requireState } from './entries.states.ts'
import { kindOf, STATE } from './entries.types.ts'
import { type LeftText, readChanged, readLeft, readShallow, readWritten, type SeenText } from './record/record-text.ts'

export type { SeenText } from './record/record-text.ts'

/** Without comments, steps and files, which an export reads when their turn comes. */
export async function readShallowEntity(viewer: Viewer, type: EntityType, id: number): Promise<Entity> {
  return (await readShallow(viewer, type, id)).record
}

/** The record as JSON, to be sent. */
export function readEntityText(viewer: Viewer, type: EntityType, id: number, work?: Change): Promise<SeenText> {
  return readWritten(viewer, type, id, work)
}

/**
 * A page whose save got no answer may be opened again only days later. Each save of a person who types is a row, so they
 * stay no longer than that: about 4,000 rows and 1.4 MB for an hour of typing.
 */
const SAVE_REPEAT_HOURS = 7 * 24

export interface Saved extends SeenText {
  /**
   * The version that this change made. For a repeated Idempotency-Key it is not the current one if others changed the
   * entry since.
   */
  savedVersion: number
}

/** Changes an entry or runs an action, and returns the new record or nothing. */
export async function patchEntity(
  viewer: Viewer,
  type: EntityType,
  id: number,
  patch: EntityPatch,
  ifMatch: IfMatch,
): Promise<Saved | undefined> {
  const { ctx, actor } = viewer
  const deed = await readDeedOf(viewer, type, id, patch)
  let run: Run | undefined
  const makeChange = async (work: Change): Promise<{ version: number }> => {
    const ahead = readAhead(work.db, id, { text: deed.changesText })
    const entry = await holdEntity(work.db, actor, type, id)
    requireState(entry, deed.name)
    if (deed.access === 'write') await requireWritable(work.db, actor, entry)
    await requireVersion(work, viewer, type, entry, ifMatch)
    const after = (await deed.run(work, actor, entry, ahead)) ?? entry
    await fulfilRequests(work, actor, id, deed.name)
    if (deed.answers !== 'nothing' && deed.access === 'write' && entry.userid !== actor.userid)
      await requireStillReadable(work, actor, after)
    const result = { version: after.version }
    if (deed.answers === 'nothing') return result
    const left = readLeft(viewer, type, after, work)
    // If it fails, so does the change.
    left.catch(() => {})
    run = { result, left }
    // Unlike the owner, others may lose access right after the commit, and a 403 would deny what has happened.
    if (after.userid !== actor.userid) run.seen = (await left) ?? (await readEntityText(viewer, type, id, work))
    return result
  }
  const result = await change(ctx, actor, makeChange, {
    repeatHours: SAVE_REPEAT_HOURS,
    ofEntry: deed.isShareable ? id : undefined,
  })
  if (deed.answers === 'nothing') return undefined
  const seen = (await seenBy(run, result)) ?? (await readChanged(viewer, type, id))
  return { ...seen, savedVersion: result.version }
}

/** One run of a change, which may be undone and run again, and its record. */
interface Run {
  result: { version: number }
  left: Promise<LeftText | undefined>
  seen?: SeenText
}

/** The record as the change left it. Undefined if the result is that of another run, or of an earlier request. */
async function seenBy(run: Run | undefined, result: { version: number }): Promise<SeenText | undefined> {
  if (run?.result !== result) return undefined
  const left = await run.left
  left?.keep()
  return run.seen ?? left
}

/** Deletes an entry, which can be restored. Deleting it again is a no-op. */
export async function deleteEntity(viewer: Viewer, type: EntityType, id: number, ifMatch: IfMatch): Promise<void> {
  const { ctx, actor } = viewer
  await change(ctx, actor, async (work) => {
    const entry = await holdEntity(work.db, actor, type, id)
    await requireWritable(work.db, actor, entry)
    await requireVersion(work, viewer, type, entry, ifMatch)
    if (entry.state !== STATE.deleted) {
      await changeEntity(work, actor, entry, { ...(await destroy(work, entry)), touch: true })
    }
  })
}

/** A missing or hidden entry takes precedence over a wrong body. */
async function readDeedOf(viewer: Viewer, type: EntityType, id: number, patch: EntityPatch): Promise<Deed> {
  try {
    return readDeed(kindOf(type), patch)
  } catch (error) {
    await requireReadable(viewer.ctx.db.read, viewer.actor, type, id)
    throw error
  }
}

/** The answer is the new record, so refuse a change after which the actor could not read it. */
async function requireStillReadable(work: Change, actor: Actor, entry: EntityRow): Promise<void> {
  if (await isAllowed(work.db, actor, entry, 'read')) return
  throw new Unprocessable('entry.takes_own_right', { field: 'canread' })
}

async function requireVersion(
  work: Change,
  viewer: Viewer,
  type: EntityType,
  entry: EntityRow,
  ifMatch: IfMatch,
): Promise<void> {
  await requireMatch(ifMatch, entry.version, async () => (await readEntityText(viewer, type, entry.id, work)).record)
}
