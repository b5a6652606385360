import type { Change } from '../../change.ts'
import { writeAtEnd } from '../../db/deferred-writes.ts'
import type { EntityRow } from '../../db/schema.ts'
import { commentsTable } from '../../db/tables/entries/comments.ts'
import { type Changes, fieldChange } from '../../journal/changes.ts'
import { sealOf } from '../../journal/seals.ts'
import { removeOfComment } from '../notifications/notifications.change.ts'
import { forgetComment, indexComment, indexNewComment } from '../search/indexing/comment-index.ts'
import * as repo from './comments.repo.ts'

/**
 * Adds a comment that was written elsewhere, in the change that makes its entry. Nobody is told of it. The journal says
 * who brings it in, so it names the author where that is somebody else.
 */
export async function addEarlierComment(
  work: Change,
  entry: Pick<EntityRow, 'id' | 'type'>,
  { userid, comment, immutable, by }: { userid: number; comment: string; immutable: number; by: number },
): Promise<number> {
  const { at } = work
  await repo.touchCommented(work.db, { entity: entry.id, type: entry.type, at })
  const id = await repo.insert(work.db, { entity: entry.id, userid, comment, immutable, at })
  const row = {
    ...{ id, entity_id: entry.id, userid, comment, immutable },
    ...{ created_at: at, modified_at: at, version: 1 },
  }
  await writeAtEnd(work.db, () => indexNewComment(work.db, row))
  const changes: Changes = { comment: fieldChange(undefined, comment) }
  if (immutable === 1) changes.immutable = fieldChange(undefined, immutable)
  if (userid !== by) changes.userid = fieldChange(undefined, userid)
  await work.record({
    chain: entry.id,
    subject: 'comment',
    subjectId: id,
    verb: 'created',
    changes,
    seal: sealOf(commentsTable, row),
  })
  return id
}

/** Takes over what has become of a comment elsewhere. Nothing happens if it is gone here. */
export async function changeEarlierComment(
  work: Change,
  { entity, id, comment }: { entity: number; id: number; comment: string },
): Promise<void> {
  const [before] = await repo.find(work.db, { id, entity })
  if (!before || before.comment === comment) return
  const [row] = await repo.update(work.db, { id, comment, at: work.at, version: before.version + 1 })
  if (!row) return
  await writeAtEnd(work.db, () => indexComment(work.db, row))
  await work.record({
    chain: entity,
    subject: 'comment',
    subjectId: id,
    verb: 'updated',
    changes: { comment: fieldChange(before.comment, comment) },
    seal: sealOf(commentsTable, row),
  })
}

/** Removes a comment that was removed elsewhere. */
export async function removeEarlierComment(
  work: Change,
  { entity, id }: { entity: number; id: number },
): Promise<void> {
  const [before] = await repo.find(work.db, { id, entity })
  if (!before) return
  await removeOfComment(work, { comment: id })
  await writeAtEnd(work.db, () => forgetComment(work.db, { id }))
  await repo.remove(work.db, { id })
  await repo.followNewest(work.db, { entity })
  await work.record({
    chain: entity,
    subject: 'comment',
    subjectId: id,
    verb: 'deleted',
    changes: { comment: fieldChange(before.comment, undefined) },
    seal: null,
  })
}
