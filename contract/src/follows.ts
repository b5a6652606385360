import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { EntityType, Flag, Id, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'

/** Whether the reader follows an entry. */
export const Follow = z
  .object({
    is_following: Flag.meta({ description: '1: you are notified of what others do to the entry' }),
    since: Timestamp.nullable().meta({ description: 'Since when' }),
  })
  .register(namedRecords, { name: 'Follow', description: 'Whether you follow an entry' })
export type Follow = z.infer<typeof Follow>

/** An entry that one follows. */
export const FollowedEntry = z
  .object({
    entity_type: EntityType,
    entity_id: Id,
    elabid: z.string().nullable().meta({ description: 'Permanent id' }),
    title: z.string(),
    since: Timestamp.meta({ description: 'Since when you follow it' }),
  })
  .register(namedRecords, { name: 'FollowedEntry', description: 'An entry that you follow' })
export type FollowedEntry = z.infer<typeof FollowedEntry>

const tag = { name: 'Following', about: 'Be notified of what others do to an entry.' }
const one = { path: '/:entity_type/:id/follow', params: z.object({ entity_type: EntityType, id: PathId }), tag }

export const follows = {
  read: endpoint({
    ...one,
    name: 'getFollow',
    method: 'GET',
    access: 'readers',
    summary: 'Whether you follow an entry',
    reply: Follow,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...one,
    name: 'postFollow',
    method: 'POST',
    access: 'readers',
    summary: 'Follow an entry that you can read',
    details: 'You are notified of what others do to it from now on: at most one unread notification for each entry.',
    body: z.object({ action: AnyAction }),
    example: {},
    status: 201,
    errors: [403, 404],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteFollow',
    method: 'DELETE',
    access: 'readers',
    summary: 'Stop following an entry',
    status: 204,
    errors: [403, 404],
  }),
  list: endpoint({
    path: '/users/:id/follows',
    params: z.object({ id: PathId }),
    tag,
    name: 'getUserFollows',
    method: 'GET',
    summary: 'The entries that you follow and may read, newest first. Only for yourself',
    query: Paging,
    reply: z.array(FollowedEntry),
    status: 200,
    errors: [403],
    list: true,
  }),
}
