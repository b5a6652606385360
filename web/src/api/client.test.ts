import { comments } from '@aliquot/contract/comments'
import { entities } from '@aliquot/contract/entities'
import { afterEach, expect, test, vi } from 'vitest'
import { call } from './call.ts'
import { ApiError, Unreachable } from './client.ts'

/** A scripted answer: status, headers, body. */
type Scripted = [status: number, headers: Record<string, string>, body?: string]

function answerWith(...[status, headers, body]: Scripted): () => string | undefined {
  const answer = vi.fn(async (_path: string) => new Response(body, { status, headers }))
  vi.stubGlobal('fetch', answer)
  return () => answer.mock.lastCall?.[0]
}
afterEach(() => void vi.unstubAllGlobals())

const ENTRY = { params: { entity_type: 'experiments', id: 5 } } as const
const OURS = { 'x-request-id': 'a1' }
const JSON_TYPE = { 'content-type': 'application/json; charset=utf-8' }
const HTML_TYPE = { 'content-type': 'text/html' }
const PORTAL = '<!doctype html><title>Sign in to the network</title>'

test('a record is taken with its version', async () => {
  const lastPath = answerWith(200, { ...OURS, ...JSON_TYPE, etag: '"3"' }, '{"id":5}')
  expect(await call(entities.read, ENTRY)).toMatchObject({ data: { id: 5 }, etag: '"3"' })
  expect(lastPath()).toBe('/api/v2/experiments/5')
})

test('something new is taken with its number, with or without a body', async () => {
  answerWith(201, { ...OURS, location: 'http://host/api/v2/experiments/7' })
  expect(await call(entities.add, { params: { entity_type: 'experiments' }, body: {} })).toMatchObject({
    data: undefined,
    id: 7,
  })
  answerWith(201, { ...OURS, ...JSON_TYPE, location: 'http://host/api/v2/experiments/8' }, '{"id":8}')
  expect(await call(entities.add, { params: { entity_type: 'experiments' }, body: {} })).toMatchObject({ id: 8 })
})

const NOT_OURS: Record<string, Scripted> = {
  'the page of a captive portal': [200, HTML_TYPE, PORTAL],
  'the page of a portal behind a proxy that numbers requests': [200, { ...OURS, ...HTML_TYPE }, PORTAL],
  'JSON of somebody else': [200, JSON_TYPE, '{"status":"sign in first"}'],
  'JSON that breaks off': [200, { ...OURS, ...JSON_TYPE }, '{"id":'],
  'nothing, with 200': [200, OURS],
  'a page, with 201': [201, { ...OURS, ...HTML_TYPE }, PORTAL],
  'another status than that of the endpoint': [204, OURS],
  'a status that the service never has': [202, { ...OURS, ...JSON_TYPE }, '{}'],
  'nothing, with 204, of somebody else': [204, {}],
  'a login page, with 401': [401, HTML_TYPE, PORTAL],
  'a firewall, with 403': [403, HTML_TYPE, 'Blocked'],
  'a firewall that speaks JSON': [403, JSON_TYPE, '{"message":"Forbidden"}'],
  'a proxy without its service, 502': [502, HTML_TYPE, 'Bad gateway'],
  'the network wants a login, 511': [511, HTML_TYPE, PORTAL],
}

for (const [name, answer] of Object.entries(NOT_OURS)) {
  test(`what the service did not say is as if nobody had answered: ${name}`, async () => {
    answerWith(...answer)
    const unreachable = expect.objectContaining({ isReached: false, isLate: false })
    await expect(call(comments.add, { ...ENTRY, body: { comment: 'weighed' } })).rejects.toEqual(unreachable)
    await expect(call(comments.list, ENTRY)).rejects.toBeInstanceOf(Unreachable)
  })
}

test('a maintenance page is not the service that cannot store anything', async () => {
  answerWith(503, HTML_TYPE, 'Back at noon')
  await expect(call(entities.read, ENTRY)).rejects.toMatchObject({ isReached: false })
  answerWith(503, { ...OURS, ...JSON_TYPE }, '{"message":"The disk is full"}')
  await expect(call(entities.read, ENTRY)).rejects.toMatchObject({ isReached: true })
})

test('the refusals of the service keep their words', async () => {
  answerWith(422, { ...OURS, ...JSON_TYPE }, '{"code":422,"message":"title: is too long","description":""}')
  await expect(call(entities.add, { params: { entity_type: 'experiments' }, body: {} })).rejects.toMatchObject({
    status: 422,
    message: 'title: is too long',
  })
})

test('what is too long for a proxy is refused, since it will be too long the next time', async () => {
  answerWith(413, HTML_TYPE, 'Request Entity Too Large')
  const refusal = await call(entities.add, { params: { entity_type: 'experiments' }, body: {} }).catch(
    (error: unknown) => error,
  )
  expect(refusal).toBeInstanceOf(ApiError)
  expect(refusal).toMatchObject({ status: 413 })
})
