import { expect, test } from 'vitest'
import { sharedApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { setMembership } from '../users/users.memberships.ts'

const shared = sharedApp()

const AUTHOR = { userid: null, via: 'test', address: '' }
const RUNNING = { name: 'Running this week', entity_type: 'experiments', search: '{"date":"week"}' }

interface Row {
  id: number
  name: string
}

test('a view is kept, changed and deleted, and all of it is in the journal', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const added = await as(ada).post('views', RUNNING)
  expect(added).toMatchObject({ status: 201, path: `/api/v2/views/${added.id}`, body: '' })
  const record = { id: added.id, ...RUNNING, is_shared: 0, userid: ada.id, team: ada.team }
  expect((await as(ada).get('views')).body).toMatchObject([record])
  const read = await as(ada).get(`views/${added.id}`)
  expect(read).toMatchObject({ status: 200, body: record })

  const renamed = await as(ada).patch(`views/${added.id}`, { name: ' Running ', is_shared: true })
  expect(renamed).toMatchObject({ status: 200, body: { ...record, name: 'Running', is_shared: 1 } })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  const stale = await as(ada).patch(`views/${added.id}`, { name: 'Late' }, { 'if-match': String(read.headers.etag) })
  expect(stale).toMatchObject({ status: 412 })

  expect(await as(ada).delete(`views/${added.id}`)).toMatchObject({ status: 204, body: '' })
  expect(await as(ada).get(`views/${added.id}`)).toMatchObject({ status: 404 })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('others in the team have a shared view and cannot change it; who is elsewhere has not', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const bob = await given.user()
  const eve = await given.user({ team: await given.team('Physics') })
  const { id: own } = await as(ada).post('views', RUNNING)
  const { id: shared } = await as(ada).post('views', { ...RUNNING, name: 'Ours', is_shared: 1 })
  const names = async (who: typeof ada) => (await as(who).get<Row[]>('views')).body.map(({ name }) => name)

  expect(await names(ada)).toEqual(['Ours', 'Running this week'])
  expect(await names(bob)).toEqual(['Ours'])
  expect(await names(eve)).toEqual([])
  expect(await as(bob).get(`views/${own}`)).toMatchObject({ status: 404 })
  expect(await as(eve).get(`views/${shared}`)).toMatchObject({ status: 404 })
  expect(await as(bob).patch(`views/${shared}`, { name: 'Mine' })).toMatchObject({ status: 403 })
  expect(await as(bob).delete(`views/${shared}`)).toMatchObject({ status: 403 })
  expect(await as(eve).delete(`views/${shared}`)).toMatchObject({ status: 404 })

  await setMembership(ctx, AUTHOR, bob.id, bob.team, { is_admin: 1 })
  expect(await as(bob).patch(`views/${shared}`, { name: 'Of the team' })).toMatchObject({ status: 200 })
  expect(await as(bob).patch(`views/${own}`, { name: 'Of the team' })).toMatchObject({ status: 404 })
  const { id: another } = await as(ada).post('views', { ...RUNNING, is_shared: 1 })
  const ended = await as(bob).patch(`views/${another}`, { is_shared: 0 })
  expect(ended).toMatchObject({ status: 200, body: { id: another, is_shared: 0 } })
  expect(await as(bob).delete(`views/${shared}`)).toMatchObject({ status: 204 })
})

test.each([
  [{}, 'name'],
  [{ ...RUNNING, name: ' ' }, 'name'],
  [{ ...RUNNING, entity_type: 'rooms' }, 'entity_type'],
  [{ ...RUNNING, search: 'x'.repeat(4001) }, 'search'],
  [{ ...RUNNING, is_shared: 2 }, 'is_shared'],
  [{ ...RUNNING, colour: 'red' }, 'colour'],
])('refuses %j, naming %s', async (body, field) => {
  const { as, given } = await shared()
  const ada = await given.user()
  expect(await as(ada).post('views', body)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining(field) },
  })
})
