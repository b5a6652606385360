import type { TodoItem } from '@aliquot/contract/todolist'
import { beforeAll, expect, test } from 'vitest'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'

let app: TestApp
let bob: TestUser
let client: Client

beforeAll(async () => {
  let close: (() => Promise<void>) | undefined
  app = await testApp({}, { closing: (end) => (close = end) })
  bob = await app.given.user()
  return close
})

/** Everybody starts with an empty list. */
async function start(): Promise<TestUser> {
  const ada = await app.given.user()
  client = app.as(ada)
  return ada
}

const list = async () => (await client.get<TodoItem[]>('todolist')).body

test('things to do are noted, read newest first, changed and removed', async () => {
  const ada = await start()
  const first = await client.post('todolist', { content: 'Order <b>tips</b>' })
  expect(first).toMatchObject({ status: 201, body: '', path: `/api/v2/todolist/${first.id}` })
  const second = await client.post('todolist', {})
  const items = await list()
  expect(items).toEqual([
    expect.objectContaining({ id: second.id, body: '' }),
    {
      id: first.id,
      body: 'Order <b>tips</b>',
      creation_time: expect.stringMatching(/^2\d{3}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      ordering: null,
      userid: ada.id,
    },
  ])
  const page = await client.get<TodoItem[]>('todolist?limit=1&offset=1')
  expect(page.body).toEqual([items[1]])
  expect(page.headers['x-total-count']).toBe('2')
  expect((await client.get(`todolist/${first.id}`)).body).toEqual(items[1])
  expect((await client.delete(`todolist/${second.id}`)).status).toBe(204)
  expect((await client.delete(`todolist/${second.id}`)).status).toBe(204)
  expect(await list()).toHaveLength(1)
})

test.each<[unknown, number, string]>([
  [{ content: 'x' }, 200, 'x'],
  [{ body: 'x' }, 200, 'x'],
  [{ whatever: 'first', content: 'last' }, 200, 'last'],
  [{ content: 'x', action: 'update' }, 200, 'x'],
  [{ content: 7 }, 200, '7'],
  [{}, 200, 'Order tips'],
  [{ content: '' }, 400, 'Order tips'],
  [{ content: 'x', body: ' ' }, 400, 'Order tips'],
  [{ content: null }, 400, 'Order tips'],
  [{ content: ['x'] }, 400, 'Order tips'],
  [{ content: 'a\0' }, 400, 'Order tips'],
  [{ content: 'x'.repeat(10_001) }, 400, 'Order tips'],
  ['{', 400, 'Order tips'],
])('a PATCH with %j answers %i', async (sent, status, body) => {
  await start()
  const { path = '' } = await client.post('todolist', { content: 'Order tips' })
  const reply = await client.patch<{ message?: string; body?: string }>(path, sent)
  expect(reply.status).toBe(status)
  if (status === 200) expect(reply.body.body).toBe(body)
  expect((await list()).map((item) => item.body)).toEqual([body])
})

test.each<[unknown, number]>([
  [{ content: ['x'] }, 400],
  [{ content: 'x', action: 'nonsense' }, 400],
  [{ content: 'x'.repeat(10_001) }, 400],
  [{ content: '\ud800' }, 400],
])('a POST with %j answers %i and notes nothing', async (sent, status) => {
  await start()
  expect((await client.post('todolist', sent)).status).toBe(status)
  expect(await list()).toEqual([])
})

test('nobody sees, changes or removes what somebody else wants to do', async () => {
  await start()
  const { path = '' } = await client.post('todolist', { content: 'Ask for more money' })
  const other = app.as(bob)
  expect((await other.get(path)).status).toBe(404)
  expect((await other.patch(path, { content: 'x' })).status).toBe(404)
  expect((await other.patch(path, { content: '' })).status).toBe(404)
  expect((await other.delete(path)).status).toBe(204)
  expect((await other.get('todolist')).body).toEqual([])
  expect((await list()).map((item) => item.body)).toEqual(['Ask for more money'])
  // Sysadmins read the events of the instance.
  const { rows } = {
    rows: await app.ctx.db.read.selectFrom('events').select('changes').where('chain', '=', 0).execute(),
  }
  expect(JSON.stringify(rows)).not.toContain('more money')
})

test.each([
  ['PATCH', 'todolist', 400],
  ['DELETE', 'todolist', 400],
  ['GET', 'todolist/abc', 400],
  ['GET', 'todolist/99999', 404],
])('%s %s answers %i', async (method, path, status) => {
  await start()
  expect((await client.send(method, path, method === 'GET' ? undefined : {})).status).toBe(status)
})

test('a stale change is refused, and the list has an end', async () => {
  const ada = await start()
  const { path = '' } = await client.post('todolist', { content: 'one' })
  const { headers } = await client.get(path)
  await client.patch(path, { content: 'two' })
  const stale = await client.patch(path, { content: 'three' }, { 'if-match': headers.etag ?? '' })
  expect(stale).toMatchObject({ status: 412, body: { current: { body: 'two' } } })
  const removed = await client.delete(path, undefined, { 'if-match': headers.etag ?? '' })
  expect(removed).toMatchObject({ status: 412, body: { current: { body: 'two' } } })
  const rows = Array.from({ length: 999 }, () => ({ userid: ada.id, body: 'x', created_at: app.ctx.now() }))
  await app.ctx.db.write((db) => db.insertInto('todo_items').values(rows).execute())
  expect((await client.post('todolist', { content: 'too much' })).status).toBe(422)
})
