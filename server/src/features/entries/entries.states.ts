import type { Actor } from '../../access/actor.ts'
import type { Change } from '../../change.ts'
import type { EntityRow } from '../../db/schema.ts'
import { Unprocessable } from '../../errors.ts'
import { parkUploads, unparkUploads } from '../uploads/uploads.of-entry.ts'
import type { EntityEdit, EntitySet } from './entries.change.ts'
import { removePins } from './entries.pins.ts'
import { STATE } from './entries.types.ts'

/** The actions that an archived or deleted entry allows: each state has one way back. */
const ALLOWED: Readonly<Record<number, readonly string[]>> = {
  [STATE.archived]: ['unarchive', 'review'],
  [STATE.deleted]: ['restore', 'removeexclusiveeditmode', 'review'],
}

export function requireState({ state }: Pick<EntityRow, 'state'>, action: string): void {
  const allowed = ALLOWED[state]
  if (!allowed || allowed.includes(action)) return
  throw new Unprocessable(state === STATE.archived ? 'entry.archived' : 'entry.deleted')
}

/** An entry that is already locked keeps who locked it, and when. */
export function lock(work: Change, actor: Actor, entry: EntityRow): EntitySet {
  return entry.locked === 1 ? {} : { locked: 1, lockedby: actor.userid, locked_at: work.at }
}

export function unlock(work: Change, entry: EntityRow): EntitySet {
  return entry.locked === 0 ? {} : { locked: 0, lockedby: null, locked_at: work.at }
}

/** Archiving revokes the public link for good. */
export function archive(work: Change, actor: Actor, entry: EntityRow): EntitySet {
  return { state: STATE.archived, access_key: null, ...lock(work, actor, entry) }
}

export function unarchive(work: Change, entry: EntityRow): EntitySet {
  return entry.state === STATE.archived ? { state: STATE.normal, ...unlock(work, entry) } : {}
}

/** Restores a deleted entry with the files it had then. */
export async function restore(work: Change, entry: EntityRow): Promise<EntitySet> {
  await unparkUploads(work, entry.id)
  return { state: STATE.normal }
}

/** Deleted entries keep their row but lose their number, which another may want, the public link and all pins. */
export async function destroy(work: Change, entry: EntityRow): Promise<Pick<EntityEdit, 'set' | 'changes'>> {
  const set = { state: STATE.deleted, custom_id: null, access_key: null }
  const pinnedBy = await removePins(work.db, entry.id)
  await parkUploads(work, entry.id)
  return pinnedBy.length > 0 ? { set, changes: { pins: { before: pinnedBy, after: [] } } } : { set }
}
