import { z } from 'zod'
import { DateText, Flag, FlagInput, Id, MAX_ID, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { Numbers } from './numbers.ts'
import { USERS } from './operation-groups.ts'
import { Preferences, PreferencesInput } from './preferences.ts'
import { says } from './refusals/schema.ts'

/** A membership of a person. */
export const UserTeam = z
  .object({
    id: Id,
    name: z.string(),
    is_admin: Flag,
    is_owner: Flag,
    is_archived: Flag,
    usergroup: z.literal([1, 2, 4]).meta({ description: 'Older name of the same: 1 sysadmin, 2 admin, 4 user' }),
  })
  .register(namedRecords, { name: 'UserTeam', description: 'A person’s place in a team' })
export type UserTeam = z.infer<typeof UserTeam>

export const User = z
  .object({
    userid: Id,
    email: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    fullname: z.string(),
    initials: z.string(),
    orgid: z.string().nullable(),
    orcid: z.string().nullable(),
    is_sysadmin: Flag,
    can_manage_users2teams: Flag,
    can_manage_compounds: Flag,
    can_manage_inventory_locations: Flag,
    validated: Flag,
    valid_until: DateText.nullable(),
    created_at: Timestamp,
    password_modified_at: Timestamp.nullable(),
    last_login: Timestamp.nullable(),
    token_created_at: Timestamp.nullable(),
    auth_lock_time: Timestamp.nullable(),
    auth_service: z.int().nullable(),
    last_seen_version: z.int(),
    allow_untrusted: Flag,
    has_mfa_enabled: Flag,
    sig_pubkey: z.string().nullable(),
    sig_privkey: z.string().nullable().optional().meta({ description: 'Only for the person themselves' }),
    ...Preferences.shape,
    default_read_base_human: z.string(),
    default_write_base_human: z.string(),
    team: Id.meta({ description: 'The team in which you act' }),
    is_admin: Flag.meta({ description: '1: admin of that team' }),
    teams: z.array(UserTeam),
  })
  .register(namedRecords, { name: 'User', description: 'A person with their preferences and teams' })
export type User = z.infer<typeof User>

/** A new password. The server has more rules: length, and not easy to guess. */
export const NewPassword = Text.min(1).max(1024, says('field.too_many_bytes', { most: 1024 }))

/** A list row. People who are admin nowhere see only the keys up to `sig_pubkey`. */
export const ListedUser = z
  .object({
    userid: Id,
    firstname: z.string(),
    lastname: z.string(),
    email: z.string(),
    fullname: z.string(),
    initials: z.string(),
    orcid: z.string().nullable(),
    can_manage_users2teams: Flag,
    can_manage_compounds: Flag,
    can_manage_inventory_locations: Flag,
    sig_pubkey: z.string().nullable(),
    created_at: Timestamp.optional(),
    orgid: z.string().nullable().optional(),
    has_mfa_enabled: Flag.optional(),
    has_password: Flag.optional().meta({ description: '0: cannot sign in before a password is set' }),
    validated: Flag.optional(),
    last_login: Timestamp.nullable().optional(),
    valid_until: DateText.nullable().optional(),
    is_sysadmin: Flag.optional(),
    auth_service: z.int().nullable().optional(),
    teams: z.array(UserTeam).optional(),
  })
  .register(namedRecords, { name: 'ListedUser', description: 'A person as lists show them' })
export type ListedUser = z.infer<typeof ListedUser>

/** A switch in the query: absent, `0`, `false` and empty are off. */
const QuerySwitch = z
  .string()
  .optional()
  .transform((text) => text !== undefined && !['', '0', 'false', 'off'].includes(text))
  .meta({ type: 'boolean' })

/** First name, last name and e-mail, of 255 characters each, and the spaces between. */
const LONGEST_PERSON = 3 * 255 + 2

export const UserQuery = Paging.extend({
  q: Text.max(LONGEST_PERSON)
    .optional()
    .meta({ description: 'Parts of the e-mail, the first or the last name; each word must be in one of them' }),
  ids: Numbers.meta({ description: 'Only these people, by their ids, comma separated' }),
  team: z
    .string()
    .regex(/^\d{0,9}$/, says('field.not_team_id'))
    .optional()
    .transform((text) => (text ? Number(text) : undefined))
    .meta({ type: 'integer', description: 'Only members of this team' }),
  currentTeam: QuerySwitch.meta({ type: 'boolean', description: 'Only members of the team in which you act' }),
  onlyAdmins: QuerySwitch.meta({ type: 'boolean', description: 'Only who is admin of a team' }),
  onlyArchived: QuerySwitch.meta({ type: 'boolean', description: 'Only who is archived in a team' }),
  onlyUnvalidated: QuerySwitch.meta({ type: 'boolean', description: 'Only who was not let in yet. For admins' }),
})
export type UserQuery = z.output<typeof UserQuery>

const Name = Text.min(1).max(255)
const Email = Text.min(1).max(255)
const TeamId = z.int(says('field.not_team_id')).min(1, says('field.not_team_id')).max(MAX_ID, says('field.not_team_id'))
/** "" means no end. */
const ValidUntil = Text.max(10, says('field.not_date')).nullable().meta({ description: 'Last day of the account' })
const Orgid = Text.max(255).nullable()

export const NewUser = z.object({
  action: z.literal('create').optional(),
  email: Email,
  firstname: Name.default('Unknown'),
  lastname: Name.default('Unknown'),
  team: z
    .union([TeamId, Text.min(1).max(255)], says('user.not_team'))
    .optional()
    .meta({
      type: 'integer',
      description: 'Only sysadmins choose, everybody else adds to their current team. Its name or orgid is taken, too',
    }),
  usergroup: z
    .union([z.literal([1, 2, 4]), z.literal(['1', '2', '4'])], says('field.either', { choices: [1, 2, 4] }))
    .optional()
    .transform((group) => Number(group ?? 4) as 1 | 2 | 4)
    .meta({ type: 'integer', enum: [1, 2, 4], description: '1 sysadmin, 2 admin, 4 user' }),
  valid_until: ValidUntil.optional(),
  orgid: Orgid.optional(),
})
export type NewUser = z.output<typeof NewUser>

export const USER_ACTIONS = [
  ...(['update', 'updatepassword', 'patchuser2team', 'add', 'unreference'] as const),
  ...(['archive', 'validate', 'disable2fa'] as const),
] as const

/** The parameters of actions on a user. */
const ActionInput = z.object({
  action: z
    .literal(USER_ACTIONS, says('field.one_of', { choices: USER_ACTIONS }))
    .optional()
    .meta({ description: 'Absent, or update: the other keys are attributes to set' }),
  password: NewPassword.optional(),
  current_password: Text.max(1024, says('field.too_many_bytes', { most: 1024 })).optional(),
  team: TeamId.optional().meta({ description: 'Where the place changes; for add and unreference: in or out of it' }),
  target: z
    .literal(['is_admin', 'is_archived', 'is_owner'])
    .optional()
    .meta({ description: 'What changes in the team' }),
  content: FlagInput.optional().meta({ description: 'What it becomes' }),
  userid: z.unknown().meta({ description: 'Ignored: the person is the one in the path' }).optional(),
})

/** The attributes of a person that can be set. */
export const UserAttributes = z.object({
  email: Email.optional().meta({
    description: 'With which one signs in. Of others, and unless config lets people: for sysadmins',
  }),
  firstname: Name.optional(),
  lastname: Name.optional(),
  orgid: Orgid.optional(),
  orcid: Text.max(19, says('user.not_orcid', { example: '0000-0002-1825-0097' }))
    .nullable()
    .optional(),
  validated: FlagInput.optional(),
  is_sysadmin: FlagInput.optional().meta({ description: 'For sysadmins; one is always left' }),
  can_manage_users2teams: FlagInput.optional().meta({ description: 'For sysadmins' }),
  can_manage_compounds: FlagInput.optional().meta({ description: 'For sysadmins' }),
  can_manage_inventory_locations: FlagInput.optional().meta({ description: 'For sysadmins' }),
  valid_until: ValidUntil.optional(),
  ...PreferencesInput.shape,
})
export type UserAttributes = z.output<typeof UserAttributes>

export const UserPatch = z.strictObject({ ...ActionInput.shape, ...UserAttributes.shape })
export type UserPatch = z.output<typeof UserPatch>

const LinkToken = Text.min(1).max(200, says('password.foreign_link'))

export const PasswordByLink = z.strictObject({ token: LinkToken, password: NewPassword })
export type PasswordByLink = z.infer<typeof PasswordByLink>

/** What the page of a link shows of its person. A password must not be made of their names. */
export const PasswordOwner = z
  .object({
    email: z.string(),
    firstname: z.string(),
    lastname: z.string(),
    teams: z.array(z.string()).meta({ description: 'Names of the teams that the person is in, the oldest first' }),
    sent_by: z.string().meta({ description: 'Name of the admin or sysadmin who made the link' }),
  })
  .register(namedRecords, { name: 'PasswordOwner', description: 'Whose password a link sets' })
export type PasswordOwner = z.infer<typeof PasswordOwner>

const tag = USERS
const one = { path: '/users/:id', params: z.object({ id: PathId }), tag }

export const users = {
  list: endpoint({
    name: 'getUsers',
    method: 'GET',
    access: 'account',
    noStore: true,
    path: '/users',
    summary: 'List the people',
    tag,
    query: UserQuery,
    reply: z.array(ListedUser),
    status: 200,
    errors: [],
    list: true,
  }),
  add: endpoint({
    name: 'postUsers',
    method: 'POST',
    path: '/users',
    summary: 'Make an account, validated and without a password. For sysadmins and admins',
    tag,
    body: NewUser,
    example: { email: 'grace@example.org', firstname: 'Grace', lastname: 'Hopper' },
    status: 201,
    errors: [403],
  }),
  read: endpoint({
    ...one,
    name: 'getUser',
    method: 'GET',
    noStore: true,
    summary: 'Read a person; `me` is yourself',
    reply: User,
    status: 200,
    errors: [403, 404],
  }),
  patch: endpoint({
    ...one,
    name: 'patchUser',
    method: 'PATCH',
    summary:
      'Change attributes and preferences; or, by an action, the password, the teams, the place in one, the account',
    body: UserPatch,
    example: { lang: 'fr_FR', use_markdown: 1 },
    reply: User,
    setsCookie: true,
    status: 200,
    errors: [403, 404, 412, 422],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteUser',
    method: 'DELETE',
    summary: 'Delete an account that owns nothing. The name stays under what the person did',
    status: 204,
    errors: [403, 404, 412],
  }),
  addPasswordLink: endpoint({
    name: 'postPasswordLink',
    method: 'POST',
    path: '/users/:id/password_link',
    params: z.object({ id: PathId }),
    summary: 'Make a link with which a person sets their password, once, within 7 days. Location is the link',
    tag,
    body: z.strictObject({}),
    example: {},
    status: 201,
    errors: [403, 404],
  }),
  readPasswordLink: endpoint({
    name: 'postPasswordLinkOwner',
    method: 'POST',
    path: '/password/link',
    summary: 'Whose password the token of a link sets, in which teams and by whose link, for as long as the link works',
    tag,
    body: z.strictObject({ token: LinkToken }),
    example: { token: 'token from the link' },
    reply: PasswordOwner,
    noStore: true,
    status: 200,
    errors: [403],
    access: 'public',
  }),
  setPassword: endpoint({
    name: 'postPassword',
    method: 'POST',
    path: '/password',
    summary: 'Set a password with the token of a link, and sign in',
    tag,
    body: PasswordByLink,
    example: { token: 'token from the link', password: 'a long password' },
    setsCookie: true,
    status: 201,
    errors: [403],
    access: 'public',
  }),
}
