import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ExportProgress } from '@aliquot/contract/exports'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { insertEntries } from '../../../test/entries.ts'
import { oneFile } from '../../../test/forms.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { breakReads } from '../../../test/sample-files.ts'
import { followExport, readExport } from './exports.progress.ts'

const app = await testApp({}, { closing: afterAll })
const ada = await app.given.user()
/** Has many megabytes of entries: more than the socket buffers hold. */
const eve = await app.given.user()

beforeAll(async () => {
  const entry = { userid: eve.id, team: eve.team, title: 'long', body: `<p>${'x'.repeat(40_000)}</p>` }
  await insertEntries(
    app.ctx,
    Array.from({ length: MANY }, () => entry),
  )
  await app.app.listen({ port: 0, host: '127.0.0.1' })
})

const MANY = 500
const newName = () => randomBytes(16).toString('base64url')

async function progressOf(id: string, who: TestUser | string = ada): Promise<ExportProgress> {
  const reply = await app.as(who).get<ExportProgress>(`export_progress/${id}`)
  expect(reply.status).toBe(200)
  return reply.body
}

interface Loading {
  response: http.IncomingMessage
  /** How it ends for the client, once it reads on. */
  ended: Promise<string>
}

/** A client that reads the start of an answer and then stops. */
async function startLoading(user: TestUser, path: string): Promise<Loading> {
  const { port } = app.app.server.address() as AddressInfo
  const headers = { authorization: user.key }
  return new Promise((resolve, reject) => {
    const request = http.get(
      { host: '127.0.0.1', port, agent: false, path: `/api/v2/${path}`, headers },
      (response) => {
        const ended = new Promise<string>((tell) => {
          response.on('end', () => tell('whole'))
          response.on('error', ({ message }) => tell(message))
        })
        response.once('data', () => {
          response.pause()
          resolve({ response, ended })
        })
      },
    )
    request.on('error', reject)
  })
}

test('an export with a name tells how many entries and bytes it has, in each format', async () => {
  const user = await app.given.user()
  const entry = { userid: user.id, team: user.team, title: 'one', body: '<p>text</p>' }
  await insertEntries(
    app.ctx,
    Array.from({ length: 120 }, () => entry),
  )
  const as = app.as(user)
  const { id: one } = await as.post('experiments', { title: 'with files' })
  for (const name of ['a.txt', 'b.txt']) await as.postForm(`experiments/${one}/uploads`, oneFile(name, 'content'))
  const paths: [string, number][] = [
    ['experiments?scope=1&format=csv', 121],
    ['experiments?scope=1&format=zip', 121],
    ['experiments?scope=1&format=json', 121],
    ['experiments?scope=1&format=eln', 121],
    ['experiments?scope=1&format=elnhtml', 121],
    ['experiments?scope=1&format=csv&limit=5', 5],
    [`experiments/${one}?format=csv`, 1],
    [`experiments/${one}?format=zip`, 1],
    [`experiments/${one}?format=eln`, 1],
    [`experiments/${one}/uploads?format=zip`, 2],
  ]
  for (const [path, count] of paths) {
    const id = newName()
    const reply = await as.get(`${path}&progress=${id}`)
    expect(reply.status, path).toBe(200)
    const bytes = reply.raw.length
    const whole = { id, state: 'done', written: count, total: count, bytes, message: '' }
    expect(await progressOf(id, user), path).toEqual(whole)
    // The same file as without progress.
    const plain = await as.get(path)
    if (path.includes('csv') || path.includes('json')) expect(plain.raw.equals(reply.raw), path).toBe(true)
  }
})

test('only who has started an export is told of it, with a read-only key too', async () => {
  const id = newName()
  const key = await app.given.key(ada, false)
  await app.given.experiment(ada)
  expect((await app.as(key).get(`experiments?scope=1&format=csv&progress=${id}`)).status).toBe(200)
  const rows = await digestDatabase(app.ctx)
  expect(await progressOf(id, key)).toMatchObject({ state: 'done' })
  expect(await progressOf(id)).toMatchObject({ state: 'done' })
  expect(await digestDatabase(app.ctx)).toEqual(rows)
  const admin = await app.given.user({ isAdmin: true })
  const unknown = { status: 404, body: { message: 'There is no export of yours with this name here' } }
  for (const asked of [`export_progress/${id}`, `export_progress/${newName()}`]) {
    expect(await app.as(admin).get(asked)).toMatchObject(unknown)
    expect(await app.as(admin).delete(asked)).toMatchObject(unknown)
  }
  // The same id is another export for another person.
  expect((await app.as(admin).get(`experiments?scope=1&format=csv&progress=${id}`)).status).toBe(200)
  expect(await progressOf(id, admin)).toMatchObject({ written: 0, total: 0 })
  expect((await progressOf(id)).total).toBeGreaterThan(0)
})

test.each(['short', 'with a blank in it', 'x'.repeat(65), 'ünïcode-ünïcode-ü', ''])(
  'the name "%s" is refused',
  async (name) => {
    const message = 'must be 16 to 64 letters, digits, - or _'
    const text = encodeURIComponent(name)
    const paths = ['experiments?format=csv', 'experiments?format=json']
    for (const path of [...paths, `experiments/${await app.given.experiment(ada)}?format=zip`]) {
      const refused = { status: 400, body: { message: `progress: ${message}` } }
      expect(await app.as(ada).get(`${path}&progress=${text}`)).toMatchObject(refused)
    }
    if (name === '') return
    expect(await app.as(ada).get(`export_progress/${text}`)).toMatchObject({
      status: 400,
      body: { message: `id: ${message}` },
    })
  },
)

test('HEAD starts nothing that could be followed, nor does what is refused', async () => {
  for (const [method, path] of [
    ['HEAD', 'experiments?format=csv'],
    ['GET', 'experiments/999999?format=zip'],
    ['GET', 'experiments?format=zip&id=999999'],
  ] as const) {
    const id = newName()
    await app.as(ada).send(method, `${path}&progress=${id}`)
    expect((await app.as(ada).get(`export_progress/${id}`)).status, path).toBe(404)
  }
})

test.each(['csv', 'json', 'zip'])('a %s that is stopped ends for the client, and reads no more', async (format) => {
  const as = app.as(eve)
  // Comes first, and cannot be compressed.
  const { id: newest } = await as.post('experiments', {})
  if (format === 'zip') await as.postForm(`experiments/${newest}/uploads`, oneFile('x.bin', randomBytes(24_000_000)))
  const total = Number((await as.get('experiments?scope=1&limit=1')).headers['x-total-count'])
  const id = newName()
  const path = `experiments?scope=1&order=id&format=${format}&progress=${id}`
  const { response, ended } = await startLoading(eve, path)
  expect(await progressOf(id, eve)).toMatchObject({ state: 'running', total })
  expect((await app.as(await app.given.key(eve, false)).delete(`export_progress/${id}`)).status).toBe(403)
  expect((await as.delete(`export_progress/${id}`)).status).toBe(204)
  await expect.poll(async () => (await progressOf(id, eve)).state).toBe('stopped')
  response.resume()
  expect(await ended).toBe('aborted')
  const { written, bytes } = await progressOf(id, eve)
  expect(written).toBeLessThan(total)
  // Enough time for hundreds of entries, if anybody still read them.
  await as.get('experiments?scope=1&format=csv&limit=50')
  expect(await progressOf(id, eve)).toMatchObject({ state: 'stopped', written, bytes })
  expect((await as.delete(`export_progress/${id}`)).status).toBe(204)
})

test('one that is stopped before its first byte is refused, and comes as no file', async () => {
  const { id: entry } = await app.as(eve).post('experiments', {})
  await app.as(eve).postForm(`experiments/${entry}/uploads`, oneFile('a.txt', 'a'))
  const { store } = app.ctx.files
  const { read } = store
  const stopped = Promise.withResolvers<void>()
  onTestFinished(() => {
    store.read = read
  })
  store.read = async (...args) => {
    await stopped.promise
    return read.apply(store, args)
  }
  const id = newName()
  const answer = app.as(eve).get(`experiments/${entry}?format=zip&progress=${id}`)
  await expect.poll(async () => (await app.as(eve).delete(`export_progress/${id}`)).status).toBe(204)
  stopped.resolve()

  const { status, body, headers } = await answer
  expect({ status, body }).toMatchObject({ status: 422, body: { message: 'The export was stopped' } })
  expect(headers['content-type']).toMatch('application/json')
  expect(headers['content-disposition']).toBeUndefined()
  expect(await progressOf(id, eve)).toMatchObject({ state: 'stopped', bytes: 0 })
})

test('a client that leaves, and a disk that fails, are told apart', async () => {
  const id = newName()
  const { response } = await startLoading(eve, `experiments?scope=1&format=csv&progress=${id}`)
  response.destroy()
  await expect.poll(async () => (await progressOf(id, eve)).state).toBe('broken_off')

  const { id: entry } = await app.as(eve).post('experiments', {})
  await app.as(eve).postForm(`experiments/${entry}/uploads`, oneFile('noise.bin', randomBytes(3_000_000)))
  onTestFinished(breakReads(app.ctx.files))
  const failed = newName()
  const { response: cut, ended } = await startLoading(eve, `experiments/${entry}?format=zip&progress=${failed}`)
  cut.resume()
  expect(await ended).toBe('aborted')
  // The cause is in the log.
  await expect.poll(() => progressOf(failed, eve)).toMatchObject({ state: 'failed', message: '', written: 0, total: 1 })
  const told = () => app.as(eve).get('users/me/notifications?category=131')
  await expect
    .poll(async () => (await told()).body)
    .toMatchObject([{ category: 131, is_ack: 0, body: { job: 'export', entries: 1, message: '' } }])
})

test('the oldest ones are forgotten, by number and by time', async () => {
  const user = await app.given.user()
  const names = Array.from({ length: 21 }, newName)
  for (const id of names) await app.as(user).get(`experiments?scope=1&format=csv&progress=${id}`)
  const known = async () => {
    const statuses: number[] = []
    for (const id of names) statuses.push((await app.as(user).get(`export_progress/${id}`)).status)
    return statuses.filter((status) => status === 200).length
  }
  expect((await app.as(user).get(`export_progress/${names[0]}`)).status).toBe(404)
  expect(await known()).toBe(20)
  const { now } = app.ctx
  onTestFinished(() => {
    app.ctx.now = now
  })
  const later = (minutes: number) => new Date(Date.parse(now()) + 60_000 * minutes).toISOString()
  app.ctx.now = () => later(9)
  expect(await known()).toBe(20)
  app.ctx.now = () => later(11)
  expect(await known()).toBe(0)

  // The limit counts all people: the oldest exports make room.
  const people = Array.from({ length: 1001 }, (_, index) => ({ userid: 1_000_000 + index }))
  const id = newName()
  for (const person of people) followExport(app.ctx, person, id, 1)?.begin(() => {})
  const told = people.filter((person) => {
    try {
      return readExport(app.ctx, person, id)
    } catch {
      return false
    }
  })
  expect(told).toEqual(people.slice(1))
})
