import type { Actor } from '../../access/actor.ts'
import { type Change, change } from '../../change.ts'
import type { Context } from '../../context.ts'
import type { EntityRow, UploadRow } from '../../db/schema.ts'
import { InvalidInput, Unprocessable } from '../../errors.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import {
  holdEntry,
  requireMutable,
  requireShown,
  requireUnused,
  requireUpload,
  type UploadPath,
} from './uploads.access.ts'
import { addUpload, changeUpload } from './uploads.change.ts'
import { linesOf, nameOf, recordFileChanges } from './uploads.changelog.ts'
import { holdQuota } from './uploads.limits.ts'
import { toRecord } from './uploads.record.ts'
import * as repo from './uploads.repo.ts'

const ARCHIVED = 2

/** A file before and after it was archived. */
interface Replaced {
  before: repo.UploadWithAuthor
  after: UploadRow
}

/**
 * Archives a file for its replacement, which is added next: in the journal the two are neighbours, so `verify`
 * recognises them.
 */
export async function archiveReplaced(
  ctx: Context,
  work: Change,
  entry: EntityRow,
  id: number,
  ifMatch: IfMatch,
): Promise<Replaced> {
  const before = await requireUpload(work.db, entry.id, id)
  requireMutable(before)
  await requireMatch(ifMatch, before.version, async () => toRecord(ctx, before, entry.type))
  requireShown(before)
  await requireUnused(work.db, before)
  return { before, after: await changeUpload(work, before, { state: ARCHIVED }) }
}

/** What a file takes over from the one it replaces. */
export function placeOf({ id: replaces, comment }: UploadRow): Pick<UploadRow, 'comment'> & { replaces: number } {
  return { replaces, comment }
}

/** Replaces a file by a copy of another file of the entry, such as an earlier version. */
export function replaceByCopy(
  ctx: Context,
  actor: Actor,
  path: UploadPath & { subid: number },
  sourceId: number,
  ifMatch: IfMatch,
): Promise<{ id: number }> {
  if (sourceId === path.subid) throw new InvalidInput('upload.same_source', { field: 'source' })
  return change(ctx, actor, async (work) => {
    const entry = await holdEntry(work.db, actor, path)
    const [source] = await repo.find(work.db, { id: sourceId, entity: path.id })
    if (!source) throw new Unprocessable('upload.no_source', { field: 'source' })
    await holdQuota(ctx, work.db, entry.team, source.filesize)
    const old = await archiveReplaced(ctx, work, entry, path.subid, ifMatch)
    const { real_name, hash, filesize, mime } = source
    const values = { userid: actor.userid, real_name, hash, filesize, mime }
    const added = await addUpload(work, entry, { ...values, ...placeOf(old.after) })
    await recordFileChanges(work, actor, entry, [nameOf(added), ...linesOf(old.before, old.after)])
    return { id: added.id }
  })
}
