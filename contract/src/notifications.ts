import { z } from 'zod'
import { Flag, FlagInput, Id, idOf, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'
import { REQUESTABLE, type Requestable } from './request-actions.ts'

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

const OfPerson = z.object({
  userid: Id,
  fullname: z.string(),
  team: z.string().meta({ description: 'Name of the team' }),
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
  ])
  .register(namedRecords, { name: 'Notification', description: 'A notification as lists show it' })
export type Notification = z.infer<typeof Notification>

/** A single notification. No e-mails are sent yet. */
export const NotificationRecord = z
  .object({
    ...common,
    category: z
      .literal([10, 11, 12, 13, 90])
      .meta({ description: '10 a comment, 11 a new member, 12 one who waits, 13 a deadline, 90 a request' }),
    body: z.string().meta({ description: 'JSON text' }),
    send_email: Flag,
    email_sent: Flag,
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
