import { hash } from 'node:crypto'
import type { Agent, Deposit, DepositTarget } from '@aliquot/contract/agents'
import type { Notification } from '@aliquot/contract/notifications'
import { sql } from 'kysely'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { sharedApp, type TestApp, type TestUser } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { sendDue } from '../mail/mail.outbox.ts'
import { filesWith } from './deposits.repo.ts'
import { tellOfSilent } from './silence.worker.ts'

const shared = sharedApp()
let lab: TestApp
let ada: TestUser
let template: number

beforeAll(async () => {
  lab = await shared()
  ada = await lab.given.user()
  template = (await lab.as(ada).post('experiments_templates', { title: 'Weighing' })).id
})

const REPORT = { name: 'Balance', host: 'balance-pc', version: '0.1.0', interval: 60, waiting: 3, errors: 0 }

async function agentsOf(user: TestUser | string): Promise<Agent[]> {
  return (await lab.as(user).get<Agent[]>('agents')).body
}

async function targetsOf(user: TestUser | string, query: string): Promise<DepositTarget[]> {
  return (await lab.as(user).get<DepositTarget[]>(`deposit_targets?${query}`)).body
}

test('an agent is listed from its first report on, and its last report counts', async () => {
  const key = await lab.given.depositKey(ada, { templates: [template] })
  expect(await lab.as(key).post('agents', REPORT)).toMatchObject({ status: 204 })
  expect(
    await lab.as(key).post('agents', { ...REPORT, waiting: 1, errors: 2, last_error: 'run.csv: too large' }),
  ).toMatchObject({ status: 204 })
  const mine = (await agentsOf(ada)).filter(({ name }) => name === 'Balance')
  expect(mine).toMatchObject([
    {
      ...{ host: 'balance-pc', waiting: 1, errors: 2, last_error: 'run.csv: too large', is_silent: false },
      ...{ userid: ada.id, apikey: Number.parseInt(key, 10), interval: 60 },
    },
  ])
  expect(await lab.as(key).get('agents')).toMatchObject({ status: 403 })
})

test('others do not see it; an admin of the team and a sysadmin do, and can take it off the list', async () => {
  await lab.as(ada).post('agents', { ...REPORT, name: 'Freezer' })
  const ben = await lab.given.user()
  const admin = await lab.given.user({ isAdmin: true })
  const other = await lab.given.user({ team: await lab.given.team(), isAdmin: true })
  const has = async (user: TestUser) => (await agentsOf(user)).some(({ name }) => name === 'Freezer')
  expect([await has(ada), await has(ben), await has(admin), await has(other)]).toEqual([true, false, true, false])
  const id = (await agentsOf(ada)).find(({ name }) => name === 'Freezer')?.id
  expect(await lab.as(ben).delete(`agents/${id}`)).toMatchObject({ status: 403 })
  expect(await lab.as(other).delete(`agents/${id}`)).toMatchObject({ status: 403 })
  expect(await lab.as(admin).delete(`agents/${id}`)).toMatchObject({ status: 204 })
  expect(await lab.as(admin).delete(`agents/${id}`)).toMatchObject({ status: 204 })
  expect(await has(ada)).toBe(false)
})

test('an agent without a report for three intervals and five minutes is silent', async () => {
  await lab.as(ada).post('agents', { ...REPORT, name: 'Quiet', interval: 600 })
  const { now } = lab.ctx
  const is_silent = async () => (await agentsOf(ada)).find(({ name }) => name === 'Quiet')?.is_silent
  lab.ctx.now = () => new Date(Date.now() + 34 * 60_000).toISOString()
  expect(await is_silent()).toBe(false)
  lab.ctx.now = () => new Date(Date.now() + 36 * 60_000).toISOString()
  expect(await is_silent()).toBe(true)
  lab.ctx.now = now
})

test('the open lists of its owner, the admins of its team and sysadmins are told of a report', async () => {
  const owner = await lab.given.user()
  const admin = await lab.given.user({ isAdmin: true })
  const other = await lab.given.user()
  const sysadmin = await lab.given.user({ isSysadmin: true, team: await lab.given.team() })
  for (const verb of ['first', 'second']) {
    const told = new Set<number>()
    lab.ctx.signals.onSignal((userid, topic) => topic === 'agents' && told.add(userid))
    await lab.as(owner).post('agents', { ...REPORT, name: 'Live' })
    await expect
      .poll(() => [owner, admin, other, sysadmin].map(({ id }) => told.has(id)), { message: verb })
      .toEqual([true, true, false, true])
  }
})

describe('a silent agent', () => {
  let admin: TestUser
  let team: number
  let owner: TestUser

  beforeAll(async () => {
    team = await lab.given.team()
    owner = await lab.given.user({ team })
    admin = await lab.given.user({ team, isAdmin: true })
  })

  const startedAt = new Date().toISOString()
  const later = (minutes: number) => {
    const { now } = lab.ctx
    lab.ctx.now = () => new Date(Date.now() + minutes * 60_000).toISOString()
    onTestFinished(() => {
      lab.ctx.now = now
    })
  }
  const newsOf = async (user: TestUser) =>
    (await lab.as(user).get<Notification[]>('users/me/notifications')).body.filter(({ category }) => category === 140)

  test('is told once to the owner of its key and the admins of its team, and again after it spoke', async () => {
    const other = await lab.given.user({ team })
    const server = await mailServer()
    await server.use(lab.ctx)
    await lab.as(owner).patch('users/me', { lang: 'fr_FR' })
    await lab.as(owner).post('agents', { ...REPORT, name: 'Spectrometer' })
    await tellOfSilent(lab.ctx, startedAt)
    expect(await newsOf(owner)).toEqual([])
    later(9)
    // Two processes at once tell once.
    await Promise.all([tellOfSilent(lab.ctx, startedAt), tellOfSilent(lab.ctx, startedAt)])
    await tellOfSilent(lab.ctx, startedAt)
    const told = { is_ack: 0, body: { name: 'Spectrometer', host: 'balance-pc' } }
    expect(await newsOf(owner)).toMatchObject([told])
    expect(await newsOf(admin)).toMatchObject([told])
    expect(await newsOf(other)).toEqual([])
    await sendDue(lab.ctx)
    const mails = server.mails.filter((mail) => mail.text.includes('Spectrometer'))
    expect(mails.map((mail) => mail.header('Subject')).sort()).toEqual([
      'Aucune nouvelle de Spectrometer',
      'No word from Spectrometer',
    ])
    await lab.as(owner).post('agents', { ...REPORT, name: 'Spectrometer' })
    await tellOfSilent(lab.ctx, startedAt)
    expect(await newsOf(owner)).toHaveLength(1)
    later(18)
    await tellOfSilent(lab.ctx, startedAt)
    expect(await newsOf(owner)).toHaveLength(2)
  })

  test('that ended on purpose, or was removed, is not told', async () => {
    const before = (await newsOf(owner)).length
    await lab.as(owner).post('agents', { ...REPORT, name: 'Once', has_ended: true })
    await lab.as(owner).post('agents', { ...REPORT, name: 'Removed' })
    const id = (await agentsOf(owner)).find(({ name }) => name === 'Removed')?.id
    await lab.as(owner).delete(`agents/${id}`)
    later(60)
    await tellOfSilent(lab.ctx, startedAt)
    expect((await newsOf(owner)).slice(before)).toEqual([])
    const once = (await agentsOf(owner)).find(({ name }) => name === 'Once')
    expect(once).toMatchObject({ has_ended: true, is_silent: false })
  })

  test('gets time to report after the service was down', async () => {
    const ann = await lab.given.user({ team })
    await lab.as(ann).post('agents', { ...REPORT, name: 'Patient' })
    later(60)
    await tellOfSilent(lab.ctx, new Date(Date.now() + 55 * 60_000).toISOString())
    expect(await newsOf(ann)).toEqual([])
    await tellOfSilent(lab.ctx, new Date(Date.now() + 51 * 60_000).toISOString())
    expect(await newsOf(ann)).toHaveLength(1)
  })
})

test.each([
  [{ ...REPORT, name: '' }],
  [{ ...REPORT, interval: 1 }],
  [{ ...REPORT, waiting: -1 }],
  [{ ...REPORT, host: 'x'.repeat(300) }],
  [{}],
])('the report %j is refused', async (report) => {
  expect(await lab.as(ada).post('agents', report)).toMatchObject({ status: 400 })
})

test('a file is found by its content, only by the key that added it', async () => {
  const id = await lab.given.experiment(ada)
  const entries = [{ type: 'experiments', id } as const]
  const [key, other] = [await lab.given.depositKey(ada, { entries }), await lab.given.depositKey(ada, { entries })]
  await lab.as(key).postForm(`experiments/${id}/uploads`, oneFile('run.csv', 'found'))
  const path = `deposits?sha256=${hash('sha256', 'found').toUpperCase()}`
  const found = await lab.as(key).get<Deposit[]>(path)
  expect(found.body).toMatchObject([{ entity_type: 'experiments', entity_id: id, real_name: 'run.csv', state: 1 }])
  expect((await lab.as(key).get(`${path}&entity_id=${id}`)).body).toEqual(found.body)
  expect((await lab.as(key).get(`${path}&entity_id=${id + 1}`)).body).toEqual([])
  expect((await lab.as(other).get(path)).body).toEqual([])
  expect((await lab.as(ada).get(path)).body).toHaveLength(1)
  expect((await lab.as(await lab.given.user()).get(path)).body).toEqual([])
  expect((await lab.as(key).get('deposits')).body).toEqual([])
  expect(await lab.as(key).get('deposits?sha256=abc')).toMatchObject({ status: 400 })
})

test('a file of an entry is looked for by its content, not among all files of the entry', async () => {
  const id = await lab.given.experiment(ada)
  const { db } = lab.ctx
  const query = filesWith(db.read, { hash: hash('sha256', 'x'), userid: ada.id, entity: id }).compile()
  const rows = await db.write(async (change) => {
    // PostgreSQL would rather read the whole of a small table.
    if (db.engine === 'postgres') await sql`set local enable_seqscan = off`.execute(change)
    const explain = db.engine === 'sqlite' ? 'explain query plan' : 'explain'
    return (await change.executeQuery<Record<string, unknown>>({ ...query, sql: `${explain} ${query.sql}` })).rows
  })
  const plan = rows.map((row) => String(row.detail ?? row['QUERY PLAN'])).join('\n')
  expect(plan.match(/uploads_\w+/g), plan).toEqual(['uploads_hash'])
  expect(plan).not.toMatch(/SCAN f|TEMP B-TREE/)
})

test('an entry to deposit in is found by id, permanent id, custom id and as the newest of a person', async () => {
  const eve = await lab.given.user({ email: 'eve@example.org' })
  const first = await lab.given.experiment(eve, { custom_id: 4711 })
  const last = await lab.given.experiment(eve)
  const [{ elabid } = { elabid: '' }] = await targetsOf(eve, `id=${first}`)
  expect(elabid).not.toBe('')
  expect(await targetsOf(eve, `elabid=${elabid}`)).toMatchObject([{ type: 'experiments', id: first }])
  expect(await targetsOf(eve, 'custom_id=4711')).toMatchObject([{ id: first }])
  expect(await targetsOf(eve, 'newest_of=EVE@example.org')).toMatchObject([{ id: last }])
  await lab.as(eve).patch(`experiments/${last}`, { action: 'lock' })
  expect(await targetsOf(eve, 'newest_of=eve@example.org')).toMatchObject([{ id: first }])
  expect(await targetsOf(eve, 'newest_of=nobody@example.org')).toEqual([])
  expect(await targetsOf(eve, '')).toEqual([])
})

test('a deposit key finds only entries that it made or was pointed to', async () => {
  const max = await lab.given.user({ email: 'max@example.org' })
  const [pointed, hidden] = [
    await lab.given.experiment(max, { custom_id: 901 }),
    await lab.given.experiment(max, { custom_id: 902 }),
  ]
  const key = await lab.given.depositKey(max, {
    templates: [template],
    entries: [{ type: 'experiments', id: pointed }],
  })
  expect(await targetsOf(key, `id=${pointed}`)).toHaveLength(1)
  expect(await targetsOf(key, `id=${pointed}&entity_type=items`)).toEqual([])
  expect(await targetsOf(key, `id=${hidden}`)).toEqual([])
  expect(await targetsOf(key, 'custom_id=902')).toEqual([])
})

test('the newest of a person is found only if it is within reach, and never an older one', async () => {
  const mia = await lab.given.user({ email: 'mia@example.org' })
  const pointed = await lab.given.experiment(mia)
  const key = await lab.given.depositKey(mia, { entries: [{ type: 'experiments', id: pointed }] })
  const newest = () => targetsOf(key, 'newest_of=mia@example.org')
  expect(await newest()).toMatchObject([{ id: pointed }])
  const newer = await lab.given.experiment(mia)
  expect(await newest()).toEqual([])
  expect(await targetsOf(mia, 'newest_of=mia@example.org')).toMatchObject([{ id: newer }])
  await lab.as(mia).patch(`experiments/${newer}`, { action: 'lock' })
  expect(await newest(), 'the newer one is not open').toMatchObject([{ id: pointed }])
})
