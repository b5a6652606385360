import { once } from 'node:events'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { endpoint } from '@aliquot/contract/endpoint'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { insertEntries } from '../../../test/entries.ts'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { pageOf } from '../../records/page.ts'
import { ClientTooSlow, jsonStream, pageHeaders } from './lists.ts'

const URL_OF_LIST = 'https://lab.example.org/api/v2/experiments?q=a%20b&limit=10'

test.each([
  { page: { rows: [1], total: 30 }, offset: 0, rels: { next: 10 } },
  { page: { rows: [1], total: 30 }, offset: 10, rels: { next: 20, prev: 0 } },
  { page: { rows: [1], total: 30 }, offset: 20, rels: { prev: 10 } },
  { page: { rows: [1], total: 30 }, offset: 5, rels: { next: 15, prev: 0 } },
  { page: { rows: Array(10).fill(1), total: 17, totalIsExact: false }, offset: 0, rels: { next: 10 } },
  { page: { rows: [1], total: 17, totalIsExact: false }, offset: 10, rels: { prev: 0 } },
  { page: { rows: [] }, offset: 40, rels: { prev: 30 } },
])('the links of page $offset of $page are $rels', ({ page, offset, rels }) => {
  const { link = '' } = pageHeaders(page, URL_OF_LIST, { limit: 10, offset })
  const found: Record<string, number> = {}
  for (const [, url = '', rel = ''] of link.matchAll(/<([^>]+)>; rel="(\w+)"/g)) {
    const { searchParams } = new URL(url)
    expect(searchParams.get('q')).toBe('a b')
    found[rel] = Number(searchParams.get('offset'))
  }
  expect(found).toEqual(rels)
})

test('a total that is only a lower bound says so', () => {
  const window = { limit: 10, offset: 0 }
  expect(pageHeaders({ rows: [], total: 5 }, URL_OF_LIST, window)).toEqual({ 'x-total-count': '5' })
  expect(pageHeaders({ rows: [], total: 5, totalIsExact: false }, URL_OF_LIST, window)).toEqual({
    'x-total-count': '5',
    'x-total-count-relation': 'gte',
  })
  expect(pageHeaders({ rows: [] }, URL_OF_LIST, window)).toEqual({})
})

test('a page of a small list is cut out, and without a limit it is whole', () => {
  const rows = [1, 2, 3, 4, 5]
  expect(pageOf(rows, { limit: 2, offset: 1 })).toEqual({ rows: [2, 3], total: 5 })
  expect(pageOf(rows, { limit: 0, offset: 1 })).toEqual({ rows, total: 5 })
})

async function textOf(stream: Readable): Promise<string> {
  let text = ''
  for await (const part of stream) text += String(part)
  return text
}

async function* rowsOf(count: number, size = 10): AsyncGenerator<string> {
  for (let n = 0; n < count; n++) yield 'x'.repeat(size)
}

test.each([0, 1, 2, 5000])('%i rows are written as one JSON array', async (count) => {
  const rows = JSON.parse(await textOf(jsonStream(rowsOf(count), JSON.stringify)))
  expect(rows).toHaveLength(count)
})

test('rows are read only as fast as they are taken', async () => {
  let read = 0
  async function* counted(): AsyncGenerator<string> {
    for await (const row of rowsOf(100_000, 1000)) {
      read++
      yield row
    }
  }
  const stream = jsonStream(counted(), JSON.stringify)
  await once(stream, 'readable')
  for (let turn = 0; turn < 50; turn++) await new Promise((resolve) => setImmediate(resolve))
  expect(read).toBeLessThan(1000)
  stream.destroy()
})

test('who stops taking rows is cut off, and the source is closed', async () => {
  let isClosed = false
  async function* endless(): AsyncGenerator<string> {
    try {
      for (;;) yield 'x'.repeat(1000)
    } finally {
      isClosed = true
    }
  }
  const stuck = new Writable({ highWaterMark: 1, write() {} })
  await expect(pipeline(jsonStream(endless(), JSON.stringify, 50), stuck)).rejects.toThrow(ClientTooSlow)
  await expect.poll(() => isClosed).toBe(true)
})

/** An endpoint that fails after some rows were sent. */
const breaking = endpoint({
  name: 'readBreaking',
  method: 'GET',
  path: '/breaking',
  summary: '',
  tag: { name: 'Test', about: '' },
  reply: z.array(z.string()),
  status: 200,
  errors: [],
  list: true,
})

async function* broken(after: number): AsyncGenerator<string> {
  yield* rowsOf(after, 1000)
  throw new Error('the database went away')
}

test.each([
  { after: 0, status: 500 },
  { after: 1000, status: 200 },
])('a list that breaks off after $after rows never looks complete', async ({ after, status }) => {
  const app = await testApp({}, { more: [(route) => route(breaking, () => ({ stream: broken(after) }))] })
  const response = await request(app, '/api/v2/breaking')
  expect(response.statusCode).toBe(status)
  const text = textOf(response)
  if (status === 200) await expect(text).rejects.toThrow('aborted')
  else expect(JSON.parse(await text)).toMatchObject({ code: 500 })
})

test('a client that leaves in the middle frees its connection to the database', { timeout: 60_000 }, async () => {
  const app = await testApp()
  const ada = await app.given.user()
  const body = 'x'.repeat(100_000)
  await insertEntries(
    app.ctx,
    Array.from({ length: 200 }, () => ({ team: 1, userid: ada.id, body })),
  )
  // More lists than database connections for them: each must be returned, or the last ones wait in vain.
  for (let n = 0; n < 20; n++) {
    const response = await request(app, '/api/v2/experiments', ada.key)
    expect(response.statusCode).toBe(200)
    await once(response, 'readable')
    response.destroy()
  }
  const response = await request(app, '/api/v2/experiments', ada.key)
  expect(JSON.parse(await textOf(response))).toHaveLength(200)
})

test('somebody who does not read their lists leaves others theirs', { timeout: 60_000 }, async () => {
  const app = await testApp()
  const [ada, ben] = [await app.given.user(), await app.given.user()]
  const body = 'x'.repeat(100_000)
  await insertEntries(
    app.ctx,
    Array.from({ length: 100 }, () => ({ team: 1, userid: ada.id, body })),
  )
  const first = request(app, '/api/v2/experiments', ada.key)
  await first
  const lists = Array.from({ length: 19 }, () => request(app, '/api/v2/experiments', ada.key))
  await Promise.race(lists)
  const response = await request(app, '/api/v2/experiments', ben.key)
  expect(response.statusCode).toBe(200)
  expect(JSON.parse(await textOf(response))).toHaveLength(100)
  app.app.server.closeAllConnections()
  await Promise.allSettled(lists)
})

async function request({ app, given }: TestApp, path: string, key?: string): Promise<http.IncomingMessage> {
  if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const authorization = key ?? (await given.user()).key
  const sent = http.get({ port, host: '127.0.0.1', path, headers: { authorization } })
  const [response] = (await once(sent, 'response')) as [http.IncomingMessage]
  return response
}
