import { z } from 'zod'
import { DateText, EntityType, Id, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** One field of a change. Null stands for "nothing". */
export const TimelineChange = z.object({
  field: z.string(),
  before: z.unknown().meta({ description: 'The old value; null when it is long' }),
  after: z.unknown().meta({ description: 'The new value; null when it is long' }),
  is_long: z.boolean().meta({ description: 'True: the values are only told when you ask for this one change' }),
})
export type TimelineChange = z.infer<typeof TimelineChange>

/** One thing that happened to an entry. Saves of the main text that belong together are one. */
export const TimelineItem = z.object({
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
export type TimelineItem = z.infer<typeof TimelineItem>

/** What an entry held at a moment, as far as it can be set again. */
export const EntityThen = z.object({
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
export type EntityThen = z.infer<typeof EntityThen>

const all = { path: '/:entity_type/:id/timeline', params: z.object({ entity_type: EntityType, id: PathId }) }
const params = z.object({ entity_type: EntityType, id: PathId, subid: PathId })
const common = { method: 'GET', tag: 'Timeline', status: 200, errors: [403, 404] } as const

export const timeline = {
  list: endpoint({
    ...common,
    ...all,
    name: 'readEntityTimeline',
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
    summary: 'One change by its position, with the whole old and new values',
    reply: TimelineItem,
  }),
  readEntry: endpoint({
    ...common,
    path: '/:entity_type/:id/timeline/:subid/entry',
    params,
    name: 'readEntityThen',
    summary: 'What the entry held right after a change',
    reply: EntityThen,
  }),
}
