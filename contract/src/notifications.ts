import { z } from 'zod'
import { CHANGE_KIND_NAMES } from './change-kinds.ts'
import { Flag, FlagInput, Id, idOf, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'
import { REQUESTABLE, type Requestable } from './request-actions.ts'
import { OFF_REASONS, WEBHOOK_SCOPES } from './webhooks.ts'

/** The entry that the notification is about. */
const about = { entity_id: Id, entity_title: z.string() }
const page = z.string().meta({ description: 'The web page of such entries, `experiments.php` for experiments' })

const OfComment = z.object({
  page,
  ...about,
  commenter_userid: Id,
  commenter_fullname: z.string(),
  comment_id: Id,
  comment: z.string().meta({ description: 'How the comment begins' }),
})

const OfDeadline = z.object({
  entity_page: page,
  ...about,
  step_id: Id,
  step: z.string().meta({ description: 'The text of the step' }),
  deadline: Timestamp,
})

const OfRequest = z.object({
  entity_page: page,
  ...about,
  entity_type_value: z.int().meta({ description: 'Number of the kind of the entry' }),
  request_id: Id,
  requester_userid: Id,
  requester_fullname: z.string(),
  action: z.enum(Object.keys(REQUESTABLE) as Requestable[]),
  action_enum_value: z.int(),
})

const OfMention = z.object({
  entity_page: page,
  ...about,
  mentioner_userid: Id.meta({ description: 'Id of who wrote it' }),
  mentioner_fullname: z.string().meta({ description: 'Name of who wrote it' }),
  comment_id: Id.nullable().meta({ description: 'The comment with the mention; null: the main text has it' }),
  excerpt: z.string().meta({ description: 'The words around the mention, or how the comment begins' }),
})

const OfPerson = z.object({
  userid: Id,
  fullname: z.string(),
  team: z.string().meta({ description: 'Name of the team' }),
})

const OfFollowed = z.object({
  entity_page: page,
  ...about,
  entity_type_value: z.int().meta({ description: 'Number of the kind of the entry' }),
  userid: Id.nullable().meta({ description: 'Who changed it last; null for the command line' }),
  fullname: z.string(),
  changes: z
    .array(
      z.object({
        kind: z.enum(CHANGE_KIND_NAMES).meta({ description: 'A kind of the feed' }),
        count: z.int().meta({ description: 'How often' }),
      }),
    )
    .meta({ description: 'What happened' }),
  count: z.int().meta({ description: 'How many changes' }),
  since: Timestamp.meta({ description: 'When the first of them was' }),
})

const OfWebhook = z.object({
  webhook: Id.meta({ description: 'Its id. It may be removed meanwhile' }),
  url: z.string().meta({ description: 'Where it sent changes' }),
  scope: z.enum(WEBHOOK_SCOPES).meta({ description: 'For whom it was' }),
  reason: z.enum(OFF_REASONS).meta({ description: 'Why, as `off_reason` of the webhook' }),
})

const OfJob = z.object({
  job: z.enum(['export']).meta({ description: 'What it was' }),
  entries: z.int().nullable().meta({ description: 'How many entries it was to contain, if that was known' }),
  message: z.string().meta({ description: 'Why, if that is for you to know' }),
  export: Id.nullable().meta({ description: 'Its id, if it was made in the background; null: while it was sent' }),
})

const OfExport = z.object({
  export: Id.meta({ description: 'Its id. It may be removed meanwhile' }),
  entries: z.int().meta({ description: 'How many entries it was made of' }),
  bytes: z.int().meta({ description: 'Size of the file' }),
  name: z.string().meta({ description: 'Name of the file' }),
})

const OfAgent = z.object({
  agent: Id.meta({ description: 'Its id. It may be removed meanwhile' }),
  name: z.string().meta({ description: 'Its name in the list of agents' }),
  host: z.string().meta({ description: 'The computer on which it ran' }),
  team: z.string().meta({ description: 'Name of the team' }),
  last_seen_at: Timestamp.meta({ description: 'Its last contact' }),
})

const common = {
  id: Id,
  is_ack: Flag.meta({ description: '1: you have seen it' }),
  created_at: Timestamp,
  userid: Id,
}

/** A notification in a list. */
export const Notification = z
  .discriminatedUnion('category', [
    z.object({
      ...common,
      category: z.literal(10).meta({ description: 'Somebody commented on your entry' }),
      body: OfComment,
    }),
    z.object({
      ...common,
      category: z.literal(11).meta({ description: 'Your team has a new member. For its admins' }),
      body: OfPerson,
    }),
    z.object({
      ...common,
      category: z.literal(12).meta({ description: 'A new member of your team waits to be validated. For its admins' }),
      body: OfPerson,
    }),
    z.object({
      ...common,
      category: z.literal(13).meta({ description: 'The deadline of a step comes near: half an hour before it' }),
      body: OfDeadline,
    }),
    z.object({
      ...common,
      category: z.literal(90).meta({ description: 'Somebody asks you to do something with an entry' }),
      body: OfRequest,
    }),
    z.object({
      ...common,
      category: z.literal(110).meta({ description: 'Somebody mentioned you in an entry or a comment' }),
      body: OfMention,
    }),
    z.object({
      ...common,
      category: z
        .literal(120)
        .meta({ description: 'Others changed an entry that you follow. It grows until you see it' }),
      body: OfFollowed,
    }),
    z.object({
      ...common,
      category: z.literal(130).meta({ description: 'Your webhook was switched off by the service' }),
      body: OfWebhook,
    }),
    z.object({
      ...common,
      category: z.literal(131).meta({ description: 'The service could not finish an export of yours' }),
      body: OfJob,
    }),
    z.object({
      ...common,
      category: z.literal(132).meta({ description: 'An export of yours that was made in the background is ready' }),
      body: OfExport,
    }),
    z.object({
      ...common,
      category: z.literal(140).meta({
        description: 'An agent that brings files of an instrument is silent. For the owner of its key and admins',
      }),
      body: OfAgent,
    }),
  ])
  .register(namedRecords, { name: 'Notification', description: 'A notification as lists show it' })
export type Notification = z.infer<typeof Notification>

const CATEGORIES = [10, 11, 12, 13, 90, 110, 120, 130, 131, 132, 140] as const

/** A single notification. */
export const NotificationRecord = z
  .object({
    ...common,
    category: z.literal(CATEGORIES).meta({
      description: 'As in lists: 10 a comment, 90 a request, 110 a mention, 120 a followed entry and so on',
    }),
    body: z.string().meta({ description: 'JSON text' }),
    send_email: Flag.meta({ description: '1: you wanted an e-mail about it' }),
    email_sent: Flag.meta({ description: '1: the e-mail was sent' }),
    email_sent_at: Timestamp.nullable(),
  })
  .register(namedRecords, { name: 'NotificationRecord', description: 'A notification alone' })
export type NotificationRecord = z.infer<typeof NotificationRecord>

const DEFAULT_LIMIT = 10
const MOST_AT_ONCE = 100

const NotificationQuery = Paging.extend({
  limit: Paging.shape.limit
    .transform((limit) => Math.min(limit || DEFAULT_LIMIT, MOST_AT_ONCE))
    .meta({
      type: 'integer',
      minimum: 0,
      description: `Page size, at most ${MOST_AT_ONCE}. Absent or 0: ${DEFAULT_LIMIT}.`,
    }),
  is_ack: z
    .enum(['0', ''], says('list.all_or_unread'))
    .optional()
    .transform((text) => text === '0')
    .meta({ type: 'integer', enum: [0], description: '0: only what you have not seen' }),
  category: z
    .enum(CATEGORIES.map(String))
    .optional()
    .transform((text) => (text === undefined ? undefined : Number(text)))
    .meta({ type: 'integer', enum: CATEGORIES, description: 'Only notifications of this category' }),
})
export type NotificationQuery = z.output<typeof NotificationQuery>

/** Without `is_ack` it is 0, as programs expect. */
const Acknowledged = z.strictObject({ is_ack: FlagInput.optional().transform((flag) => flag ?? 0) })

const tag = { name: 'Notifications', about: 'What happened while you were elsewhere.' }
const all = { path: '/users/:id/notifications', params: z.object({ id: PathId }), tag }
const one = {
  path: '/users/:id/notifications/:subid',
  params: z.object({ id: PathId, subid: idOf('notification') }),
  tag,
}

/** Only for the person themselves; `me` stands for the id. */
export const notifications = {
  list: endpoint({
    ...all,
    name: 'readUserNotifications',
    method: 'GET',
    summary: 'Your notifications, newest first, about what you may read',
    query: NotificationQuery,
    reply: z.array(Notification),
    status: 200,
    errors: [403],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readUserNotification',
    method: 'GET',
    summary: 'One of your notifications',
    reply: NotificationRecord,
    status: 200,
    errors: [403, 404],
  }),
  acknowledge: endpoint({
    ...one,
    name: 'patchUserNotification',
    method: 'PATCH',
    summary: 'Mark a notification as seen or not seen',
    body: Acknowledged,
    example: { is_ack: 1 },
    reply: NotificationRecord,
    status: 200,
    errors: [403, 404],
  }),
  acknowledgeAll: endpoint({
    ...all,
    name: 'patchUserNotifications',
    method: 'PATCH',
    summary: 'Mark all your notifications as seen or not seen',
    body: Acknowledged,
    example: { is_ack: 1 },
    status: 204,
    errors: [403],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteUserNotification',
    method: 'DELETE',
    summary: 'Remove one of your notifications',
    status: 204,
    errors: [403],
  }),
  removeAll: endpoint({
    ...all,
    name: 'deleteUserNotifications',
    method: 'DELETE',
    summary: 'Remove all your notifications',
    status: 204,
    errors: [403],
  }),
}
