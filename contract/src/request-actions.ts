import { z } from 'zod'
import { EntityType, Id, idOf, MAX_ID, Paging, PathId, Timestamp } from './common.ts'
import { endpoint } from './endpoint.ts'
import { intOrNone } from './entity-input.ts'
import { namedRecords } from './named-records.ts'
import { says } from './refusals/schema.ts'

/** What one person can ask another to do with an entry. */
export const REQUESTABLE = { archive: 10, lock: 20, review: 30, sign: 40, timestamp: 50 } as const
export type Requestable = keyof typeof REQUESTABLE

const NUMBERS = Object.values(REQUESTABLE)
const MEANINGS = Object.entries(REQUESTABLE).map(([name, number]) => `${number} ${name}`)
const meaning = MEANINGS.join(', ')

const action = z.literal(NUMBERS).meta({ description: meaning })
const State = z.literal([1, 2]).meta({ description: '1 pending, 2 done' })
const entity_page = z.string().meta({ description: 'The web page, experiments.php for an experiment' })

const common = {
  id: Id,
  created_at: Timestamp,
  requester_userid: Id,
  requester_fullname: z.string(),
  target_userid: Id.meta({ description: 'Who is asked' }),
  target_fullname: z.string(),
  entity_id: Id,
  action,
}

/** A pending request in the list of its entry. */
export const ListedRequest = z
  .object({ entity_page, ...common })
  .register(namedRecords, { name: 'ListedRequest', description: 'A pending request, as its entry lists it' })
export type ListedRequest = z.infer<typeof ListedRequest>

/** A single request. */
export const RequestRecord = z
  .object({ ...common, state: State })
  .register(namedRecords, { name: 'RequestRecord', description: 'A request to do something with an entry' })
export type RequestRecord = z.infer<typeof RequestRecord>

/** A pending request in the list of the person who is asked. */
export const OwnRequest = z
  .object({ entity_page, entity_title: z.string(), ...common, state: State })
  .register(namedRecords, { name: 'OwnRequest', description: 'A pending request, as the person who is asked sees it' })
export type OwnRequest = z.infer<typeof OwnRequest>

const oneOf = (allowed: readonly number[], meanings: readonly string[]) =>
  intOrNone(-MAX_ID, MAX_ID)
    .refine((number) => number !== null && allowed.includes(number), says('field.one_of', { choices: meanings }))
    .transform((number) => number as (typeof NUMBERS)[number])

export const NewRequest = z.object({
  target_userid: intOrNone(1, MAX_ID)
    .refine((id) => id !== null, says('field.not_person_id'))
    .transform((id) => id ?? 0)
    .meta({ type: 'integer', description: 'Who is asked' }),
  target_action: oneOf(NUMBERS, MEANINGS).meta({
    type: 'integer',
    enum: NUMBERS,
    description: meaning,
  }),
  action: z.literal('create').optional(),
})
export type NewRequest = z.output<typeof NewRequest>

const tag = { name: 'Requests', about: 'What one person asks another to do with an entry.' }
const all = {
  path: '/:entity_type/:id/request_actions',
  params: z.object({ entity_type: EntityType, id: PathId }),
  tag,
}
const one = {
  path: '/:entity_type/:id/request_actions/:subid',
  params: z.object({ entity_type: EntityType, id: PathId, subid: idOf('request') }),
  tag,
}

/** The most pending requests in a list. */
export const MOST_REQUESTS = 100

export const requestActions = {
  list: endpoint({
    ...all,
    name: 'readEntityRequestActions',
    method: 'GET',
    access: 'readers',
    summary: `What people have been asked to do with an entry and have not done yet, newest first; at most ${MOST_REQUESTS}`,
    query: Paging,
    reply: z.array(ListedRequest),
    status: 200,
    errors: [403, 404],
    list: true,
  }),
  read: endpoint({
    ...one,
    name: 'readEntityRequestAction',
    method: 'GET',
    access: 'readers',
    summary: 'One request, done or not',
    reply: RequestRecord,
    status: 200,
    errors: [403, 404],
  }),
  add: endpoint({
    ...all,
    aliases: [one.path],
    name: 'postEntityRequestActions',
    method: 'POST',
    access: 'readers',
    summary: 'Ask somebody who can read the entry to do something with it',
    body: NewRequest,
    example: { target_userid: 7, target_action: 30 },
    status: 201,
    errors: [403, 404, 422],
  }),
  remove: endpoint({
    ...one,
    name: 'deleteEntityRequestAction',
    method: 'DELETE',
    summary: 'Take back a request, or turn it down as the person who is asked',
    status: 204,
    errors: [403, 404, 412],
  }),
  own: endpoint({
    path: '/users/:id/request_actions',
    params: z.object({ id: PathId }),
    tag,
    name: 'readUserRequestActions',
    method: 'GET',
    summary: `What you have been asked to do with experiments and resources, newest first; at most ${MOST_REQUESTS}`,
    query: Paging,
    reply: z.array(OwnRequest),
    status: 200,
    errors: [403],
    list: true,
  }),
}
