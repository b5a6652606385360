import { REQUESTABLE } from '@aliquot/contract/request-actions'
import { type Client, isSuccess, makeClient } from './client.ts'
import { makeInAndOut } from './in-and-out.ts'
import type { Instance } from './instance.ts'

export const ENTITY_TYPES = ['experiments', 'items', 'experiments_templates', 'items_types'] as const

/** Existing ids by collection: `teamgroups`, `comments`. */
export type Places = Map<string, number[]>

const LABELS = ['experiments_categories', 'experiments_status', 'resources_categories', 'items_status']

const FIELDS = {
  extra_fields: {
    Batch: { type: 'text', value: 'B-17', required: true },
    Mass: { type: 'number', value: '12.5', units: ['mg', 'g'], unit: 'mg' },
    Strains: { type: 'select', options: ['wt', 'ko'], allow_multi_values: true, value: ['wt'] },
  },
}

const FILE = { action: 'createfromstring', file_type: 'json', real_name: 'run.json', content: '{"mass": 4.2}' }

/**
 * Creates at least one of everything: entries of all types, and the parts of a team and its people. The verify drill
 * names tables that stay empty.
 */
export async function makeStructure(port: () => number, { adminKey, keys }: Instance): Promise<Places> {
  const places: Places = new Map([['users', [1]]])
  const admin = makeClient(port, adminKey)
  const member = makeClient(port, keys[0] ?? '')
  const send = async (client: Client, method: string, path: string, body: object) => {
    const reply = await client.call(method, path, body)
    if (!isSuccess(reply)) throw new Error(`${method} ${path} answered ${reply.status} ${reply.text}`)
    notePlace(places, String(reply.headers.location))
    return reply.id
  }
  const add = (path: string, body: object) => send(admin, 'POST', path, body)
  const change = (path: string, body: object) => send(admin, 'PATCH', path, body)

  await change('config', { lang: 'fr_FR' })
  await change('teams/current', { announcement: 'Nobody lives here' })
  await change('users/me', { limit_nb: 20 })
  const person = await add('users', { email: 'made@example.org', firstname: 'Made', lastname: 'Up' })
  await signIn(admin, person)
  await add('teams', { name: 'Second' })
  for (const kind of LABELS) await add(`teams/current/${kind}`, { name: 'Drilled' })
  await add('teams/current/tags', { tag: 'gel' })
  const group = await add('teams/current/teamgroups', { name: 'Night shift' })
  await change(`teams/current/teamgroups/${group}`, { how: 'add', userid: 1 })
  await add('views', { name: 'Drills', entity_type: 'items', search: '{"q":"gel"}', is_shared: 1 })
  for (const type of ENTITY_TYPES) {
    const canread = JSON.stringify({ teams: [1], teamgroups: [group], users: [1] })
    const id = await add(type, { title: `Of ${type}`, body: '<p>Drilled</p>', tags: ['gel', type], canread })
    const own =
      type === 'items'
        ? { is_bookable: 1, book_max_minutes: 45, canbook_base: 40 }
        : type === 'experiments'
          ? { rating: 3 }
          : { canread_target_base: 40 }
    await change(`${type}/${id}`, { ...own, metadata: FIELDS })
    await change(`${type}/${id}`, { action: 'pin' })
    await send(member, 'POST', `${type}/${id}/comments`, { comment: 'Seen' })
    await add(`${type}/${id}/steps`, { body: 'Mix' })
    await add(`${type}/${id}/uploads`, FILE)
  }
  const [experiment, resource] = [places.get('experiments')?.[0], places.get('items')?.[0]]
  await add(`experiments/${experiment}/items_links/${resource}`, {})
  await add(`experiments/${experiment}/request_actions`, { target_userid: 1, target_action: REQUESTABLE.review })
  await add('todolist', { content: 'Order tips' })
  await add('favtags', { tag: 'gel' })
  await makeInAndOut(admin)
  for (const client of [admin, member]) client.close()
  return places
}

/** Gives a new person a password, which signs them in. */
async function signIn(admin: Client, person: number): Promise<void> {
  const link = await admin.call('POST', `users/${person}/password_link`, {})
  const token = String(link.headers.location).replace(/^.*#token=/, '')
  const signedIn = await admin.call('POST', 'password', { token, password: 'seven red flasks on a shelf' })
  if (!isSuccess(signedIn)) throw new Error(`${link.status} ${link.text}, ${signedIn.status} ${signedIn.text}`)
}

const MOST_KNOWN = 30

/** Adds a new resource as a target. */
export function notePlace(places: Places, location: string): void {
  const [, collection = '', id = ''] = /\/(\w+)\/(\d{1,9})$/.exec(location) ?? []
  if (id !== '') places.set(collection, [...(places.get(collection) ?? []), Number(id)].slice(-MOST_KNOWN))
}
