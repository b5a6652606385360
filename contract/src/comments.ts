import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { EntityType, Flag, Id, idOf, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { COMMENT_LIMIT, isTooLong } from './limits.ts'
import { namedRecords } from './named-records.ts'
import { Origin } from './origins.ts'
import { says } from './refusals/schema.ts'

/** A comment on an entry. The same shape in lists, alone, and inside the entry's record. */
export const Comment = z
  .object({
    id: Id,
    item_id: Id.meta({ description: 'The entry, whatever its type' }),
    comment: z.string().meta({ description: 'Exactly as it was sent: escape it before you show it as HTML' }),
    created_at: Timestamp,
    modified_at: Timestamp.meta({ description: 'Equals created_at until the text changes' }),
    userid: Id.meta({ description: 'The author' }),
    immutable: Flag.meta({ description: '1: written by the system, cannot be changed or deleted' }),
    fullname: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    orcid: z.string().nullable(),
    email: z.string(),
    origin: Origin.optional().meta({ description: 'Only if it was imported' }),
  })
  .register(namedRecords, { name: 'Comment', description: 'A comment on an entry' })
export type Comment = z.infer<typeof Comment>

const MOST_BYTES = COMMENT_LIMIT.most

/** Kept exactly as sent: white space counts and nothing is cleaned. */
const CommentText = Text.min(1)
  .refine((text) => !isTooLong(text, COMMENT_LIMIT), says('field.too_many_bytes', { most: MOST_BYTES }))
  .meta({ description: `1 to ${MOST_BYTES} bytes` })

export const NewComment = z.object({ comment: CommentText, action: AnyAction })
export const CommentChange = z.object({ comment: CommentText })

const tag = { name: 'Comments', about: 'What people say about an entry. Whoever may read an entry can comment on it.' }
const all = {
  path: '/:entity_type/:id/comments',
  params: z.object({ entity_type: EntityType, id: PathId }),
  tag,
}
const one = {
  path: '/:entity_type/:id/comments/:subid',
  params: z.object({ entity_type: EntityType, id: PathId, subid: idOf('comment') }),
  tag,
}

export const comments = {
  list: endpoint({
    ...all,
    name: 'readEntityComments',
    method: 'GET',
    access: 'readers',
    summary: 'The comments of an entry, oldest first',
    query: Paging,
    reply: z.array(Comment),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readEntityComment',
    method: 'GET',
    access: 'readers',
    summary: 'One comment',
    reply: Comment,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...all,
    aliases: [one.path],
    name: 'postEntityComments',
    method: 'POST',
    access: 'readers',
    summary: 'Comment on an entry that you can read',
    body: NewComment,
    example: { comment: 'Buffer was prepared with the old stock.' },
    status: 201,
    errors: [403, 404, 422],
  }),
  edit: endpoint({
    ...one,
    name: 'patchEntityComment',
    method: 'PATCH',
    summary: 'Change the text of your comment',
    body: CommentChange,
    example: { comment: 'Buffer was prepared with the fresh stock.' },
    repeatable: true,
    reply: Comment,
    status: 200,
    errors: [403, 404, 412],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteEntityComment',
    method: 'DELETE',
    summary: 'Delete your comment',
    status: 204,
    errors: [403, 404, 412],
  }),
}
