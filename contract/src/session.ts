import { z } from 'zod'
import { Flag, Id, idOf, MAX_ID, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { USERS } from './operation-groups.ts'
import { says } from './refusals/schema.ts'

export const Session = z
  .object({
    userid: Id,
    fullname: z.string(),
    email: z.string(),
    is_sysadmin: Flag,
    team: Id.meta({ description: 'The team in which you act' }),
    is_admin: Flag.meta({ description: 'Admin of that team' }),
    teams: z
      .array(z.object({ id: Id, name: z.string(), is_admin: Flag }))
      .meta({ description: 'The teams you can switch to' }),
    via: z.literal(['session', 'apikey']).meta({ description: 'With what you are known' }),
    can_write: Flag,
    can_change_identity: Flag.meta({ description: '1: you may change your own name and e-mail' }),
    has_share_links: Flag.meta({ description: '1: the instance shows shared entries to people without an account' }),
    can_keep_entries: Flag.meta({
      description: '1: pages may keep entries on the device, to be read without a network',
    }),
    has_seen_tour: Flag.meta({ description: '1: you have seen or left the tour of the interface' }),
    expires_at: Timestamp.nullable().meta({
      description: 'When the session ends if it is not used; null for an API key',
    }),
    announcement: z
      .string()
      .nullable()
      .meta({ description: 'What sysadmins tell everybody, as clean HTML; the one of a team is part of the team' }),
    timezone: z.string().meta({ description: 'The time zone in which the service writes times, such as Europe/Paris' }),
    feed_cursor: z.string().nullable().meta({
      description: 'Where the feed stands: what is read after this answer is told by /changes/stream from here on',
    }),
  })
  .register(namedRecords, { name: 'Session', description: 'The session of who asks' })
export type Session = z.infer<typeof Session>

/** A session of a person, without its token. */
export const ListedSession = z
  .object({
    id: Id,
    is_current: Flag.meta({ description: '1: the session of this request' }),
    team: Id,
    team_name: z.string(),
    client_address: z.string().meta({ description: 'From where it was started' }),
    user_agent: z.string().meta({ description: 'The browser, as it names itself' }),
    created_at: Timestamp,
    last_seen_at: Timestamp.meta({ description: 'To the hour' }),
    expires_at: Timestamp.meta({ description: 'When it ends if it is not used' }),
  })
  .register(namedRecords, { name: 'ListedSession', description: 'A session of yours' })
export type ListedSession = z.infer<typeof ListedSession>

const TeamId = z.int(says('field.not_team_id')).min(1, says('field.not_team_id')).max(MAX_ID, says('field.not_team_id'))

export const SignIn = z.object({
  email: Text.min(1).max(255),
  password: Text.min(1).max(1024, says('field.too_many_bytes', { most: 1024 })),
  team: TeamId.optional().meta({ description: 'The team to act in; else the first one' }),
})
export type SignIn = z.infer<typeof SignIn>

export const SessionPatch = z
  .strictObject({
    team: TeamId.optional().meta({ description: 'The team to act in from now on' }),
    password: Text.min(1)
      .max(1024, says('field.too_many_bytes', { most: 1024 }))
      .optional()
      .meta({ description: 'Your password: what needs it again is allowed for a day' }),
  })
  .refine(({ team, password }) => team !== undefined || password !== undefined, 'team: is missing')
export type SessionPatch = z.infer<typeof SessionPatch>

const tag = { name: 'Session', about: 'Signing in and out with a cookie.' }
const here = { path: '/session', tag }
const ofPerson = { path: '/users/:id/sessions', params: z.object({ id: PathId }), tag: USERS }

export const session = {
  signIn: endpoint({
    ...here,
    name: 'postSession',
    method: 'POST',
    summary: 'Sign in: sets the session cookie',
    body: SignIn,
    example: { email: 'ada@example.org', password: 'your password' },
    setsCookie: true,
    status: 201,
    errors: [401, 422, 429],
    access: 'public',
  }),
  read: endpoint({
    ...here,
    name: 'getSession',
    method: 'GET',
    access: 'account',
    noStore: true,
    summary: 'Who you are, by session or API key',
    reply: Session,
    status: 200,
    errors: [],
  }),
  patch: endpoint({
    ...here,
    name: 'patchSession',
    method: 'PATCH',
    summary: 'Act in another of your teams, or type your password again',
    body: SessionPatch,
    example: { team: 2 },
    setsCookie: true,
    reply: Session,
    status: 200,
    errors: [422, 429],
  }),
  signOut: endpoint({
    ...here,
    name: 'deleteSession',
    method: 'DELETE',
    summary: 'Sign out: ends this session',
    setsCookie: true,
    status: 204,
    errors: [422],
  }),
  list: endpoint({
    name: 'getSessions',
    method: 'GET',
    access: 'account',
    noStore: true,
    path: '/sessions',
    summary: 'Your open sessions, the last used first',
    tag,
    query: Paging,
    reply: z.array(ListedSession),
    status: 200,
    errors: [],
    list: true,
  }),
  end: endpoint({
    name: 'deleteSessionById',
    method: 'DELETE',
    path: '/sessions/:id',
    summary: 'End one of your sessions',
    tag,
    params: z.object({ id: idOf('session') }),
    status: 204,
    errors: [404],
  }),
  endOthers: endpoint({
    name: 'deleteSessions',
    method: 'DELETE',
    access: 'account',
    path: '/sessions',
    summary: 'End all your sessions but the one of this request',
    tag,
    status: 204,
    errors: [],
  }),
  listOf: endpoint({
    ...ofPerson,
    name: 'getUserSessions',
    method: 'GET',
    noStore: true,
    summary: 'Open sessions of a person, the last used first. Your own, or any for sysadmins',
    query: Paging,
    reply: z.array(ListedSession),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  endOf: endpoint({
    ...ofPerson,
    name: 'deleteUserSessions',
    method: 'DELETE',
    summary: 'End all sessions of a person but the one of this request. Your own, or any for sysadmins',
    status: 204,
    errors: [403, 404],
  }),
}
