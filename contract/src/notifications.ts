import { z } from 'zod'
import { Flag, FlagInput, Id, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'

/** What it is about: 10 is a comment of somebody else on an entry of yours. */
const Category = z.literal([10]).meta({ description: '10: somebody commented on your entry' })

const Body = z.object({
  page: z.string().meta({ description: 'Kind of the entry' }),
  entity_id: Id,
  entity_title: z.string(),
  commenter_userid: Id,
  commenter_fullname: z.string(),
  comment_id: Id,
  comment: z.string().meta({ description: 'How the comment begins' }),
})

/** Something that happened while you were elsewhere, as a list shows it. */
export const Notification = z.object({
  id: Id,
  category: Category,
  body: Body,
  is_ack: Flag.meta({ description: '1: you have seen it' }),
  created_at: Timestamp,
  userid: Id,
})
export type Notification = z.infer<typeof Notification>

/** The same alone. No e-mails are sent yet. */
export const NotificationRecord = Notification.extend({
  body: z.string().meta({ description: 'JSON text' }),
  send_email: Flag,
  email_sent: Flag,
  email_sent_at: Timestamp.nullable(),
})
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
    .enum(['0', ''], 'must be 0, or absent for all')
    .optional()
    .transform((text) => text === '0')
    .meta({ type: 'integer', enum: [0], description: '0: only what you have not seen' }),
})
export type NotificationQuery = z.output<typeof NotificationQuery>

/** Without `is_ack` it is 0, as programs expect. */
const Acknowledged = z.strictObject({ is_ack: FlagInput.optional().transform((flag) => flag ?? 0) })

const tag = 'Notifications'
const all = { path: '/users/:id/notifications', params: z.object({ id: PathId }), tag }
const one = { path: '/users/:id/notifications/:subid', params: z.object({ id: PathId, subid: PathId }), tag }

/** Everybody has their own; `me` stands for the id. */
export const notifications = {
  list: endpoint({
    ...all,
    name: 'readUserNotifications',
    method: 'GET',
    summary: 'Your notifications, newest first, about entries that you may read',
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
