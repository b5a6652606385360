import { z } from 'zod'
import { DateText, EntityType, ErrorBody, Id, idOf, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** One changed field. Null means empty. */
export const TimelineChange = z
  .object({
    field: z.string(),
    before: z.unknown().meta({ description: 'The old value; null when it is long' }),
    after: z.unknown().meta({ description: 'The new value; null when it is long' }),
    is_long: z.boolean().meta({ description: 'True: the values are only told when you ask for this one change' }),
  })
  .register(namedRecords, { name: 'TimelineChange', description: 'One field of a change' })
export type TimelineChange = z.infer<typeof TimelineChange>

/** One event of an entry. Saves of the main text that belong together are one. */
export const TimelineItem = z
  .object({
    position: z.int().meta({ description: 'Its number in the history of the entry' }),
    last_position: z.int().meta({ description: 'Number of the last save that belongs to it' }),
    created_at: Timestamp,
    ended_at: Timestamp.meta({ description: 'Time of the last save that belongs to it' }),
    as_of: z
      .string()
      .meta({ description: 'The same instant, exactly: what to ask an entry for to see it as it was then' }),
    userid: Id.nullable().meta({ description: 'Null: the system' }),
    fullname: z.string(),
    via: z.string().meta({ description: 'With what it was done: session, apikey, cli, system' }),
    subject: z.string().meta({ description: 'entity, or what belongs to it: comment, step, link, upload' }),
    subject_id: Id,
    verb: z.string().meta({ description: 'created, updated, deleted' }),
    reason: z.string().nullable(),
    changes: z.array(TimelineChange),
  })
  .register(namedRecords, { name: 'TimelineItem', description: 'One thing that happened to an entry' })
export type TimelineItem = z.infer<typeof TimelineItem>

/** The restorable state of an entry at a moment. */
export const EntityThen = z
  .object({
    position: z.int(),
    created_at: Timestamp,
    title: z.string(),
    date: DateText.nullable(),
    rating: z.int(),
    content_type: z.int(),
    body: z.string().nullable(),
    metadata: z.string().nullable().meta({ description: 'JSON text' }),
    tags: z.array(z.string()),
  })
  .register(namedRecords, { name: 'EntityThen', description: 'What an entry held at a moment' })
export type EntityThen = z.infer<typeof EntityThen>

/** Something that could not be restored. */
export const Left = z
  .object({
    part: z.enum(['field', 'tag', 'link', 'upload']),
    id: Id.nullable().meta({ description: 'Of the entry at the other end of a link, or of the file' }),
    name: z.string().meta({ description: 'What it is called; empty for an entry that you may not read' }),
    reason: z
      .string()
      .meta({ description: 'Why, as it would be refused by itself. The words may change, `code` does not' }),
    code: z.string().meta({ description: 'Why, for a program: `link.deleted`' }),
    field: ErrorBody.shape.field,
    params: ErrorBody.shape.params,
  })
  .register(namedRecords, { name: 'Left', description: 'Something that could not be brought back' })
export type Left = z.infer<typeof Left>

/** What can be restored separately. Tags are fields. */
export const RestorePart = z.enum(['fields', 'steps', 'links', 'uploads'])
export type RestorePart = z.infer<typeof RestorePart>

/** The result of a restore. */
export const Restored = z
  .object({
    position: z.int().meta({ description: 'Where the history of the entry ends now' }),
    previous_position: z.int().meta({
      description: 'Where it ended before. Restoring that takes this back; the same number: nothing differed',
    }),
    left: z.array(Left).meta({ description: 'What could not be brought back' }),
  })
  .register(namedRecords, { name: 'Restored', description: 'What has come of bringing an entry back' })
export type Restored = z.infer<typeof Restored>

const tag = { name: 'Timeline', about: 'Everything that happened to an entry, and going back to it.' }
const all = { path: '/:entity_type/:id/timeline', params: z.object({ entity_type: EntityType, id: PathId }) }
const params = z.object({
  entity_type: EntityType,
  id: PathId,
  subid: idOf('change, its position in the history of the entry'),
})
const common = { method: 'GET', tag, status: 200, errors: [403, 404] } as const

export const timeline = {
  list: endpoint({
    ...common,
    ...all,
    name: 'readEntityTimeline',
    access: 'readers',
    summary: 'Everything that happened to an entry, newest first',
    query: Paging,
    reply: z.array(TimelineItem),
    list: true,
  }),
  read: endpoint({
    ...common,
    path: '/:entity_type/:id/timeline/:subid',
    params,
    name: 'readEntityTimelineItem',
    access: 'readers',
    summary: 'One change by its position, with the whole old and new values',
    reply: TimelineItem,
  }),
  restore: endpoint({
    path: '/:entity_type/:id/timeline/:subid',
    params,
    tag,
    name: 'patchEntityTimelineItem',
    method: 'PATCH',
    summary:
      'Bring fields, tags, steps, links and files of an entry back, all at once, as they were right after a change',
    body: z.strictObject({
      action: z.literal('restore'),
      only: z
        .array(RestorePart)
        .min(1)
        .max(RestorePart.options.length)
        .optional()
        .meta({ description: 'What to bring back; left out: everything' }),
      last_position: z.int(says('field.not_positive')).min(1, says('field.not_positive')).optional().meta({
        description:
          'Where the history of the entry must still end, so that nobody’s later change is undone; 412 otherwise',
      }),
    }),
    example: { action: 'restore' },
    reply: Restored,
    status: 200,
    errors: [403, 404, 412, 422],
  }),
  readEntry: endpoint({
    ...common,
    path: '/:entity_type/:id/timeline/:subid/entry',
    params,
    name: 'readEntityThen',
    access: 'readers',
    summary: 'What the entry held right after a change',
    reply: EntityThen,
  }),
}
