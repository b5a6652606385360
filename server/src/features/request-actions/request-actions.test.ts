import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { Notification } from '@aliquot/contract/notifications'
import { type ListedRequest, type OwnRequest, REQUESTABLE, type RequestRecord } from '@aliquot/contract/request-actions'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership, setAdmin } from '../users/users.memberships.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

let app: TestApp
let ada: TestUser
let bob: TestUser
let client: Client

beforeAll(async () => {
  let close: (() => Promise<void>) | undefined
  app = await testApp({}, { closing: (end) => (close = end) })
  ada = await app.given.user({ firstname: 'Ada', lastname: 'Moreau' })
  bob = await app.given.user({ firstname: 'Bob', lastname: 'Ross' })
  client = app.as(ada)
  return close
})

/** An entry of Ada that Bob may change. */
async function given(type: EntityType = 'experiments', body: object = {}): Promise<string> {
  const { id } = await client.post(type, { title: 'Crystals', canwrite_base: 30, ...body })
  return `${type}/${id}`
}

function ask(entry: string, action: number, target = bob, by = client) {
  return by.post(`${entry}/request_actions`, { target_userid: target.id, target_action: action })
}

const pending = async (entry: string) => (await client.get<ListedRequest[]>(`${entry}/request_actions`)).body
const asked = async (user = bob) => (await app.as(user).get<OwnRequest[]>('users/me/request_actions')).body
const told = async (user = bob) =>
  (await app.as(user).get<Notification[]>('users/me/notifications?limit=100')).body.filter(
    ({ category }) => category === 90,
  )

describe.each(EntityType.options)('requests about %s', (type) => {
  const page = { experiments: 'experiments', items: 'database', experiments_templates: 'templates' }
  const pageOf = (name: string) => page[name as keyof typeof page] ?? 'resources-templates'

  test('are listed, read alone, told to who is asked, and stand in the changelog', async () => {
    const entry = await given(type)
    const id = Number(entry.split('/')[1])
    const before = (await client.get<Entity>(entry)).body
    const added = await ask(entry, REQUESTABLE.review)
    expect(added).toMatchObject({ status: 201, body: '', path: `/api/v2/${entry}/request_actions/${added.id}` })
    const common = {
      id: added.id,
      created_at: expect.stringMatching(/^2\d{3}-/),
      requester_userid: ada.id,
      requester_fullname: 'Ada Moreau',
      target_userid: bob.id,
      target_fullname: 'Bob Ross',
      entity_id: id,
      action: 30,
    }
    expect(await pending(entry)).toEqual([{ entity_page: `${pageOf(type)}.php`, ...common }])
    expect((await client.get(`${entry}/request_actions/${added.id}`)).body).toEqual({ ...common, state: 1 })
    expect((await told())[0]).toMatchObject({
      is_ack: 0,
      body: {
        entity_page: `${pageOf(type)}.php`,
        entity_id: id,
        entity_title: 'Crystals',
        entity_type_value: EntityType.options.indexOf(type) + 1,
        request_id: added.id,
        requester_userid: ada.id,
        requester_fullname: 'Ada Moreau',
        action: 'review',
        action_enum_value: 30,
      },
    })
    const after = (await client.get<Entity>(entry)).body
    const line = { target: 'action_requested', content: `review by user ${bob.id}`, userid: ada.id }
    expect(after.changelog[0]).toMatchObject(line)
    expect(after).toEqual({ ...before, changelog: after.changelog })
    const isConcrete = type === 'experiments' || type === 'items'
    expect((await asked()).filter(({ entity_id }) => entity_id === id)).toEqual(
      isConcrete ? [{ entity_page: `${pageOf(type)}.php`, entity_title: 'Crystals', ...common, state: 1 }] : [],
    )
  })

  test.each<[string, number]>([
    ['archive', REQUESTABLE.archive],
    ['lock', REQUESTABLE.lock],
    ['forcelock', REQUESTABLE.lock],
    ['review', REQUESTABLE.review],
  ])('end with the action %s of who is asked', async (action, number) => {
    const entry = await given(type)
    const other = await app.given.user()
    const request = await ask(entry, number)
    await ask(entry, number, other)
    await ask(entry, REQUESTABLE.timestamp)
    expect((await app.as(bob).patch(entry, { action })).status).toBe(200)
    expect((await pending(entry)).map(({ target_userid, action }) => [target_userid, action])).toEqual([
      [bob.id, REQUESTABLE.timestamp],
      [other.id, number],
    ])
    const { body } = await client.get<RequestRecord>(`${entry}/request_actions/${request.id}`)
    expect(body.state).toBe(2)
    const { changelog } = (await client.get<Entity>(entry)).body
    expect(changelog[0]).toMatchObject({ target: 'action_done', userid: bob.id })
    expect((await told())[1]).toMatchObject({ is_ack: 1, body: { request_id: request.id } })
    expect(await told(other)).toMatchObject([{ is_ack: 0 }])
  })
})

test.each<[object | string, number, string]>([
  [{ target_action: 30 }, 400, 'target_userid'],
  [{ target_userid: 0, target_action: 30 }, 400, 'target_userid'],
  [{ target_userid: 'bob', target_action: 30 }, 400, 'target_userid'],
  [{ target_userid: 99_999_999_999, target_action: 30 }, 400, 'target_userid'],
  [{ target_userid: 99_999, target_action: 30 }, 422, 'target_userid'],
  [{ target_userid: 1 }, 400, 'target_action'],
  [{ target_userid: 1, target_action: 31 }, 400, 'target_action'],
  [{ target_userid: 1, target_action: null }, 400, 'target_action'],
  [{ target_userid: 1, target_action: [30] }, 400, 'target_action'],
  [{ target_userid: 1, target_action: 30, action: 'duplicate' }, 400, 'action'],
  ['[', 400, ''],
])('a request with %j answers %i, names %s and leaves nothing', async (body, status, field) => {
  const entry = await given()
  const reply = await client.post(`${entry}/request_actions`, body)
  expect(reply.status).toBe(status)
  expect((reply.body as { message: string }).message).toContain(field)
  expect(await pending(entry)).toEqual([])
  expect((await client.get<Entity>(entry)).body.changelog[0]).toMatchObject({ target: 'title' })
})

test('the same cannot be asked twice while it is pending, and can be again afterwards', async () => {
  const entry = await given()
  const first = await ask(entry, REQUESTABLE.lock)
  const again = await ask(entry, REQUESTABLE.lock)
  expect(again).toMatchObject({ status: 400, body: { message: expect.stringContaining('target_action') } })
  expect((await ask(entry, REQUESTABLE.archive)).status).toBe(201)
  expect((await ask(entry, REQUESTABLE.lock, bob, app.as(bob))).status).toBe(201)
  await app.as(bob).patch(entry, { action: 'lock' })
  await app.as(bob).patch(entry, { action: 'lock' })
  const next = await ask(entry, REQUESTABLE.lock)
  expect(next).toMatchObject({ status: 201 })
  expect(next.id).not.toBe(first.id)
})

test.each<[string, string, object | undefined, number]>([
  ['PATCH', '', {}, 400],
  ['PATCH', '/{id}', {}, 400],
  ['GET', '/99999', undefined, 404],
  ['GET', '/abc', undefined, 400],
  ['DELETE', '/99999', undefined, 204],
])('%s request_actions%s answers %#', async (method, path, body, status) => {
  const entry = await given()
  const { id } = await ask(entry, REQUESTABLE.lock)
  const url = `${entry}/request_actions${path.replace('{id}', String(id))}`
  expect((await client.send(method, url, body)).status).toBe(status)
  expect(await pending(entry)).toHaveLength(1)
})

test('a request is taken back by who asked, or turned down by who is asked; nobody else removes it', async () => {
  const entry = await given()
  const cyd = await app.given.user()
  for (const person of [ada, bob]) {
    const { id, path = '' } = await ask(entry, REQUESTABLE.sign)
    const elsewhere = `${await given()}/request_actions/${id}`
    expect((await client.get(elsewhere)).status).toBe(404)
    expect((await client.delete(elsewhere)).status).toBe(404)
    expect((await app.as(cyd).delete(path)).status).toBe(403)
    expect(await pending(entry)).toHaveLength(1)
    expect((await told()).some(({ body }) => 'request_id' in body && body.request_id === id)).toBe(true)
    expect((await app.as(person).delete(path)).status).toBe(204)
    expect(await pending(entry)).toEqual([])
    expect((await client.get(path)).status).toBe(404)
    expect((await told()).some(({ body }) => 'request_id' in body && body.request_id === id)).toBe(false)
  }
})

test('a request that was fulfilled meanwhile is not taken back by who has not seen it', async () => {
  const entry = await given()
  const { path = '' } = await ask(entry, REQUESTABLE.lock)
  const { headers } = await client.get(path)
  await app.as(bob).patch(entry, { action: 'lock' })
  const stale = await client.delete(path, undefined, { 'if-match': headers.etag ?? '' })
  expect(stale).toMatchObject({ status: 412, body: { current: { state: 2 } } })
  const { headers: now } = await client.get(path)
  expect(await client.delete(path, undefined, { 'if-match': now.etag ?? '' })).toMatchObject({ status: 204 })
})

test('reading an entry is enough to ask, and needed; who is asked must be able to read it', async () => {
  const entry = await given('experiments', { canwrite_base: 10 })
  const stranger = await app.given.user({ team: await app.given.team() })
  expect((await ask(entry, REQUESTABLE.review, ada, app.as(bob))).status).toBe(201)
  expect((await ask(entry, REQUESTABLE.review, ada, app.as(stranger))).status).toBe(403)
  expect((await app.as(stranger).get(`${entry}/request_actions`)).status).toBe(403)
  const unreadable = await ask(entry, REQUESTABLE.review, stranger)
  expect(unreadable).toMatchObject({ status: 422, body: { message: expect.stringContaining('target_userid') } })
  await client.patch(entry, { canread: { teams: [], teamgroups: [], users: [stranger.id] } })
  expect((await ask(entry, REQUESTABLE.review, stranger)).status).toBe(201)
  expect(await asked(stranger)).toMatchObject([{ entity_title: 'Crystals' }])
  // A person who lost access is no longer asked, and learns no title.
  await client.patch(entry, { canread: { teams: [], teamgroups: [], users: [] } })
  expect(await asked(stranger)).toEqual([])
  const gone = await app.given.user()
  await archiveMembership(app.ctx, AUTHOR, gone.id, 1, true)
  expect((await ask(entry, REQUESTABLE.review, gone)).status).toBe(422)
})

test('the newest hundred are told, to who is asked and below the entry', async () => {
  const [entry, eve] = [await given(), await app.given.user()]
  const people = await Promise.all(Array.from({ length: 21 }, () => app.given.user()))
  for (const person of people) {
    for (const action of Object.values(REQUESTABLE)) await ask(entry, action, eve, app.as(person))
  }
  const newest = people.toReversed().slice(0, 20)
  for (const list of [await pending(entry), await asked(eve)]) {
    expect(list).toHaveLength(100)
    expect([...new Set(list.map(({ requester_userid }) => requester_userid))]).toEqual(newest.map(({ id }) => id))
    expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted((a, b) => b - a))
  }
})

test('what one is asked is nobody else’s business', async () => {
  expect((await client.get(`users/${bob.id}/request_actions`)).status).toBe(403)
  expect((await client.get(`users/${ada.id}/request_actions`)).status).toBe(200)
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    expect((await client.send(method, 'users/me/request_actions', {})).status).toBe(400)
  }
})

test('an account that ends neither asks nor is asked any more, and leaves no list of things to do', async () => {
  const [eve, admin] = [await app.given.user(), await app.given.user()]
  await setAdmin(app.ctx, AUTHOR, admin.id, 1, true)
  const entry = await given()
  await ask(entry, REQUESTABLE.review, eve)
  await ask(entry, REQUESTABLE.review, ada, app.as(eve))
  await app.as(eve).post('todolist', { content: 'Leave' })
  expect(await pending(entry)).toHaveLength(2)
  expect((await app.as(admin).delete(`users/${eve.id}`)).status).toBe(204)
  expect(await pending(entry)).toEqual([])
  const left = await app.ctx.db.read.selectFrom('todo_items').select('id').where('userid', '=', eve.id).execute()
  expect(left).toEqual([])
})

test('everything that happened here fits the journal', async () => {
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})
