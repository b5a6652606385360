import { expect, test } from 'vitest'
import { type Client, type TestApp, testApp } from '../test/harness.ts'
import { setValidated } from './features/users/users.state.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

/** What each request creates, and the table in which to count it. */
const RESOURCES: [string, (id: number) => string, unknown, unknown, 'entities' | 'comments' | 'apikeys' | 'tags'][] = [
  ['an experiment', () => 'experiments', { title: 'a' }, { title: 'b' }, 'entities'],
  ['a comment', (id) => `experiments/${id}/comments`, { comment: 'a' }, { comment: 'b' }, 'comments'],
  ['a key', () => 'apikeys', { name: 'a' }, { name: 'b' }, 'apikeys'],
  ['a tag', (id) => `experiments/${id}/tags`, { tag: 'a' }, { tag: 'b' }, 'tags'],
]

test.each(RESOURCES)('%s is created once, and its answer repeated', async (_, path, body, other, table) => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const url = path(await given.experiment(ada))
  const before = await rows(ctx, table)

  const first = await once(as(ada), url, body)
  const second = await once(as(ada), url, body)

  expect(first.status).toBe(201)
  expect(second).toMatchObject({ status: 201, body: '', headers: { location: first.headers.location } })
  expect(await rows(ctx, table)).toBe(before + 1)
  expect(await once(as(ada), url, other)).toMatchObject({ status: 422, body: { code: 422 } })
  expect(await once(as(ada), url, body, 'another key')).toMatchObject({ status: 201 })
  expect(await rows(ctx, table)).toBe(before + (table === 'tags' ? 1 : 2))
})

test.each(RESOURCES)('%s asked for eight times at once is created once', async (_, path, body, __, table) => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const url = path(await given.experiment(ada))
  const before = await rows(ctx, table)

  const answers = await Promise.all(Array.from({ length: 8 }, () => once(as(ada), url, body)))

  expect(answers.map((answer) => answer.status)).toEqual(Array(8).fill(201))
  expect(new Set(answers.map((answer) => answer.headers.location)).size).toBe(1)
  expect(await rows(ctx, table)).toBe(before + 1)
})

test('a repeated key is the same key, and it works', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const [first, second] = [await once(as(ada), 'apikeys', {}), await once(as(ada), 'apikeys', {})]
  expect(second.headers.location).toBe(first.headers.location)
  expect(await as(second.headers.location?.split('/').pop()).get('apikeys')).toMatchObject({ status: 200 })
})

test('the answer with a key is repeated for the credential that got it, not for another of the same person', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const another = await given.key(ada)
  const first = await once(as(ada), 'apikeys', { name: 'a' })

  const asked = await once(as(another), 'apikeys', { name: 'a' })

  expect(asked).toMatchObject({ status: 422 })
  expect(JSON.stringify(asked)).not.toContain(first.headers.location?.split('-').pop())
  expect(await once(as(another), 'experiments', {}, 'other')).toMatchObject({ status: 201 })
})

test('an answer without a secret is repeated for any credential of the person', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const first = await once(as(ada), 'experiments', {})
  const second = await once(as(await given.key(ada)), 'experiments', {})
  expect(second.headers.location).toBe(first.headers.location)
})

test('the same text is another key for another person, and in another team', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const first = await once(as(ada), 'experiments', {})
  const second = await once(as(ben), 'experiments', {})
  expect(second.status).toBe(201)
  expect(second.headers.location).not.toBe(first.headers.location)
})

test('the same body at another path is another request', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const [here, there] = [await given.experiment(ada), await given.experiment(ada)]
  await once(as(ada), `experiments/${here}/comments`, { comment: 'a' })
  expect(await once(as(ada), `experiments/${there}/comments`, { comment: 'a' })).toMatchObject({ status: 422 })
})

test('the same body for another type of entry is another request', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  await once(as(ada), 'experiments', { title: 'a' })
  expect(await once(as(ada), 'items', { title: 'a' })).toMatchObject({ status: 422 })
  expect(await rows(ctx, 'entities')).toBe(1)
})

test('a refused request leaves no answer, so the corrected one goes through', async () => {
  const { as, ctx, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const id = await given.experiment(ben, { canread_base: 10 })
  expect(await once(as(ada), `experiments/${id}/comments`, { comment: '' })).toMatchObject({ status: 403 })
  expect(await once(as(ada), `experiments/${id}/comments`, { comment: 'a' })).toMatchObject({ status: 403 })
  expect(await rows(ctx, 'idempotency')).toBe(0)
  await as(ben).patch(`experiments/${id}`, { canread_base: 30 })
  expect(await once(as(ada), `experiments/${id}/comments`, { comment: 'a' })).toMatchObject({ status: 201 })
})

test('an answer is not repeated to who may not come in any more', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  await once(as(ada), 'experiments', {})
  await setValidated(ctx, AUTHOR, ada.id, false)
  expect(await once(as(ada), 'experiments', {})).toMatchObject({ status: 401 })
})

test('after a day the key is a new request', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  ctx.now = () => '2027-01-01T12:00:00.000Z'
  const first = await once(as(ada), 'experiments', { title: 'a' })
  ctx.now = () => '2027-01-02T11:59:59.999Z'
  expect((await once(as(ada), 'experiments', { title: 'a' })).headers.location).toBe(first.headers.location)

  ctx.now = () => '2027-01-02T12:00:00.000Z'
  const later = await once(as(ada), 'experiments', { title: 'b' })

  expect(later.status).toBe(201)
  expect(later.headers.location).not.toBe(first.headers.location)
  expect((await once(as(ada), 'experiments', { title: 'b' })).headers.location).toBe(later.headers.location)
})

test('old answers go with new ones, a hundred at a time', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const at = '2026-01-01T00:00:00.000Z'
  const answer = { userid: ada.id, request_hash: '', result: 'null', created_at: at, expires_at: at }
  const old = Array.from({ length: 150 }, (_, index) => ({ ...answer, key_hash: `old ${index}` }))
  await ctx.db.write((db) => db.insertInto('idempotency').values(old).execute())

  await once(as(ada), 'experiments', {}, 'first')
  expect(await rows(ctx, 'idempotency')).toBe(51)
  await once(as(ada), 'experiments', {}, 'second')
  expect(await rows(ctx, 'idempotency')).toBe(2)
})

test.each(['', 'x'.repeat(256)])('an Idempotency-Key of %# characters too few or too many is refused', async (key) => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  expect(await once(as(ada), 'experiments', {}, key)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('Idempotency-Key') },
  })
  expect(await rows(ctx, 'entities')).toBe(0)
})

function once(client: Client, path: string, body: unknown, key = 'retry-1') {
  return client.post(path, body, { 'idempotency-key': key })
}

async function rows(ctx: TestApp['ctx'], table: 'entities' | 'comments' | 'apikeys' | 'tags' | 'idempotency') {
  const { count } = await ctx.db.read
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
