import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoredExport } from '@aliquot/contract/stored-exports'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { testInstance } from '../../../test/program.ts'
import { breakReads } from '../../../test/sample-files.ts'
import { readZip } from '../../../test/zip-reader.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import type { Handler } from '../../jobs/handler.ts'
import { enqueue } from '../../jobs/jobs.repo.ts'
import { runJobs, startJobs } from '../../jobs/runner.ts'
import { announceJobs } from '../../jobs/wake.ts'
import { verify } from '../../verify/verify.ts'
import { archiveMembership } from '../users/users.memberships.ts'
import { removeExpired, resumeForgotten } from './stored-exports.clean-up.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

const shared = sharedApp()
let lab: TestApp

beforeAll(async () => {
  lab = await shared()
})

async function givenTeam() {
  const team = await lab.given.team()
  const ada = await lab.given.user({ team, firstname: 'Ada', lastname: 'Lovelace' })
  const ben = await lab.given.user({ team, firstname: 'Ben', lastname: 'Bit' })
  return { team, ada, ben }
}

async function order(user: TestUser, body: object, app = lab): Promise<number> {
  const { id, status, path, body: said } = await app.as(user).post('exports', body)
  expect({ status, said }).toMatchObject({ status: 201 })
  expect(path).toBe(`/api/v2/exports/${id}`)
  return id
}

async function exportOf(user: TestUser, id: number, app = lab): Promise<StoredExport> {
  return (await app.as(user).get<StoredExport>(`exports/${id}`)).body
}

async function made(user: TestUser, body: object, app = lab): Promise<StoredExport> {
  const id = await order(user, body, app)
  await runJobs(app.ctx, JOB_KINDS)
  return exportOf(user, id, app)
}

const fileOf = async (user: TestUser, { id }: { id: number }, app = lab): Promise<Buffer> =>
  (await app.as(user).get(`exports/${id}?format=binary`)).raw

const filesIn = ({ ctx }: TestApp): string[] => {
  const folder = join(ctx.config.DATA_DIR, 'files', 'exports')
  return existsSync(folder) ? readdirSync(folder) : []
}

test('an export waits, is made, and is then a file with its hash', async () => {
  const { ada } = await givenTeam()
  const experiment = await lab.given.experiment(ada, { title: 'Heat shock' })
  const id = await order(ada, { format: 'zip', experiments: 'on', json: 'on' })
  expect(await exportOf(ada, id)).toMatchObject({
    ...{ id, state: 4, requester_userid: ada.id, team: ada.team, format: 'zip', error: null },
    ...{ experiments: 1, items: 0, experiments_templates: 0, items_types: 0, changelog: 0, json: 1, pdfa: 0 },
    ...{ long_name: null, filesize: null, real_name: null, hash: null, hash_algo: 'sha256', total: null, done: 0 },
  })
  expect(await lab.as(ada).get(`exports/${id}?format=binary`)).toMatchObject({
    status: 404,
    body: { reason: 'export.not_ready' },
  })
  await runJobs(lab.ctx, JOB_KINDS)
  const ready = await exportOf(ada, id)
  expect(ready).toMatchObject({ state: 1, done: 1, total: 1, error: null, failure: null })
  expect(ready.real_name).toMatch(/^export-\d{4}-\d\d-\d\d_\d\d-\d\d-\d\d\.zip$/)

  const reply = await lab.as(ada).get(`exports/${id}?format=binary`)
  expect(reply).toMatchObject({
    status: 200,
    headers: {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${ready.real_name}"`,
      'content-length': String(ready.filesize),
    },
  })
  expect(createHash('sha256').update(reply.raw).digest('hex')).toBe(ready.hash)
  const names = [...readZip(reply.raw).keys()]
  expect(names).toHaveLength(2)
  for (const name of names)
    expect(name).toMatch(/^Ada Lovelace\/Heat shock - [0-9a-f]{8}\/(entry.html|export-elabftw.json)$/)
  const part = await lab.as(ada).get(`exports/${id}/download`, { range: 'bytes=10-19' })
  expect(part).toMatchObject({ status: 206 })
  expect(part.raw).toEqual(reply.raw.subarray(10, 20))
  expect((await lab.as(ada).get<StoredExport[]>('exports')).body).toMatchObject([{ id, state: 1 }])

  const told = await lab.as(ada).get('users/me/notifications?category=132')
  expect(told.body).toMatchObject([
    { category: 132, is_ack: 0, body: { export: id, entries: 1, bytes: ready.filesize, name: ready.real_name } },
  ])
  const { body: entry } = await lab.as(ada).get<{ title: string }>(`experiments/${experiment}`)
  expect(entry.title).toBe('Heat shock')
})

const FORMATS = [
  ['eln', /^PK/],
  ['elnhtml', /^<!doctype html>/],
  ['zip', /^PK/],
  ['zippdf', /^PK/],
  ['zipa', /^PK/],
  ['pdf', /^%PDF-/],
  ['pdfa', /^%PDF-/],
  ['csv', /^\uFEFFid,date,title/],
  ['json', /^\[\{/],
  ['qrpdf', /^%PDF-/],
] as const

describe('every format', () => {
  test.each(FORMATS)(
    '%s has entries of all types',
    async (format, start) => {
      const { ada, ben } = await givenTeam()
      for (const type of ['experiments', 'items', 'experiments_templates', 'items_types']) {
        const { id } = await lab.as(ada).post(type, {})
        await lab.as(ada).patch(`${type}/${id}`, { title: `One of ${type}` })
      }
      await lab.as(ben).post('experiments', { title: 'Of somebody else' })
      const all = { experiments: 'on', items: 'on', experiments_templates: 'on', items_types: 'on' }
      const done = await made(ada, { format, ...all })
      expect(done).toMatchObject({ state: 1, error: null, format, done: 4, total: 4 })
      const file = await fileOf(ada, done)
      expect(file.toString('utf8')).toMatch(start)
      if (format === 'csv') {
        const lines = file.toString('utf8').trimEnd().split('\n')
        expect(lines).toHaveLength(5)
        expect(lines.filter((line) => line.startsWith('id,date'))).toHaveLength(0)
      }
      if (format === 'json') {
        const records = JSON.parse(file.toString('utf8')) as {
          title: string
          revisions: unknown[]
          elabftw_version: string
        }[]
        expect(records.map(({ title }) => title)).toEqual(Object.keys(all).map((type) => `One of ${type}`))
        for (const record of records) expect(record).toMatchObject({ revisions: [], uploads: [], steps: [] })
      }
    },
    60_000,
  )

  test('qrpng needs exactly one entry', async () => {
    const { ada } = await givenTeam()
    await lab.given.experiment(ada)
    const one = await made(ada, { format: 'qrpng', experiments: 'on' })
    expect(one).toMatchObject({ state: 1, real_name: expect.stringMatching(/\.png$/) })
    await lab.given.experiment(ada)
    expect(await made(ada, { format: 'qrpng', experiments: 'on' })).toMatchObject({
      ...{ state: 6, failure: { reason: 'export.one_code' }, real_name: null, hash: null },
    })
  })

  test('eln has the version and the ending that the query asks for', async () => {
    const { ada } = await givenTeam()
    await lab.given.experiment(ada)
    const done = await made(ada, { format: 'eln', experiments: 'on', query: 'scope=1&ending=eln.zip&rocrate=1.2' })
    expect(done).toMatchObject({ state: 1, real_name: expect.stringMatching(/\.eln\.zip$/) })
    const files = readZip(await fileOf(ada, done))
    const metadata = [...files].find(([name]) => name.endsWith('/ro-crate-metadata.json'))?.[1].toString()
    expect(metadata).toContain('https://w3id.org/ro/crate/1.2')
  })

  test('pdfa beside zip makes PDF/A, and the name keeps the ending', async () => {
    const { ada } = await givenTeam()
    await lab.given.experiment(ada)
    const done = await made(ada, { format: 'zip', experiments: 'on', pdfa: 'on' })
    expect(done).toMatchObject({ state: 1, pdfa: 1, format: 'zip' })
    expect([...readZip(await fileOf(ada, done)).keys()].map((name) => name.split('/').at(-1))).toContain('entry.pdf')
  }, 60_000)
})

test('what is in it: own entries that are not deleted, or those of a list with its rights', async () => {
  const { ada, ben, team } = await givenTeam()
  const [own, archived, deleted] = [
    await lab.given.experiment(ada, { title: 'Own' }),
    await lab.given.experiment(ada, { title: 'Archived' }),
    await lab.given.experiment(ada, { title: 'Deleted' }),
  ]
  await lab.as(ada).patch(`experiments/${archived}`, { action: 'archive' })
  await lab.as(ada).delete(`experiments/${deleted}`)
  const of = await lab.given.experiment(ben, { title: 'Ben, for the team', canread_base: 30 })
  const hidden = await lab.given.experiment(ben, { title: 'Ben alone', canread_base: 10 })
  const titles = async (body: object) => {
    const file = await fileOf(ada, await made(ada, { format: 'json', experiments: 'on', ...body }))
    return (JSON.parse(file.toString('utf8')) as { title: string }[]).map(({ title }) => title)
  }
  expect(await titles({})).toEqual(['Own', 'Archived'])
  expect(await titles({ query: 'scope=2&order=title&sort=asc' })).toEqual(['Archived', 'Ben, for the team', 'Own'])
  expect(await titles({ query: `id=${of},${own}&order=title&sort=asc` })).toEqual(['Ben, for the team', 'Own'])
  expect(await made(ada, { format: 'eln', experiments: 'on', query: `id=${own},${hidden}` })).toMatchObject({
    state: 6,
    error: `You may not read entry ${hidden}`,
    failure: { reason: 'export.may_not_read', params: { id: hidden } },
  })
  expect(team).toBe(ada.team)
})

test('rights count when it is made: of entries that were closed since, and of who left the team', async () => {
  const { ada, ben, team } = await givenTeam()
  const shared = await lab.given.experiment(ben, { title: 'Soon closed', canread_base: 30 })
  const first = await order(ada, { format: 'json', experiments: 'on', query: 'scope=2' })
  await lab.as(ben).patch(`experiments/${shared}`, { canread_base: 10 })
  await runJobs(lab.ctx, JOB_KINDS)
  expect((await fileOf(ada, { id: first })).toString()).toBe('[]')

  const second = await order(ada, { format: 'json', experiments: 'on' })
  await archiveMembership(lab.ctx, AUTHOR, ada.id, team)
  await runJobs(lab.ctx, JOB_KINDS)
  const row = await lab.ctx.db.read.selectFrom('exports').selectAll().where('id', '=', second).executeTakeFirstOrThrow()
  expect(row).toMatchObject({
    state: 6,
    file: null,
    hash: null,
    error: expect.stringContaining('export.may_no_longer'),
  })
})

describe('what is refused', () => {
  test.each([
    [{}, 'format'],
    [{ format: 'docx' }, 'format'],
    [{ format: 'binary' }, 'format'],
    [{ format: 'zip', query: 'scope=2' }, 'query'],
    [{ format: 'zip', experiments: 'on', items: 'on', query: 'scope=2' }, 'query'],
    [{ format: 'zip', experiments: 'on', query: 'scope=9' }, 'scope'],
    [{ format: 'zip', experiments: {} }, 'experiments'],
  ])('%j', async (body, field) => {
    const { ada } = await givenTeam()
    expect(await lab.as(ada).post('exports', body)).toMatchObject({ status: 400, body: { field } })
    expect((await lab.as(ada).get('exports')).body).toEqual([])
  })

  test('a query that is too long', async () => {
    const { ada } = await givenTeam()
    const body = { format: 'zip', experiments: 'on', query: 'a'.repeat(20_000) }
    expect(await lab.as(ada).post('exports', body)).toMatchObject({ status: 400, body: { field: 'query' } })
  })

  test('the seventh, until one is removed, also when they come at once', async () => {
    const { ada, ben } = await givenTeam()
    const ask = () => lab.as(ada).post('exports', { format: 'csv', experiments: 'on' })
    const replies = await Promise.all(Array.from({ length: 8 }, ask))
    expect(replies.map(({ status }) => status).toSorted()).toEqual([201, 201, 201, 201, 201, 201, 400, 400])
    expect(await ask()).toMatchObject({ status: 400, body: { reason: 'export.too_many', params: { most: 6 } } })
    expect((await lab.as(ben).post('exports', { format: 'csv', experiments: 'on' })).status).toBe(201)
    await runJobs(lab.ctx, JOB_KINDS)
    const { body: list } = await lab.as(ada).get<StoredExport[]>('exports')
    expect(list.map(({ id }) => id)).toEqual(list.map(({ id }) => id).toSorted((a, b) => b - a))
    expect((await lab.as(ada).delete(`exports/${list[0]?.id}`)).status).toBe(204)
    expect((await ask()).status).toBe(201)
  })

  test('exports of others, and other verbs', async () => {
    const { ada, ben, team } = await givenTeam()
    const admin = await lab.given.user({ team, isAdmin: true })
    const { id } = await made(ada, { format: 'csv', experiments: 'on' })
    for (const user of [ben, admin]) {
      for (const path of [`exports/${id}`, `exports/${id}?format=binary`, `exports/${id}/download`, 'exports/999999']) {
        expect(await lab.as(user).get(path)).toMatchObject({ status: 404 })
      }
      expect(await lab.as(user).delete(`exports/${id}`)).toMatchObject({ status: 404 })
      expect((await lab.as(user).get('exports')).body).toEqual([])
    }
    expect(await lab.as(ada).patch(`exports/${id}`, { action: 'x' })).toMatchObject({ status: 400 })
    const readOnly = await lab.given.key(ada, false)
    expect((await lab.as(readOnly).get(`exports/${id}?format=binary`)).status).toBe(200)
    expect((await lab.as(readOnly).post('exports', { format: 'csv', experiments: 'on' })).status).toBe(403)
    expect((await lab.as(readOnly).delete(`exports/${id}`)).status).toBe(403)
  })

  test('nothing chosen: it fails, and says why', async () => {
    const { ada } = await givenTeam()
    const done = await made(ada, { format: 'zip' })
    expect(done).toMatchObject({ state: 6, failure: { reason: 'export.nothing_chosen' }, filesize: null })
    expect(done.error).toMatch(/^Nothing was chosen/)
    expect((await lab.as(ada).get('users/me/notifications?category=131')).body).toMatchObject([
      { body: { job: 'export', export: done.id, message: done.error } },
    ])
  })
})

test('removing one removes its file, and one that is being made stops', async () => {
  const app = await testApp()
  const ada = await app.given.user()
  await app.given.experiment(ada)
  const done = await made(ada, { format: 'csv', experiments: 'on' }, app)
  expect(filesIn(app)).toHaveLength(1)
  expect((await app.as(ada).delete(`exports/${done.id}`)).status).toBe(204)
  expect(filesIn(app)).toEqual([])
  expect((await app.as(ada).delete(`exports/${done.id}`)).status).toBe(404)

  const entry = await app.given.experiment(ada)
  await app.as(ada).postForm(`experiments/${entry}/uploads`, oneFile('noise.bin', randomBytes(3_000_000)))
  await runJobs(app.ctx, JOB_KINDS)
  const id = await order(ada, { format: 'zip', experiments: 'on' }, app)
  const { read } = app.ctx.files.store
  app.ctx.files.store.read = async (...given) => {
    app.ctx.files.store.read = read
    expect(await exportOf(ada, id, app)).toMatchObject({ state: 5 })
    expect((await app.as(ada).delete(`exports/${id}`)).status).toBe(204)
    return read.call(app.ctx.files.store, ...given)
  }
  await runJobs(app.ctx, JOB_KINDS)
  expect(filesIn(app)).toEqual([])
  expect((await app.as(ada).get('exports')).body).toEqual([])
  expect((await app.as(ada).get('users/me/notifications')).body).toMatchObject([{ body: { export: done.id } }])
})

describe('trouble', () => {
  test('a disk without room ends it, and a content that cannot be read', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const entry = await app.given.experiment(ada)
    await app.as(ada).postForm(`experiments/${entry}/uploads`, oneFile('noise.bin', randomBytes(3_000_000)))
    await runJobs(app.ctx, JOB_KINDS)
    const { FILES_FREE_SPACE } = app.ctx.config
    app.ctx.config.FILES_FREE_SPACE = Number.MAX_SAFE_INTEGER
    const full = await made(ada, { format: 'zip', experiments: 'on' }, app)
    expect(full).toMatchObject({ state: 6, failure: { code: 507, reason: 'upload.disk_nearly_full' } })
    app.ctx.config.FILES_FREE_SPACE = FILES_FREE_SPACE
    onTestFinished(breakReads(app.ctx.files))
    const broken = await made(ada, { format: 'zip', experiments: 'on' }, app)
    expect(broken).toMatchObject({ state: 6, failure: { reason: 'export.broken' }, filesize: null })
    expect(filesIn(app)).toEqual([])
  })

  test('an attempt that ended with its process begins again, and offers no half file', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    const entry = await app.given.experiment(ada)
    await app.as(ada).postForm(`experiments/${entry}/uploads`, oneFile('noise.bin', randomBytes(3_000_000)))
    await runJobs(app.ctx, JOB_KINDS)
    const id = await order(ada, { format: 'zip', experiments: 'on' }, app)
    const stopping = new AbortController()
    const { read } = app.ctx.files.store
    app.ctx.files.store.read = async (...given) => {
      app.ctx.files.store.read = read
      stopping.abort(new Error('the service stops'))
      return read.call(app.ctx.files.store, ...given)
    }
    await runJobs(app.ctx, JOB_KINDS, { signal: stopping.signal })
    expect(await exportOf(ada, id, app)).toMatchObject({ state: 5, filesize: null })
    expect((await app.as(ada).get(`exports/${id}?format=binary`)).status).toBe(404)
    await runJobs(app.ctx, JOB_KINDS)
    const done = await exportOf(ada, id, app)
    expect(done).toMatchObject({ state: 1, error: null })
    expect(readZip(await fileOf(ada, done, app)).size).toBe(2)
    expect(filesIn(app)).toEqual([done.long_name])
  })

  test('a service that is killed in the middle makes the file after the next start', async () => {
    const instance = await testInstance()
    const person = ['--email', 'ada@example.org', '--firstname', 'Ada', '--lastname', 'Lovelace', '--team', '1']
    const commands = instance.hosted()
    await commands.json(['user', 'create', ...person, '--password-stdin'], { input: 'gx8Vk2pQz0mT vlnrtx' })
    const name = ['--user', 'ada@example.org', '--team', '1', '--name', 'test']
    const { key } = await commands.json<{ key: string }>(['apikey', 'create', ...name])
    const first = await instance.serve()
    const bytes = new Uint8Array(randomBytes(60_000_000))
    const { id: entry } = await first.call(key, 'POST', 'experiments')
    const form = new FormData()
    form.set('file', new Blob([bytes]), 'noise.bin')
    const url = `${first.base}/api/v2/experiments/${entry}/uploads`
    expect((await fetch(url, { method: 'POST', headers: { authorization: key }, body: form })).status).toBe(201)
    const folder = join(instance.folder, 'data/files/exports')
    const sizes = () => (existsSync(folder) ? readdirSync(folder).map((file) => statSync(join(folder, file)).size) : [])
    const { id } = await first.call(key, 'POST', 'exports', { format: 'zip', experiments: 'on' })
    await expect.poll(() => sizes().some((size) => size > 0), { timeout: 20_000, interval: 5 }).toBe(true)
    await first.kill()
    expect(sizes()[0]).toBeLessThan(bytes.length)

    const second = await instance.serve()
    const read = async () =>
      (await (
        await fetch(`${second.base}/api/v2/exports/${id}`, { headers: { authorization: key } })
      ).json()) as StoredExport
    await expect.poll(async () => (await read()).state, { timeout: 40_000, interval: 50 }).toBe(1)
    const { filesize, hash, long_name } = await read()
    const file = await fetch(`${second.base}/api/v2/exports/${id}?format=binary`, { headers: { authorization: key } })
    const content = Buffer.from(await file.arrayBuffer())
    expect(content).toHaveLength(filesize ?? 0)
    expect(createHash('sha256').update(content).digest('hex')).toBe(hash)
    expect(readdirSync(folder)).toEqual([long_name])
    expect(await second.stop()).toBe(0)
  }, 90_000)

  test('exports that wait for a job that a restore left behind are made', async () => {
    const { ada } = await givenTeam()
    const id = await order(ada, { format: 'csv', experiments: 'on' })
    const made = await order(ada, { format: 'csv', experiments: 'on' })
    await lab.ctx.db.write((db) =>
      db.deleteFrom('jobs').where('kind', '=', 'export').where('subject', '=', String(id)).execute(),
    )
    await runJobs(lab.ctx, JOB_KINDS)
    expect(await exportOf(ada, id)).toMatchObject({ state: 4 })
    await resumeForgotten(lab.ctx)
    const { changed } = await lab.ctx.db.read
      .selectFrom('jobs')
      .select((eb) => eb.fn.countAll<number>().as('changed'))
      .where('subject', '=', String(made))
      .executeTakeFirstOrThrow()
    expect(Number(changed)).toBe(0)
    await runJobs(lab.ctx, JOB_KINDS)
    expect(await exportOf(ada, id)).toMatchObject({ state: 1 })
  })

  test('one that waits for another of its person keeps the count of its attempts', async () => {
    const { ada } = await givenTeam()
    const id = await order(ada, { format: 'csv', experiments: 'on' })
    await lab.ctx.db.write((db) =>
      db
        .updateTable('jobs')
        .set({ attempts: 2 })
        .where('kind', '=', 'export')
        .where('subject', '=', String(id))
        .execute(),
    )
    lab.ctx.exportsMadeFor.add(ada.id)
    onTestFinished(() => void lab.ctx.exportsMadeFor.delete(ada.id))
    await runJobs(lab.ctx, JOB_KINDS)
    const job = await lab.ctx.db.read
      .selectFrom('jobs')
      .select('attempts')
      .where('kind', '=', 'export')
      .where('subject', '=', String(id))
      .executeTakeFirstOrThrow()
    expect(job.attempts).toBe(2)
  })

  test('one that ends its process again and again is given up', async () => {
    const { ada } = await givenTeam()
    const id = await order(ada, { format: 'csv', experiments: 'on' })
    await lab.ctx.db.write((db) =>
      db
        .updateTable('jobs')
        .set({ attempts: 3 })
        .where('kind', '=', 'export')
        .where('subject', '=', String(id))
        .execute(),
    )
    await runJobs(lab.ctx, JOB_KINDS)
    expect(await exportOf(ada, id)).toMatchObject({ state: 6, failure: { reason: 'export.broken' } })
  })

  test('a file that is gone is told, and not half sent', async () => {
    const app = await testApp()
    const ada = await app.given.user()
    await app.given.experiment(ada)
    const { id } = await made(ada, { format: 'csv', experiments: 'on' }, app)
    for (const name of filesIn(app)) rmSync(join(app.ctx.config.DATA_DIR, 'files', 'exports', name))
    expect(await app.as(ada).get(`exports/${id}?format=binary`)).toMatchObject({
      status: 404,
      body: { reason: 'export.file_gone' },
    })
  })
})

test('two are made at once, one of each person, and other jobs have a lane meanwhile', async () => {
  const app = await testApp()
  const people = [await app.given.user(), await app.given.user(), await app.given.user()]
  for (const person of people) {
    const entry = await app.given.experiment(person)
    await app.as(person).postForm(`experiments/${entry}/uploads`, oneFile('noise.bin', randomBytes(2_000_000)))
  }
  await runJobs(app.ctx, JOB_KINDS)
  const { store } = app.ctx.files
  const { read } = store
  const held = Promise.withResolvers<void>()
  store.read = async (...given) => {
    await held.promise
    return read.call(store, ...given)
  }
  const body = { format: 'zip', experiments: 'on' }
  const [ada, ben, eve] = people as [TestUser, TestUser, TestUser]
  const ids: [TestUser, number][] = []
  for (const person of [ada, ada, ben, eve]) ids.push([person, await order(person, body, app)])
  let isOtherDone = false
  const other: Handler = async () => {
    isOtherDone = true
    return 'done'
  }
  const { stop } = startJobs(app.ctx, { ...JOB_KINDS, other })
  onTestFinished(async () => {
    held.resolve()
    store.read = read
    await stop()
  })
  const states = () => Promise.all(ids.map(async ([person, id]) => (await exportOf(person, id, app)).state))
  await expect.poll(states, { timeout: 10_000 }).toEqual([5, 4, 5, 4])
  await app.ctx.db.write((db) => enqueue(db, { kind: 'other', subject: 'x', at: app.ctx.now(), person: eve.id }))
  announceJobs()
  await expect.poll(() => isOtherDone, { timeout: 10_000 }).toBe(true)
  expect(await states()).toEqual([5, 4, 5, 4])
  held.resolve()
  await expect.poll(states, { timeout: 30_000, interval: 100 }).toEqual([1, 1, 1, 1])
}, 60_000)

test('after its days an export is removed, file and record; files that are nobody’s go too', async () => {
  const app = await testApp({ EXPORT_DAYS: '2' })
  const ada = await app.given.user()
  await app.given.experiment(ada)
  const { id } = await made(ada, { format: 'csv', experiments: 'on' }, app)
  const { now } = app.ctx
  const later = (hours: number) => {
    app.ctx.now = () => new Date(Date.parse(now()) + hours * 3_600_000).toISOString()
  }
  onTestFinished(() => {
    app.ctx.now = now
  })
  later(47)
  await removeExpired(app.ctx)
  expect((await app.as(ada).get(`exports/${id}`)).status).toBe(200)
  later(49)
  await removeExpired(app.ctx)
  expect((await app.as(ada).get(`exports/${id}`)).status).toBe(404)
  expect(filesIn(app)).toEqual([])
  const folder = join(app.ctx.config.DATA_DIR, 'files', 'exports')
  for (const [name, hours] of [
    ['00000000-0000-0000-0000-000000000001.zip', 30],
    ['00000000-0000-0000-0000-000000000002.zip', 2],
  ] as const) {
    writeFileSync(join(folder, name), 'x')
    const at = new Date(Date.now() - hours * 3_600_000)
    utimesSync(join(folder, name), at, at)
  }
  await removeExpired(app.ctx)
  expect(filesIn(app)).toEqual(['00000000-0000-0000-0000-000000000002.zip'])
})

test('the journal proves exports, and a deleted account leaves none', async () => {
  const app = await testApp()
  const sysadmin = await app.given.user({ isSysadmin: true })
  const ada = await app.given.user()
  await app.given.experiment(ada)
  const done = await made(ada, { format: 'csv', experiments: 'on', items: 'on' }, app)
  expect((await verify(app.ctx.db)).findings).toEqual([])
  const events = await app.ctx.db.read
    .selectFrom('events')
    .select(['subject', 'verb', 'changes'])
    .where('subject', 'in', ['export', 'stored_export'])
    .orderBy('position')
    .execute()
  expect(events.map(({ subject, verb }) => `${subject} ${verb}`)).toEqual([
    ...['stored_export created', 'stored_export updated', 'export created'],
  ])
  expect(JSON.parse(events.at(-1)?.changes ?? '')).toMatchObject({
    ...{ entity_type: { after: 'experiments, items' }, format: { after: 'csv' }, entries: { after: 1 } },
  })
  await app.ctx.db.write((db) =>
    db
      .updateTable('exports')
      .set({ hash: 'f'.repeat(64) })
      .where('id', '=', done.id)
      .execute(),
  )
  expect((await verify(app.ctx.db)).findings).not.toEqual([])
  await app.ctx.db.write((db) => db.updateTable('exports').set({ hash: done.hash }).where('id', '=', done.id).execute())

  const ben = await app.given.user()
  const { id } = await made(ben, { format: 'csv', experiments: 'on' }, app)
  expect((await app.as(sysadmin).delete(`users/${ben.id}`)).status).toBe(204)
  const left = await app.ctx.db.read.selectFrom('exports').select('id').execute()
  expect(left).toEqual([{ id: done.id }])
  expect(id).toBeGreaterThan(done.id)
  expect((await verify(app.ctx.db)).findings).toEqual([])
})
