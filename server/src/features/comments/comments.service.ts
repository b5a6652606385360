import type { Comment } from '@aliquot/contract/comments'
import type { EntityType, Paging } from '@aliquot/contract/common'
import type { Actor } from '../../access/actor.ts'
import { change } from '../../change.ts'
import type { Context } from '../../context.ts'
import { writeAtEnd } from '../../db/deferred-writes.ts'
import { engineOf, hasRoundTrips } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { commentsTable } from '../../db/tables/entries/comments.ts'
import { Forbidden, NotFound } from '../../errors.ts'
import { fieldChange } from '../../journal/changes.ts'
import { sealOf } from '../../journal/seals.ts'
import { wireTime } from '../../lib/dates.ts'
import type { List } from '../../records/page.ts'
import { type IfMatch, requireMatch } from '../../records/version.ts'
import { holdReadable, requireRead, requireReadable, TYPE_NUMBER } from '../entries/entries.access.ts'
import { listBelow } from '../entries/list-children.ts'
import { notifyMentioned } from '../mentions/mentions.change.ts'
import { removeOfComment } from '../notifications/notifications.change.ts'
import { notifyOfComment } from '../notifications/notify.ts'
import { withOrigin } from '../origins/origins.lookup.ts'
import { forgetComment, indexComment, indexNewComment } from '../search/indexing/comment-index.ts'
import * as repo from './comments.repo.ts'

export interface CommentPath {
  entity_type: EntityType
  id: number
  subid: number
}

/** A comment with the version for its ETag. */
export type Versioned = Comment & { version: number }

/** The most comments in an entry's record: every reader can comment, and must not make the entry unreadable. */
const MOST_IN_RECORD = 500

/** The newest comments of an entry in pages, from the newest to the oldest. The caller has checked access. */
export async function* commentPages(ctx: Context, entityId: number, db: Db = ctx.db.read): AsyncGenerator<Comment[]> {
  for await (const rows of repo.newestInPages(db, entityId, MOST_IN_RECORD)) {
    yield rows.map((row) => toComment(ctx, row))
  }
}

export async function listComments(
  ctx: Context,
  actor: Actor,
  path: Omit<CommentPath, 'subid'>,
  paging: Paging,
): Promise<List<Comment>> {
  const entity = path.id
  await requireReadable(ctx.db.read, actor, path.entity_type, entity)
  return listBelow(ctx, repo, { entity }, paging, (row) => toRecord(ctx, row))
}

export async function readComment(ctx: Context, actor: Actor, path: CommentPath): Promise<Versioned> {
  const { read } = ctx.db
  const [row] = await repo.findWithEntry(read, {
    id: path.subid,
    entity: path.id,
    type: TYPE_NUMBER[path.entity_type],
  })
  if (!row) {
    await requireReadable(read, actor, path.entity_type, path.id)
    throw missing()
  }
  const { team, canread_base, canwrite_base } = row
  await requireRead(read, actor, { id: row.entity_id, team, userid: row.owner, canread_base, canwrite_base })
  return toRecord(ctx, row)
}

export function addComment(
  ctx: Context,
  actor: Actor,
  path: Omit<CommentPath, 'subid'>,
  comment: string,
): Promise<{ id: number }> {
  const { userid } = actor
  const entity = path.id
  return change(
    ctx,
    actor,
    async (work) => {
      const { at } = work
      const { entry, id } = await insertChecked(work.db, actor, path, { entity, userid, comment, at })
      const row = { id, entity_id: entity, userid, comment, immutable: 0, created_at: at, modified_at: at, version: 1 }
      await writeAtEnd(work.db, () => indexNewComment(work.db, row))
      await work.record({
        chain: entity,
        subject: 'comment',
        subjectId: id,
        verb: 'created',
        changes: { comment: fieldChange(undefined, comment) },
        seal: sealOf(commentsTable, row),
      })
      const mentioned = await notifyMentioned(work, { ...written(path, id, actor), before: null, after: comment })
      // Nobody waits for the owner of an entry without requests.
      const isTold = entry.userid !== userid || entry.has_requests === 1
      if (isTold) await notifyOfComment(work, { entity, owner: entry.userid, comment: id, author: userid }, mentioned)
      return { id }
    },
    { ofEntry: entity, onlyAdds: true },
  )
}

/** Stores a comment if the actor may read the entry. */
async function insertChecked(
  db: Db,
  actor: Actor,
  path: Omit<CommentPath, 'subid'>,
  row: { entity: number; userid: number; comment: string; at: string },
): Promise<{ entry: repo.Commented; id: number }> {
  const type = TYPE_NUMBER[path.entity_type]
  if (hasRoundTrips(engineOf(db))) {
    const [found] = await repo.touchAndInsert(db, { ...row, type })
    const entry = await requireRead(db, actor, found)
    return { entry, id: entry.comment_id }
  }
  const [found] = await repo.touchCommented(db, { entity: row.entity, type, at: row.at })
  const entry = await requireRead(db, actor, found)
  return { entry, id: await repo.insert(db, { ...row, immutable: 0 }) }
}

export function editComment(
  ctx: Context,
  actor: Actor,
  path: CommentPath,
  comment: string,
  ifMatch: IfMatch,
): Promise<Versioned> {
  return change(ctx, actor, async (work) => {
    const { at } = work
    await holdReadable(work.db, actor, path.entity_type, path.id)
    const before = await requireOwn(work.db, actor, path)
    await requireMatch(ifMatch, before.version, async () => toRecord(ctx, before))
    if (before.comment === comment) return toRecord(ctx, before)
    const [row] = await repo.update(work.db, { id: before.id, comment, at, version: before.version + 1 })
    if (!row) throw missing()
    await writeAtEnd(work.db, () => indexComment(work.db, row))
    await work.record({
      chain: path.id,
      subject: 'comment',
      subjectId: row.id,
      verb: 'updated',
      changes: { comment: fieldChange(before.comment, comment) },
      seal: sealOf(commentsTable, row),
    })
    await notifyMentioned(work, { ...written(path, row.id, actor), before: before.comment, after: comment })
    return toRecord(ctx, { ...before, ...row })
  })
}

export function removeComment(ctx: Context, actor: Actor, path: CommentPath, ifMatch: IfMatch): Promise<void> {
  return change(ctx, actor, async (work) => {
    await holdReadable(work.db, actor, path.entity_type, path.id)
    const before = await requireOwn(work.db, actor, path)
    await requireMatch(ifMatch, before.version, async () => toRecord(ctx, before))
    await removeOfComment(work, { comment: before.id })
    await writeAtEnd(work.db, () => forgetComment(work.db, { id: before.id }))
    await repo.remove(work.db, { id: before.id })
    await repo.followNewest(work.db, { entity: path.id })
    await work.record({
      chain: path.id,
      subject: 'comment',
      subjectId: before.id,
      verb: 'deleted',
      changes: { comment: fieldChange(before.comment, undefined) },
      seal: null,
    })
  })
}

function written(path: Omit<CommentPath, 'subid'>, comment: number, { userid: author }: Actor) {
  return { entity: path.id, comment, author, isHtml: false }
}

/** Refuses what would be refused whatever the new text is. */
export async function requireEditable(ctx: Context, actor: Actor, path: CommentPath): Promise<void> {
  await requireReadable(ctx.db.read, actor, path.entity_type, path.id)
  await requireOwn(ctx.db.read, actor, path)
}

/** The comment, if it belongs to this entry and the actor wrote it. Admins may not change the words of others. */
async function requireOwn(db: Db, actor: Actor, path: CommentPath): Promise<repo.CommentWithAuthor> {
  const [comment] = await repo.find(db, { id: path.subid, entity: path.id })
  if (!comment) throw missing()
  if (comment.immutable === 1) throw new Forbidden('comment.of_system')
  if (comment.userid !== actor.userid) throw new Forbidden('comment.not_author')
  return comment
}

function missing(): NotFound {
  return new NotFound('comment.not_found')
}

function toRecord(ctx: Context, row: repo.CommentWithAuthor): Versioned {
  return { ...toComment(ctx, row), version: row.version }
}

function toComment(ctx: Context, row: repo.CommentWithAuthor): Comment {
  const { TIMEZONE } = ctx.config
  const comment = {
    id: row.id,
    item_id: row.entity_id,
    comment: row.comment,
    created_at: wireTime(row.created_at, TIMEZONE),
    modified_at: wireTime(row.modified_at, TIMEZONE),
    userid: row.userid,
    immutable: row.immutable === 1 ? 1 : 0,
    fullname: `${row.firstname} ${row.lastname}`,
    firstname: row.firstname,
    lastname: row.lastname,
    orcid: row.orcid,
    email: row.email,
  } as const
  return withOrigin(comment, row)
}
