import { EntityType } from '@aliquot/contract/common'
import { beforeAll, describe, expect, test } from 'vitest'
import { setAdmin } from '../src/features/users/users.memberships.ts'
import { endpointsOf } from './endpoint-examples.ts'
import { oneFile } from './forms.ts'
import { type Client, type TestApp, type TestUser, testApp } from './harness.ts'

/** What holds for all children of an entry, whatever their kind and the entity type. */

const SUBS = ['comments', 'tags', 'steps', 'items_links', 'experiments_links', 'uploads', 'request_actions'] as const
const FILE = { action: 'createfromstring', file_type: 'json', real_name: 'run.json', content: '{"pH": 7.4}' }

/** Adds a child to an entry: 201 unless it is refused. `target` is a resource or experiment. */
const ADD: Readonly<Record<(typeof SUBS)[number], (target: { id: number; userid: number }) => [string, object]>> = {
  comments: () => ['comments', { comment: 'Seen' }],
  tags: () => ['tags', { tag: 'gel' }],
  steps: () => ['steps', { body: 'Mix' }],
  items_links: ({ id }) => [`items_links/${id}`, {}],
  experiments_links: ({ id }) => [`experiments_links/${id}`, {}],
  uploads: () => ['uploads', FILE],
  request_actions: ({ userid }) => ['request_actions', { target_userid: userid, target_action: 30 }],
}

/** Needs only read access to the entry. */
const FOR_READERS: readonly string[] = ['comments', 'request_actions']

let app: TestApp
let ada: TestUser
let bob: TestUser
let admin: TestUser
let client: Client

beforeAll(async () => {
  let close: (() => Promise<void>) | undefined
  app = await testApp({}, { closing: (end) => (close = end) })
  ada = await app.given.user()
  bob = await app.given.user()
  admin = await app.given.user()
  await setAdmin(app.ctx, { userid: null, via: 'test', address: '' }, admin.id, 1, true)
  client = app.as(ada)
  return close
})

describe.each(EntityType.options.flatMap((type) => SUBS.map((sub) => [type, sub] as const)))(
  '%s/{id}/%s',
  (type, sub) => {
    /** Adds one to an entry that everybody in the team may change. */
    async function add(entry: number, by: TestUser) {
      const { id } = await client.post(sub === 'experiments_links' ? 'experiments' : 'items', {})
      const [path, body] = ADD[sub]({ id, userid: ada.id })
      return (await app.as(by).post(`${type}/${entry}/${path}`, body)).status
    }
    const given = async (body: object = { canwrite_base: 30 }) => (await client.post(type, body)).id

    test('refuses entries that are not there or may not be read, and what it does not know', async () => {
      const id = await given()
      const { id: hidden } = await app.as(bob).post(type, { canread_base: 10 })
      for (const [path, status] of [
        [`${type}/${id}/${sub}`, 200],
        [`${type}/0/${sub}`, 404],
        [`${type}/99999/${sub}`, 404],
        [`${type}/abc/${sub}`, 400],
        [`${type}/-1/${sub}`, 400],
        [`${type}/${hidden}/${sub}`, 403],
        [`${type}/${id}/${sub}/abc`, 400],
        [`${type}/${id}/${sub}s`, 400],
      ] as const) {
        expect.soft((await client.get(path)).status, path).toBe(status)
      }
      expect((await client.send('PUT', `${type}/${id}/${sub}`, {})).status).toBe(405)
      expect((await client.patch(`${type}/99999/${sub}/1`, {})).status).toBe(404)
      expect((await client.delete(`${type}/99999/${sub}/1`)).status).toBe(404)
    })

    test('the right to write decides, and a lock stops all but who locked it and admins', async () => {
      const closed = await given({ canwrite_base: 10 })
      expect(await add(closed, bob)).toBe(FOR_READERS.includes(sub) ? 201 : 403)
      const id = await given()
      expect(await add(id, bob)).toBe(201)
      await client.patch(`${type}/${id}`, { action: 'lock' })
      const stopped = await app.given.user()
      expect(await add(id, stopped)).toBe(FOR_READERS.includes(sub) ? 201 : 403)
      expect(await add(id, ada)).toBe(201)
      expect(await add(id, admin)).toBe(201)
    })

    test('works below archived and deleted entries', async () => {
      const id = await given()
      await client.patch(`${type}/${id}`, { action: 'archive' })
      expect(await add(id, admin)).toBe(201)
      await client.delete(`${type}/${id}`)
      expect(await add(id, ada)).toBe(201)
      expect((await client.get(`${type}/${id}/${sub}`)).status).toBe(200)
    })
  },
)

test('whatever is below an entry is told as JSON, and only files have a content to ask for', async () => {
  const { id } = await client.post('experiments', {})
  const { id: step } = await client.post(`experiments/${id}/steps`, { body: 'Mix' })
  const below = endpointsOf(app.app).filter(
    ({ method, path, binary, content }) =>
      method === 'GET' && path.startsWith('/:entity_type/:id/') && !binary && !content,
  )
  expect(below.length).toBeGreaterThan(12)
  for (const { name, path } of below) {
    const at = path
      .replace(':entity_type', 'experiments')
      .replace(':id', String(id))
      .replace(':subid', path.includes('/steps/') ? String(step) : '1')
    for (const format of ['binary', 'csv', 'nonsense']) {
      const reply = await client.get(`${at.slice(1)}?format=${format}`)
      expect.soft(reply, name).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^format: /) } })
    }
    for (const format of ['json', ''])
      expect.soft((await client.get(`${at.slice(1)}?format=${format}`)).status, name).not.toBe(400)
  }
})

test('every list below an entry, and of one’s own, comes in pages', async () => {
  const eve = await app.given.user()
  const as = app.as(eve)
  const { id } = await as.post('experiments', { tags: ['a', 'b', 'c'] })
  const entry = `experiments/${id}`
  for (const n of [1, 2, 3]) {
    await as.post(`${entry}/comments`, { comment: `${n}` })
    await as.post(`${entry}/steps`, { body: `${n}` })
    await as.postForm(`${entry}/uploads`, oneFile(`${n}.txt`, `${n}`))
    await as.patch(entry, { body: 'x'.repeat(200 * n) })
    for (const type of ['items', 'experiments']) await as.post(`${entry}/${type}_links/${(await as.post(type, {})).id}`)
    await as.post(`${entry}/request_actions`, { target_userid: eve.id, target_action: 10 * n })
    await as.post('todolist', { content: `${n}` })
  }
  const below = endpointsOf(app.app).filter(({ list, path }) => list && path.startsWith('/:entity_type/:id/'))
  expect(below.length).toBeGreaterThan(8)
  const own = ['todolist', 'users/me/uploads', 'users/me/request_actions', 'users/me/notifications']
  for (const path of [...below.map((one) => entry + one.path.replace('/:entity_type/:id', '')), ...own]) {
    const { body: all } = await as.get<object[]>(path)
    expect(all.length, path).toBeGreaterThan(2)
    expect((await as.get(`${path}?limit=9999`)).body, path).toEqual(all)
    const pages: object[] = []
    for (let offset = 0; ; offset += 2) {
      const { body, headers } = await as.get<object[]>(`${path}?limit=2&offset=${offset}`)
      pages.push(...body)
      const total = headers['x-total-count']
      if (total !== undefined) expect(total, path).toBe(String(all.length))
      if (body.length < 2) break
    }
    expect(pages, path).toEqual(all)
  }
})
