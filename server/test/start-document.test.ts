import { type Apikey, apikeys } from '@aliquot/contract/apikeys'
import { comments } from '@aliquot/contract/comments'
import { expect, test } from 'vitest'
import { type Reply, type TestUser, testApp } from './harness.ts'

/**
 * Every operation of the start document, and every status that it lists, one test each. The details are tested beside
 * each feature.
 */

const UNKNOWN_KEY = `999-${'0'.repeat(64)}`

// API keys

test('getApikeys: 200, a JSON array of the keys of the logged-in user', async () => {
  const { as, ada, ben } = await people()
  const { status, body, headers } = await as(ada).call(apikeys.list)
  expect(status).toBe(200)
  expect(headers['content-type']).toMatch(/^application\/json/)
  expect(body).toMatchObject([{ id: keyId(ada), name: 'test', can_write: 1, team: 1 }])
  expect(body.map((key) => key.id)).not.toContain(keyId(ben))
})

test('getApikeys: 401 without a key and with a wrong one', async () => {
  const { as } = await people()
  expect(await as(undefined).call(apikeys.list)).toMatchObject(error(401))
  expect(await as(UNKNOWN_KEY).call(apikeys.list)).toMatchObject(error(401))
})

test('getApikeys: 403 for the key of another user', async () => {
  const { as, ada, ben } = await people()
  expect(await as(ben).call(apikeys.read, { params: { id: keyId(ada) } })).toMatchObject(error(403))
})

test('postApikeys: 201, the location header holds the cleartext key', async () => {
  const { as, ada } = await people()
  const created = await as(ada).call(apikeys.add, { body: { name: 'balance', canwrite: 1 } })
  expect(created.status).toBe(201)
  const key = created.headers.location?.split('/').pop() ?? ''
  const list = await as(key).get<Apikey[]>('apikeys')
  expect(list).toMatchObject({ status: 200 })
  expect(list.body).toContainEqual(expect.objectContaining({ name: 'balance', can_write: 1 }))
})

test('postApikeys: 201 without a body', async () => {
  const { as, ada } = await people()
  expect(await as(ada).post('apikeys')).toMatchObject({ status: 201 })
})

test('postApikeys: 400 for a syntax error and for an invalid request', async () => {
  const { as, ada } = await people()
  expect(await as(ada).post('apikeys', '{"name": ')).toMatchObject(error(400))
  expect(await as(ada).post('apikeys', { name: 5 })).toMatchObject(error(400))
  expect(await as(ada).post('apikeys', 'name=x', { 'content-type': 'text/plain' })).toMatchObject(error(400))
})

test('postApikeys: 401 without a key', async () => {
  const { as } = await people()
  expect(await as(undefined).post('apikeys', {})).toMatchObject(error(401))
})

test('postApikeys: 403 with a read-only key', async () => {
  const { as, readOnly } = await people()
  expect(await as(readOnly).post('apikeys', {})).toMatchObject(error(403))
})

test('postApikeys: 422 when the request is valid but cannot be processed', async () => {
  const { as, ada } = await people()
  await as(ada).post('apikeys', { name: 'first' }, { 'idempotency-key': 'k' })
  expect(await as(ada).post('apikeys', { name: 'second' }, { 'idempotency-key': 'k' })).toMatchObject(error(422))
})

test('deleteApikey: 204 without a body, and the key is gone', async () => {
  const { as, ada, given } = await people()
  const key = await given.key(ada)
  const id = Number(key.split('-')[0])
  expect(await as(ada).call(apikeys.remove, { params: { id } })).toMatchObject({ status: 204, body: '' })
  expect(await as(key).get('apikeys')).toMatchObject(error(401))
})

test('deleteApikey: 401 without a key', async () => {
  const { as, ada } = await people()
  expect(await as(undefined).delete(`apikeys/${keyId(ada)}`)).toMatchObject(error(401))
})

test('deleteApikey: 403 with a read-only key, and for the key of another user', async () => {
  const { as, ada, ben, readOnly } = await people()
  expect(await as(readOnly).delete(`apikeys/${keyId(ada)}`)).toMatchObject(error(403))
  expect(await as(ben).delete(`apikeys/${keyId(ada)}`)).toMatchObject(error(403))
  expect(await as(ada).get('apikeys')).toMatchObject({ status: 200 })
})

// Comments

test('readEntityComments: 200, a JSON array of comment records', async () => {
  const { as, ada, id, subid } = await commented()
  const { status, body } = await as(ada).call(comments.list, { params: { entity_type: 'experiments', id } })
  expect(status).toBe(200)
  expect(body).toMatchObject([{ id: subid, item_id: id, comment: 'first', userid: ada.id }])
})

test('readEntityComments: 401 without a key', async () => {
  const { as, path } = await commented()
  expect(await as(undefined).get(path)).toMatchObject(error(401))
})

test('readEntityComments: 404 for an entity that does not exist', async () => {
  const { as, ada } = await commented()
  expect(await as(ada).get('experiments/9999/comments')).toMatchObject(error(404))
})

test('readEntityComment: 200, one comment record', async () => {
  const { as, ada, id, subid } = await commented()
  const params = { entity_type: 'experiments', id, subid }
  const { status, body } = await as(ada).call(comments.read, { params })
  expect(status).toBe(200)
  expect(body).toMatchObject({ id: subid, item_id: id, comment: 'first', userid: ada.id, immutable: 0 })
})

test('readEntityComment: 401 without a key', async () => {
  const { as, one } = await commented()
  expect(await as(undefined).get(one)).toMatchObject(error(401))
})

test('readEntityComment: 404 for a missing comment and a missing entity', async () => {
  const { as, ada, path, subid } = await commented()
  expect(await as(ada).get(`${path}/9999`)).toMatchObject(error(404))
  expect(await as(ada).get(`experiments/9999/comments/${subid}`)).toMatchObject(error(404))
})

test('postEntityComments: 201, the location header holds the URL of the comment', async () => {
  const { as, ada, path } = await commented()
  const created = await as(ada).post(path, { comment: 'second' })
  expect(created).toMatchObject({ status: 201, path: `/api/v2/${path}/${created.id}` })
  expect(await as(ada).get(created.path ?? '')).toMatchObject({ status: 200, body: { comment: 'second' } })
})

test('postEntityComments: 400 for a missing field and for a syntax error', async () => {
  const { as, ada, path } = await commented()
  expect(await as(ada).post(path)).toMatchObject(error(400))
  expect(await as(ada).post(path, { comment: '' })).toMatchObject(error(400))
  expect(await as(ada).post(path, '{')).toMatchObject(error(400))
})

test('postEntityComments: 401 without a key', async () => {
  const { as, path } = await commented()
  expect(await as(undefined).post(path, { comment: 'x' })).toMatchObject(error(401))
})

test('postEntityComments: 404 for an entity that does not exist', async () => {
  const { as, ada } = await commented()
  expect(await as(ada).post('experiments/9999/comments', { comment: 'x' })).toMatchObject(error(404))
})

test('patchEntityComment: 200, the patched comment record', async () => {
  const { as, ada, one, subid } = await commented()
  expect(await as(ada).patch(one, { comment: 'better' })).toMatchObject({
    status: 200,
    body: { id: subid, comment: 'better' },
  })
  expect(await as(ada).get(one)).toMatchObject({ body: { comment: 'better' } })
})

test('patchEntityComment: 400 for a missing field and for a syntax error', async () => {
  const { as, ada, one } = await commented()
  expect(await as(ada).patch(one)).toMatchObject(error(400))
  expect(await as(ada).patch(one, '{')).toMatchObject(error(400))
  expect(await as(ada).get(one)).toMatchObject({ body: { comment: 'first' } })
})

test('patchEntityComment: 401 without a key', async () => {
  const { as, one } = await commented()
  expect(await as(undefined).patch(one, { comment: 'x' })).toMatchObject(error(401))
})

test('patchEntityComment: 404 for a missing comment and a missing entity', async () => {
  const { as, ada, path, subid } = await commented()
  expect(await as(ada).patch(`${path}/9999`, { comment: 'x' })).toMatchObject(error(404))
  expect(await as(ada).patch(`experiments/9999/comments/${subid}`, { comment: 'x' })).toMatchObject(error(404))
})

test('deleteEntityComment: 204 without a body, and the comment is gone', async () => {
  const { as, ada, one } = await commented()
  expect(await as(ada).delete(one)).toMatchObject({ status: 204, body: '' })
  expect(await as(ada).get(one)).toMatchObject(error(404))
})

test('deleteEntityComment: 401 without a key', async () => {
  const { as, one } = await commented()
  expect(await as(undefined).delete(one)).toMatchObject(error(401))
})

test('deleteEntityComment: 404 for a missing comment and a missing entity', async () => {
  const { as, ada, path, subid } = await commented()
  expect(await as(ada).delete(`${path}/9999`)).toMatchObject(error(404))
  expect(await as(ada).delete(`experiments/9999/comments/${subid}`)).toMatchObject(error(404))
})

// Experiments, as far as the document tells

test('creating an experiment: 201 with a location header, no body needed', async () => {
  const { as, ada } = await people()
  const created = await as(ada).post('experiments')
  expect(created).toMatchObject({ status: 201, path: `/api/v2/experiments/${created.id}` })
})

test('changing an experiment: title, date, body and tags', async () => {
  const { as, ada, given } = await people()
  const id = await given.experiment(ada)
  const change = { title: 'Buffers', date: '2026-03-02', body: '<p>pH 7.4</p>', tags: ['pcr', 'buffer'] }
  expect(await as(ada).patch(`experiments/${id}`, change)).toMatchObject({
    status: 200,
    body: { id, title: 'Buffers', date: '2026-03-02', body: '<p>pH 7.4</p>', tags: 'buffer|pcr' },
  })
})

test('reading an experiment: a JSON object', async () => {
  const { as, ada, given } = await people()
  const id = await given.experiment(ada, { title: 'Buffers' })
  const { status, body, headers } = await as(ada).get(`experiments/${id}`)
  expect({ status, body }).toMatchObject({ status: 200, body: { id, title: 'Buffers' } })
  expect(headers['content-type']).toMatch(/^application\/json/)
})

// Conventions and errors

test('GET modifies nothing', async () => {
  const { as, ada, ctx, path, one } = await commented()
  const tables = () =>
    Promise.all(
      (['entities', 'comments', 'events', 'chains'] as const).map((table) =>
        ctx.db.read.selectFrom(table).selectAll().execute(),
      ),
    )
  const before = await tables()
  for (const url of ['apikeys', path, one, path.replace('/comments', '')]) await as(ada).get(url)
  expect(await tables()).toEqual(before)
})

test('the key is sent as it is, with no prefix', async () => {
  const { app, ada } = await people()
  const { statusCode } = await app.inject({ url: '/api/v2/apikeys', headers: { authorization: ada.key } })
  expect(statusCode).toBe(200)
})

test('the version is carried in the path', async () => {
  const { app, ada } = await people()
  const headers = { authorization: ada.key }
  expect((await app.inject({ url: '/api/v3/apikeys', headers })).statusCode).toBeGreaterThanOrEqual(400)
  expect((await app.inject({ url: '/apikeys', headers })).statusCode).toBe(404)
})

async function people() {
  const service = await testApp()
  const [ada, ben] = [await service.given.user(), await service.given.user()]
  const { app, as, ctx, given } = service
  const readOnly = await given.key(ben, false)
  return { app, as, ctx, given, ada, ben, readOnly }
}

/** An experiment of Ada with one comment of hers. */
async function commented() {
  const service = await people()
  const id = await service.given.experiment(service.ada)
  const path = `experiments/${id}/comments`
  const { id: subid } = await service.as(service.ada).post(path, { comment: 'first' })
  return { ...service, id, path, subid, one: `${path}/${subid}` }
}

function keyId(user: TestUser): number {
  return Number(user.key.split('-')[0])
}

/** A refusal with the error body. */
function error(status: number): Partial<Reply> {
  return { status, body: { code: status, message: expect.stringMatching(/./), description: expect.any(String) } }
}
