import type { Import } from '@aliquot/contract/imports'
import { beforeAll, describe, expect, test } from 'vitest'
import { eln, type Node } from '../../../test/archives/eln.ts'
import { sharedApp, type TestApp, type TestUser } from '../../../test/harness.ts'
import { JOB_KINDS } from '../../job-kinds.ts'
import { list } from '../../jobs/jobs.repo.ts'
import { runJobs } from '../../jobs/runner.ts'
import { PROCESS_NAME } from '../../lib/process-name.ts'
import { archiveMembership } from '../users/users.memberships.ts'
import { dropArchive, endInterrupted } from './imports.clean-up.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const ENDED = 'ffffffff-1'

const shared = sharedApp()
let lab: TestApp

beforeAll(async () => {
  lab = await shared()
})

async function givenTeam() {
  const team = await lab.given.team()
  const [admin, ada] = [await lab.given.user({ team, isAdmin: true }), await lab.given.user({ team })]
  return { team, admin, ada }
}

const salt = (name: string): Node => ({ '@id': `./${name}/`, '@type': 'Dataset', name, genre: 'experiment' })

async function send(user: TestUser, nodes: Node[], fields: Record<string, string> = {}): Promise<number> {
  const parts = Object.entries(fields).map(([name, content]) => ({ name, content }))
  const file = { name: 'file', filename: 'lab.eln', content: eln(nodes) }
  const { id, status, body } = await lab.as(user).postForm('imports', [...parts, file])
  expect({ status, body }).toMatchObject({ status: 201 })
  return id
}

const run = () => runJobs(lab.ctx, JOB_KINDS)

async function importOf(user: TestUser, id: number): Promise<Import> {
  return (await lab.as(user).get<Import>(`imports/${id}`)).body
}

const setRow = (id: number, set: object) =>
  lab.ctx.db.write((db) => db.updateTable('imports').set(set).where('id', '=', id).execute())

const setJob = (id: number, set: object) =>
  lab.ctx.db.write((db) =>
    db.updateTable('jobs').set(set).where('kind', '=', 'import').where('subject', '=', String(id)).execute(),
  )

/** An import of a request whose process has ended after one entry came in. */
async function givenHalf(user: TestUser, process: string, minutesAgo: number): Promise<number> {
  const id = await send(user, [salt(`Half ${process} ${minutesAgo}`)])
  const { archive } = await rowOf(id)
  await run()
  const modified_at = new Date(Date.now() - minutesAgo * 60_000).toISOString()
  await setRow(id, { state: 'running', process, archive, modified_at })
  return id
}

const rowOf = (id: number) =>
  lab.ctx.db.read.selectFrom('imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow()

describe('a repeated request with the same Idempotency-Key', () => {
  const twice = [salt('Once'), salt('Twice')]
  const ask = (user: TestUser, file: Buffer, key: string) =>
    lab.as(user).postForm('import', [{ name: 'file', filename: 'lab.eln', content: file }], { 'idempotency-key': key })

  test('harms nothing while the first is at work, and gets its answer after', async () => {
    const { ada } = await givenTeam()
    const file = eln(twice)
    const replies = await Promise.all([ask(ada, file, 'same'), ask(ada, file, 'same'), ask(ada, file, 'same')])
    const made = replies.filter(({ status }) => status === 201)
    expect(made.map(({ path }) => path)).toContain('/api/v2/import/2')
    for (const { status, body } of replies) {
      if (status !== 201) expect({ status, body }).toMatchObject({ body: { reason: 'import.not_startable' } })
    }
    expect((await lab.as(ada).get<object[]>('experiments')).body).toHaveLength(2)
    expect(await ask(ada, file, 'same')).toMatchObject({ status: 201, path: '/api/v2/import/2' })
    expect((await lab.as(ada).get<object[]>('experiments')).body).toHaveLength(2)
  })

  test('does nothing to an import that runs elsewhere', async () => {
    const { ada } = await givenTeam()
    const file = eln(twice)
    await ask(ada, file, 'elsewhere')
    const [{ id } = { id: 0 }] = (await lab.as(ada).get<{ id: number }[]>('imports')).body
    await setRow(id, { state: 'running', process: ENDED })
    expect(await ask(ada, file, 'elsewhere')).toMatchObject({ status: 422, body: { reason: 'import.not_startable' } })
    expect(await rowOf(id)).toMatchObject({ state: 'running', phase: 'import', process: ENDED })
    await setRow(id, { state: 'done', process: null })
  })

  test('repeats a refusal', async () => {
    const { ada } = await givenTeam()
    const broken = Buffer.from('no archive')
    const first = await ask(ada, broken, 'refused')
    expect(await ask(ada, broken, 'refused')).toMatchObject({ status: 400, body: first.body as object })
  })
})

describe('an import whose request was interrupted', () => {
  test('is taken back whoever worked on it, once it shows no sign of life', async () => {
    const { ada } = await givenTeam()
    const lively = await givenHalf(ada, ENDED, 5)
    const silent = await givenHalf(ada, ENDED, 30)
    const own = await givenHalf(ada, PROCESS_NAME, 5)
    await endInterrupted(lab.ctx)
    expect(await rowOf(lively)).toMatchObject({ state: 'running' })
    expect(await rowOf(own)).toMatchObject({ state: 'running' })
    expect(await importOf(ada, silent)).toMatchObject({
      ...{ state: 'failed', phase: 'import', removed: 1, expires_at: null },
      error: { reason: 'import.interrupted' },
    })
    await endInterrupted(lab.ctx, lab.ctx.now())
    expect(await importOf(ada, own)).toMatchObject({ state: 'failed', removed: 1 })
    await setRow(lively, { state: 'done', process: null })
  })

  test('of somebody who has left keeps what it made, and nobody else waits for it', async () => {
    const { ada, team } = await givenTeam()
    const { ada: eve } = await givenTeam()
    const left = await givenHalf(ada, ENDED, 30)
    const other = await givenHalf(eve, ENDED, 30)
    await archiveMembership(lab.ctx, AUTHOR, ada.id, team)
    await endInterrupted(lab.ctx)
    expect(await rowOf(left)).toMatchObject({ state: 'failed', error: expect.stringContaining('import.may_no_longer') })
    expect(await importOf(eve, other)).toMatchObject({ state: 'failed', removed: 1 })
  })
})

test('an import that ends its process again and again is given up, and can be started again', async () => {
  const { ada } = await givenTeam()
  const id = await send(ada, [salt('Heavy')])
  await setJob(id, { attempts: 3 })
  await run()
  expect(await importOf(ada, id)).toMatchObject({ state: 'failed', error: { reason: 'import.broken' }, made: 0 })
  await lab.as(ada).patch(`imports/${id}`, { action: 'start' })
  await run()
  expect(await importOf(ada, id)).toMatchObject({ state: 'done', made: 1 })
})

test('an import whose job gave up can be stopped and started again', async () => {
  const { ada } = await givenTeam()
  const id = await send(ada, [salt('Given up')])
  await setJob(id, { next_at: null, attempts: 10, error: 'silent' })
  await lab.as(ada).patch(`imports/${id}`, { action: 'stop' })
  expect(await lab.as(ada).patch(`imports/${id}`, { action: 'start' })).toMatchObject({ status: 200 })
  await run()
  expect(await importOf(ada, id)).toMatchObject({ state: 'done', made: 1 })
  expect((await list(lab.ctx.db.read)).filter(({ kind }) => kind === 'import')).toEqual([])
})

test('an import that is started just as it expires keeps its file', async () => {
  const { ada } = await givenTeam()
  const id = await send(ada, [salt('Late')], { preview: '1' })
  await run()
  const seen = await rowOf(id)
  expect(await lab.as(ada).patch(`imports/${id}`, { action: 'start' })).toMatchObject({ status: 200 })
  await dropArchive(lab.ctx, seen)
  await run()
  expect(await importOf(ada, id)).toMatchObject({ state: 'done', made: 1 })
})

test('admins learn nothing of what they may not read', async () => {
  const { ada, admin } = await givenTeam()
  const secret = { ...salt('Secret'), temporal: 'whenever Secret' }
  const levels = { canread_base: '10', canwrite_base: '10' }
  const id = await send(ada, [secret], { ...levels, preview: '1' })
  await run()
  expect((await importOf(ada, id)).preview).toMatchObject({ first: [{ title: 'Secret' }] })
  expect((await importOf(admin, id)).preview).toBeNull()
  await lab.as(ada).patch(`imports/${id}`, { action: 'start' })
  await run()
  await lab.ctx.db.write((db) =>
    db
      .updateTable('import_entries')
      .set({ notes: JSON.stringify([{ code: 'bad_date', about: 'Secret' }]) })
      .where('import_id', '=', id)
      .execute(),
  )
  expect(await importOf(ada, id)).toMatchObject({ warnings: [{ about: 'Secret' }] })
  expect(await importOf(admin, id)).toMatchObject({ warnings: [{ code: 'bad_date', about: '', title: '' }] })
  const entries = await lab.as(admin).get<object[]>(`imports/${id}/entries`)
  expect(entries.body).toMatchObject([{ title: '', notes: [{ about: '' }] }])
})

test('an owner who has left, or whom one may no longer name, gets nothing', async () => {
  const { ada, admin, team } = await givenTeam()
  const id = await send(admin, [salt('Given')], { owner: String(ada.id) })
  await archiveMembership(lab.ctx, AUTHOR, ada.id, team)
  await run()
  expect(await importOf(admin, id)).toMatchObject({ state: 'failed', error: { reason: 'import.not_member' }, made: 0 })
})

test('a name of a file that cannot be stored is refused', async () => {
  const { ada } = await givenTeam()
  const file = { name: 'file', filename: 'la\0b.eln', content: eln([salt('Nul')]) }
  for (const path of ['import', 'imports']) {
    const { status } = await lab.as(ada).postForm(path, [file])
    expect(status).toBe(400)
  }
})

test('the reason of an undo is kept', async () => {
  const { ada } = await givenTeam()
  const id = await send(ada, [salt('Regretted')])
  await run()
  await lab.as(ada).patch(`imports/${id}`, { action: 'undo' }, { 'x-change-reason': 'wrong file' })
  await run()
  const { entity_id } = await lab.ctx.db.read
    .selectFrom('import_entries')
    .select('entity_id')
    .where('import_id', '=', id)
    .executeTakeFirstOrThrow()
  const reasons = await lab.ctx.db.read
    .selectFrom('events')
    .select('reason')
    .where('chain', '=', entity_id ?? 0)
    .where('reason', 'is not', null)
    .execute()
  expect(reasons).toContainEqual({ reason: 'wrong file' })
})
