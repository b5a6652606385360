import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { Flag, FlagInput, Id, idOf, MAX_ID, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { USERS } from './operation-groups.ts'
import { says } from './refusals/schema.ts'

export const APIKEY_LEVELS = ['read', 'write', 'deposit'] as const
export type ApikeyLevel = (typeof APIKEY_LEVELS)[number]

const MOST_TEMPLATES = 200
const MOST_ENTRIES = 200

/** An entry that a deposit key may add to. */
const PointedEntry = z.object({
  type: z.enum(['experiments', 'items'], says('field.one_of', { choices: ['experiments', 'items'] })),
  id: Id.min(1, says('field.not_entry_id')).max(MAX_ID, says('field.not_entry_id')),
})

/** A key without its text, which only the answer to its creation contains. */
export const Apikey = z
  .object({
    id: Id,
    name: z.string(),
    can_write: Flag.meta({ description: '1: may also use POST, PATCH and DELETE. Deposit keys have 0' }),
    level: z.enum(APIKEY_LEVELS).meta({
      description:
        'read: only GET. write: everything that the person may do. deposit: for instruments, see the creation of a key',
    }),
    templates: z.array(Id).meta({ description: 'Deposit keys: ids of the templates from which it may create entries' }),
    entries: z
      .array(z.object({ type: z.enum(['experiments', 'items']), id: Id }))
      .meta({ description: 'Deposit keys: entries that it may add to, besides those that it made' }),
    created_at: Timestamp,
    last_used_at: Timestamp.nullable().meta({ description: 'To the minute; null until the key is used' }),
    team: Id.meta({ description: 'The team in which the key acts' }),
    team_name: z.string().nullable(),
  })
  .register(namedRecords, { name: 'Apikey', description: 'An API key, without its secret' })
export type Apikey = z.infer<typeof Apikey>

export const NewApikey = z.object({
  name: Text.optional().meta({ description: 'A label. Default: An API key' }),
  canwrite: FlagInput.optional().meta({ description: '1: the key may also write. Default: 0' }),
  can_write: FlagInput.optional().meta({ description: 'The same as canwrite' }),
  level: z
    .enum(APIKEY_LEVELS)
    .optional()
    .meta({ description: 'Counts more than canwrite. Default: what canwrite says' }),
  templates: z
    .array(Id.min(1, says('field.not_id_of_one')).max(MAX_ID, says('field.not_id_of_one')), says('field.not_ids'))
    .max(MOST_TEMPLATES, says('field.too_many_values', { most: MOST_TEMPLATES }))
    .optional()
    .meta({ description: 'Only with level deposit: ids of templates from which the key may create entries' }),
  entries: z
    .array(PointedEntry)
    .max(MOST_ENTRIES, says('field.too_many_values', { most: MOST_ENTRIES }))
    .optional()
    .meta({ description: 'Only with level deposit: entries that the key may add to' }),
  action: AnyAction,
})

const tag = { name: 'API keys', about: 'Keys with which programs sign in. A key belongs to a person and a team.' }
const all = { path: '/apikeys', tag }
const one = { path: '/apikeys/:id', params: z.object({ id: idOf('API key') }), tag }

const ofPerson = { path: '/users/:id/apikeys', params: z.object({ id: PathId }), tag: USERS }

export const apikeys = {
  list: endpoint({
    ...all,
    name: 'getApikeys',
    method: 'GET',
    access: 'account',
    noStore: true,
    summary: 'Your API keys in all teams, the last used first',
    query: Paging,
    reply: z.array(Apikey),
    status: 200,
    errors: [],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'getApikey',
    method: 'GET',
    noStore: true,
    summary: 'One of your API keys',
    reply: Apikey,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...all,
    name: 'postApikeys',
    method: 'POST',
    access: 'account',
    summary: 'Create an API key in the team of this request. The text after the last / of Location is the key',
    details:
      'A key of level `deposit` is for an instrument. It may create experiments and resources from its templates, and add ' +
      'files, new versions of its own files, comments and values of extra fields to entries that it made or that are in ' +
      'its list. It may read the entries that it made, and the files that it added. Everything else answers 403.',
    body: NewApikey,
    example: { name: 'balance logger', canwrite: 1 },
    status: 201,
    errors: [403, 404, 422],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteApikey',
    method: 'DELETE',
    summary: 'Delete one of your API keys for good',
    status: 204,
    errors: [403],
  }),
  listOf: endpoint({
    ...ofPerson,
    name: 'getUserApikeys',
    method: 'GET',
    noStore: true,
    summary: 'API keys of a person, the last used first. Your own, or any for sysadmins',
    query: Paging,
    reply: z.array(Apikey),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  removeOf: endpoint({
    ...ofPerson,
    name: 'deleteUserApikeys',
    method: 'DELETE',
    summary: 'Delete all API keys of a person for good. Your own, or any for sysadmins',
    status: 204,
    errors: [403, 404],
  }),
}
