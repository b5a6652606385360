import { z } from 'zod'
import { AnyAction } from './actions.ts'
import { Flag, FlagInput, Id, idOf, Paging, PathId, Text, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { namedRecords } from './named-records.ts'
import { USERS } from './operation-groups.ts'

/** A key without its text, which only the answer to its creation contains. */
export const Apikey = z
  .object({
    id: Id,
    name: z.string(),
    can_write: Flag.meta({ description: '1: may also use POST, PATCH and DELETE' }),
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
    body: NewApikey,
    example: { name: 'balance logger', canwrite: 1 },
    status: 201,
    errors: [403, 422],
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
