import { type Apikey, apikeys } from '@aliquot/contract/apikeys'
import { expect, test } from 'vitest'
import { type Reply, sharedApp, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { tokenHash } from '../../lib/token-hash.ts'
import { addMembership } from '../users/users.memberships.ts'

const shared = sharedApp()

const AUTHOR = { userid: null, via: 'test', address: '' }

test('the text after the last slash of Location is the key, directly below the address of the service', async () => {
  const { as, given } = await testApp({ BASE_URL: 'https://eln.example.org' })
  const ada = await given.user()

  const added = await as(ada).call(apikeys.add, { body: { name: 'balance logger', canwrite: 1 } })

  expect(added).toMatchObject({ status: 201, body: '' })
  expect(added.headers.location).toMatch(/^https:\/\/eln\.example\.org\/\d+-[0-9a-f]{64}$/)
  expect(await as(keyOf(added)).post('experiments', {})).toMatchObject({ status: 201 })
})

test('the record has the fields of the reference, and nothing of the secret', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  ctx.now = () => '2026-03-02T09:15:40.123Z'
  const key = keyOf(await as(ada).call(apikeys.add, { body: { name: 'balance logger', canwrite: 1 } }))

  const { body } = await as(ada).call(apikeys.read, { params: { id: idOf(key) } })

  expect(body).toEqual({
    id: idOf(key),
    name: 'balance logger',
    created_at: '2026-03-02 09:15:40',
    last_used_at: null,
    can_write: 1,
    level: 'write',
    templates: [],
    entries: [],
    team: 1,
    team_name: 'Default team',
  })
  const list = await as(ada).call(apikeys.list)
  expect(JSON.stringify([body, list.body])).not.toMatch(/[0-9a-f]{32}/)
})

test('the text of a key is stored nowhere', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const key = keyOf(await as(ada).post('apikeys', { name: 'x' }, { 'idempotency-key': 'once' }))
  const secret = key.split('-')[1] ?? ''
  for (const table of ['apikeys', 'events', 'idempotency'] as const) {
    const stored = JSON.stringify(await ctx.db.read.selectFrom(table).selectAll().execute())
    expect(stored).not.toContain(secret)
  }
  const events = JSON.stringify(await ctx.db.read.selectFrom('events').selectAll().execute())
  expect(events).not.toContain(tokenHash(key))
})

test('without a body the key is called "An API key" and only reads', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const key = keyOf(await as(ada).post('apikeys'))
  expect((await as(ada).call(apikeys.read, { params: { id: idOf(key) } })).body).toMatchObject({
    name: 'An API key',
    can_write: 0,
  })
  expect(await as(key).post('experiments', {})).toMatchObject({ status: 403 })
})

test.each([
  [' two\r\nlines ', 'two lines'],
  ['', 'Untitled'],
  [' \n ', 'Untitled'],
  ['<b>bold</b> & "quoted"', '<b>bold</b> & "quoted"'],
  ['\u{1f9ea}'.repeat(300), '\u{1f9ea}'.repeat(255)],
  ['x'.repeat(256), 'x'.repeat(255)],
])('the name %j is kept as %j', async (name, kept) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const { id } = keyParts(await as(ada).call(apikeys.add, { body: { name } }))
  expect((await as(ada).call(apikeys.read, { params: { id } })).body.name).toBe(kept)
})

test.each([
  [{ canwrite: 1 }, 1],
  [{ canwrite: true }, 1],
  [{ canwrite: '1' }, 1],
  [{ canwrite: 0 }, 0],
  [{ canwrite: false }, 0],
  [{ canwrite: '0' }, 0],
  [{ can_write: 1 }, 1],
  [{ can_write: true }, 1],
  [{ canwrite: 0, can_write: 1 }, 0],
  [{ canwrite: 1, can_write: 0 }, 1],
])('%j gives a key with can_write %i', async (body, can_write) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const { id } = keyParts(await as(ada).post('apikeys', body))
  expect((await as(ada).call(apikeys.read, { params: { id } })).body.can_write).toBe(can_write)
})

test.each([
  [{ name: 5 }, 'name'],
  [{ name: null }, 'name'],
  [{ name: ['x'] }, 'name'],
  [{ name: 'a\0b' }, 'name'],
  [{ canwrite: 2 }, 'canwrite'],
  [{ canwrite: 'yes' }, 'canwrite'],
  [{ canwrite: null }, 'canwrite'],
  [{ can_write: -1 }, 'can_write'],
  [{ action: 'creat' }, 'action'],
])('%j is refused, and the field named', async (body, field) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(ada).post('apikeys', body)).toMatchObject({
    status: 400,
    body: { code: 400, message: expect.stringContaining(field) },
  })
  expect((await as(ada).call(apikeys.list)).body).toHaveLength(1)
})

test('a known action and other keys are ignored; the key is the caller’s own, in the team of the request', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const body = { action: 'update', userid: ben.id, team: 7, id: 1, created_at: '2001-01-01' }
  const { id } = keyParts(await as(ada).post('apikeys', body))
  expect((await as(ada).call(apikeys.read, { params: { id } })).body).toMatchObject({ team: 1 })
  expect((await as(ben).call(apikeys.list)).body).toHaveLength(1)
})

test('several keys may have the same name', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const keys = [await as(ada).post('apikeys', { name: 'same' }), await as(ada).post('apikeys', { name: 'same' })]
  expect(new Set(keys.map(keyOf)).size).toBe(2)
})

test('the list has the keys of all teams, the last used first, never used ones last', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const team = await given.team('Polymer lab')
  await change(ctx, AUTHOR, (work) => addMembership(work, ada.id, team, false))
  const elsewhere = await given.key({ id: ada.id, team })
  const [old, recent, never] = [await given.key(ada), await given.key(ada), await given.key(ada)]
  const uses: [string, string][] = [
    [ada.key, '2026-01-01T00:00:00.000Z'],
    [old, '2026-02-01T00:00:00.000Z'],
    [elsewhere, '2026-03-01T00:00:00.000Z'],
    [recent, '2026-04-01T00:00:00.000Z'],
  ]
  for (const [key, last_used_at] of uses) {
    await ctx.db.write((db) => db.updateTable('apikeys').set({ last_used_at }).where('id', '=', idOf(key)).execute())
  }
  ctx.now = () => '2026-01-01T00:00:30.000Z'

  const { body, headers } = await as(ada).call(apikeys.list)

  expect(body.map((key) => key.id)).toEqual([recent, elsewhere, old, ada.key, never].map(idOf))
  expect(body[1]).toMatchObject({ team, team_name: 'Polymer lab', last_used_at: '2026-03-01 00:00:00' })
  expect(body[4]).toMatchObject({ last_used_at: null })
  expect(headers['x-total-count']).toBe('5')
  const page = await as(ada).call(apikeys.list, { query: { limit: 2, offset: 1 } })
  expect(page.body).toEqual(body.slice(1, 3))
})

test('one sees one’s own keys alone', async () => {
  const { as, given } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true, isSysadmin: true })]
  expect((await as(admin).call(apikeys.list)).body.map((key) => key.id)).toEqual([idOf(admin.key)])
  expect(await as(admin).get(`apikeys/${idOf(ada.key)}`)).toMatchObject({ status: 403 })
  expect(await as(admin).get('apikeys/9999')).toMatchObject({ status: 404 })
})

test('a deleted key is gone at once, for good, and its id is not used again', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const key = await given.key(ada)

  expect(await as(ada).delete(`apikeys/${idOf(key)}`, {})).toMatchObject({ status: 204, body: '' })

  expect(await as(key).get('apikeys')).toMatchObject({ status: 401 })
  expect(await as(ada).get(`apikeys/${idOf(key)}`)).toMatchObject({ status: 404 })
  expect(idOf(await given.key(ada))).toBeGreaterThan(idOf(key))
  const events = await ctx.db.read.selectFrom('events').selectAll().where('subject_id', '=', idOf(key)).execute()
  const told = events.filter((event) => event.subject === 'apikey').map((event) => [event.verb, event.userid])
  expect(told).toEqual([
    ['created', null],
    ['deleted', ada.id],
  ])
})

test('the key in use can delete itself', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  expect(await as(ada).delete(`apikeys/${idOf(ada.key)}`)).toMatchObject({ status: 204 })
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 401 })
})

test('an unknown key is as deleted as can be; another’s stays', async () => {
  const { as, given } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true, isSysadmin: true })]
  for (const id of [9999, 0, 99_999_999_999])
    expect(await as(ada).delete(`apikeys/${id}`)).toMatchObject({ status: 204 })
  expect(await as(admin).delete(`apikeys/${idOf(ada.key)}`)).toMatchObject({ status: 403 })
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 200 })
})

test('a key deleted twice at once is deleted once', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = idOf(await given.key(ada))
  const answers = await Promise.all([1, 2, 3, 4].map(() => as(ada).delete(`apikeys/${id}`)))
  expect(answers.map((answer) => answer.status)).toEqual([204, 204, 204, 204])
  const deletions = await ctx.db.read.selectFrom('events').selectAll().where('verb', '=', 'deleted').execute()
  expect(deletions).toHaveLength(1)
})

test.each([
  ['PATCH of a key', 'PATCH', (id: number) => `apikeys/${id}`],
  ['PATCH of all keys', 'PATCH', () => 'apikeys'],
  ['DELETE of all keys', 'DELETE', () => 'apikeys'],
  ['an id that is no number', 'DELETE', () => 'apikeys/abc'],
  ['something below a key', 'GET', (id: number) => `apikeys/${id}/foo`],
])('%s is 400', async (_, method, path) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(ada).send(method, path(idOf(ada.key)), {})).toMatchObject({ status: 400, body: { code: 400 } })
  expect((await as(ada).call(apikeys.list)).body).toHaveLength(1)
})

test.each([
  ['invalid JSON', '{"name": ', {}],
  ['JSON that is no object', '"x"', {}],
  ['a list with something in it', '[1]', {}],
  ['a missing content type', '{}', { 'content-type': '' }],
  ['a form', 'name=x', { 'content-type': 'application/x-www-form-urlencoded' }],
])('POST refuses %s', async (_, body, headers) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(ada).post('apikeys', body, headers)).toMatchObject({ status: 400, body: { code: 400 } })
  expect((await as(ada).call(apikeys.list)).body).toHaveLength(1)
})

test.each([
  ['an empty object', '{}', {}],
  ['an empty list', '[]', {}],
  ['nothing', undefined, {}],
  ['a charset', '{}', { 'content-type': 'application/json; charset=utf-8' }],
])('POST takes %s', async (_, body, headers) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(ada).post('apikeys', body, headers)).toMatchObject({ status: 201 })
})

test('a read-only key reads the list, and neither makes nor deletes keys', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const readOnly = await given.key(ada, false)
  expect(await as(readOnly).get<Apikey[]>('apikeys')).toMatchObject({ status: 200, body: [{}, {}] })
  expect(await as(readOnly).post('apikeys', { canwrite: 1 })).toMatchObject({ status: 403 })
  expect(await as(readOnly).delete(`apikeys/${idOf(readOnly)}`)).toMatchObject({ status: 403 })
  expect((await as(ada).call(apikeys.list)).body).toHaveLength(2)
})

test('an If-Match of another version keeps the key', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const path = `apikeys/${idOf(await given.key(ada))}`
  const { headers } = await as(ada).get(path)
  expect(await as(ada).delete(path, undefined, { 'if-match': '"7-x"' })).toMatchObject({ status: 412 })
  expect(await as(ada).delete(path, undefined, { 'if-match': headers.etag ?? '' })).toMatchObject({ status: 204 })
})

function keyOf(reply: Reply): string {
  expect(reply.status).toBe(201)
  return reply.headers.location?.split('/').pop() ?? ''
}

function idOf(key: string): number {
  return Number(key.split('-')[0])
}

function keyParts(reply: Reply): { id: number } {
  return { id: idOf(keyOf(reply)) }
}
