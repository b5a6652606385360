import type { MoveIn } from '@aliquot/contract/move-ins'
import { moveIns } from '@aliquot/contract/move-ins'
import { expect, onTestFinished, test } from 'vitest'
import { slow } from '../../../test/elabftw/faults.ts'
import { inventedLab } from '../../../test/elabftw/invented-lab.ts'
import { type LabServer, startLabServer } from '../../../test/elabftw/server.ts'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

async function givenPlace(size = { experiments: 6, items: 2 }) {
  const app = await testApp()
  const sysadmin = await app.given.user({ isSysadmin: true })
  const server = await startLabServer(inventedLab(size))
  return { app, sysadmin, server, client: app.as(sysadmin) }
}

function wanted({ url, lab }: LabServer, dry_run: boolean) {
  return { from: url, keys: [lab.keys.admin ?? '', lab.keys.member ?? ''], dry_run }
}

async function untilRests(client: Client, id: number): Promise<MoveIn> {
  const read = async () => (await client.get<MoveIn>(`move_ins/${id}`)).body
  await expect.poll(async () => (await read()).state, { timeout: 30_000, interval: 20 }).not.toBe('running')
  return read()
}

const titles = async ({ ctx }: TestApp) =>
  (await ctx.db.read.selectFrom('entities').select('title').where('type', '=', 1).execute()).map(({ title }) => title)

test('a server is looked at, moves in, and later brings what changed since', async () => {
  const { app, client, server, sysadmin } = await givenPlace()
  const { id, status } = await client.call(moveIns.add, { body: wanted(server, true) })
  expect(status).toBe(201)
  const looked = await untilRests(client, id)
  expect(looked).toMatchObject({
    ...{ state: 'done', dry_run: true, from: server.url, userid: sysadmin.id, needs_keys: false, actions: ['start'] },
    report: { dry_run: true, counts: { experiments: { there: 6, made: 6 } } },
  })
  expect(looked.report?.people.map(({ name, here }) => [name, here])).toContainEqual(['Ada Øster', null])
  expect(await titles(app)).toEqual([])

  await client.patch(`move_ins/${id}`, { action: 'start', dry_run: false })
  const moved = await untilRests(client, id)
  expect(moved.error).toBeNull()
  expect(moved).toMatchObject({ state: 'done', dry_run: false, report: { counts: { experiments: { made: 6 } } } })
  expect(await titles(app)).toHaveLength(6)

  server.lab.edit('experiments', 2, { title: 'Repeated' })
  const again = await client.call(moveIns.add, { body: wanted(server, false) })
  expect(again.id).toBe(id)
  expect(await untilRests(client, id)).toMatchObject({ report: { counts: { experiments: { made: 0, updated: 1 } } } })
  expect(await titles(app)).toContain('Repeated')
  expect((await client.call(moveIns.list)).body).toMatchObject([{ id, state: 'done' }])
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true })
})

test('its keys are neither stored nor told', async () => {
  const { app, client, server } = await givenPlace()
  const { id } = await client.call(moveIns.add, { body: wanted(server, false) })
  const { raw } = await client.get(`move_ins/${id}`)
  await untilRests(client, id)
  const tables = ['move_sources', 'moved', 'events', 'idempotency_keys'] as const
  const names = (await app.ctx.db.read.introspection.getTables()).map(({ name }) => name)
  const rows: unknown[] = [raw.toString(), (await client.get(`move_ins/${id}`)).raw.toString()]
  for (const name of tables.filter((table) => names.includes(table))) {
    rows.push(
      await app.ctx.db.read
        .selectFrom(name as 'events')
        .selectAll()
        .execute(),
    )
  }
  for (const key of Object.values(server.lab.keys)) expect(JSON.stringify(rows)).not.toContain(key)
})

test('a run is stopped and goes on, and only one runs at a time', async () => {
  const { app, client, server } = await givenPlace({ experiments: 12, items: 1 })
  server.fault = () => slow(20)
  const { id } = await client.call(moveIns.add, { body: wanted(server, false) })
  expect(await client.post('move_ins', wanted(server, false))).toMatchObject({
    status: 422,
    body: { reason: 'move_in.running' },
  })
  await expect.poll(() => server.requests.length).toBeGreaterThan(10)
  expect((await client.patch<MoveIn>(`move_ins/${id}`, { action: 'stop' })).body.state).toBe('stopped')
  expect(await client.patch(`move_ins/${id}`, { action: 'stop' })).toMatchObject({ status: 422 })
  server.fault = () => undefined
  expect((await client.patch(`move_ins/${id}`, { action: 'start' })).status).toBe(200)
  expect(await untilRests(client, id)).toMatchObject({ state: 'done', dry_run: false })
  expect(await titles(app)).toHaveLength(12)
})

test('after a restart it says that it was interrupted, and goes on with the keys', async () => {
  const { app, client, server } = await givenPlace({ experiments: 12, items: 1 })
  server.fault = () => slow(20)
  const { id } = await client.call(moveIns.add, { body: wanted(server, false) })
  await expect.poll(() => server.requests.length).toBeGreaterThan(30)
  await app.ctx.moveIns.close()
  app.ctx.moveIns.keys.clear()
  server.fault = () => undefined
  const { body } = await client.get<MoveIn>(`move_ins/${id}`)
  expect(body).toMatchObject({ state: 'interrupted', needs_keys: true, actions: ['start'] })
  expect(await client.patch(`move_ins/${id}`, { action: 'start' })).toMatchObject({
    status: 422,
    body: { reason: 'move_in.keys_gone', field: 'keys' },
  })
  const { keys } = wanted(server, false)
  await client.patch(`move_ins/${id}`, { action: 'start', keys })
  expect(await untilRests(client, id)).toMatchObject({
    state: 'done',
    report: { counts: { experiments: { here: 12 } } },
  })
})

test('a wrong key is told, and asked for again', async () => {
  const { client, server } = await givenPlace()
  const wrong = await client.post('move_ins', { from: server.url, keys: ['nonsense'], dry_run: true })
  expect(await untilRests(client, wrong.id)).toMatchObject({
    state: 'failed',
    error: { reason: 'move_in.bad_key' },
    report: null,
    needs_keys: true,
  })
})

test('a run ends in order if the database does not take its end', async () => {
  const { app, client, server } = await givenPlace()
  const rejected: unknown[] = []
  const note = (reason: unknown) => void rejected.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  server.fault = () => slow(50)
  const { id } = await client.call(moveIns.add, { body: wanted(server, true) })
  const { write } = app.ctx.db
  app.ctx.db.write = () => Promise.reject(new Error('the database is gone'))
  await expect.poll(() => app.ctx.moveIns.going.size, { timeout: 10_000 }).toBe(0)
  await new Promise((resolve) => setTimeout(resolve, 50))
  app.ctx.db.write = write
  expect(rejected).toEqual([])
  expect((await client.get<MoveIn>(`move_ins/${id}`)).body).toMatchObject({ state: 'interrupted', actions: ['start'] })
})

test.each([
  [{ from: 'ftp://example.org', keys: ['a'] }, 'from'],
  [{ from: 'http://user:word@example.org', keys: ['a'] }, 'from'],
  [{ from: '', keys: ['a'] }, 'from'],
  [{ from: 'https://example.org', keys: [] }, 'keys'],
  [{ from: 'https://example.org', keys: ['two words'] }, 'keys'],
  [{ from: 'https://example.org', keys: ['line\nbreak'] }, 'keys'],
  [{ from: 'https://example.org' }, 'keys'],
])('refuses %j', async (body, field) => {
  const { client } = await givenPlace()
  const reply = await client.post('move_ins', body)
  expect(reply).toMatchObject({ status: 400, body: { field: expect.stringContaining(field) } })
})

test('only sysadmins may', async () => {
  const { app, client, server } = await givenPlace()
  const { id } = await client.call(moveIns.add, { body: wanted(server, true) })
  await untilRests(client, id)
  const others: (TestUser | string)[] = [await app.given.user()]
  for (const other of others) {
    expect((await app.as(other).get('move_ins')).status).toBe(403)
    expect((await app.as(other).get(`move_ins/${id}`)).status).toBe(403)
    expect((await app.as(other).post('move_ins', wanted(server, true))).status).toBe(403)
    expect((await app.as(other).patch(`move_ins/${id}`, { action: 'start' })).status).toBe(403)
  }
  expect((await client.get('move_ins/999')).status).toBe(404)
})
