import { teamgroups } from '@aliquot/contract/teamgroups'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { addMembership, archiveMembership, setAdmin } from '../users/users.memberships.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const path = 'teams/current/teamgroups'

test('groups are listed by their ids with their members; none is an empty list', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, admin] = [await given.user({ firstname: 'Ada', lastname: 'Young' }), await given.user({ isAdmin: true })]
  const stranger = await given.user({ team: await given.team(), firstname: 'Bob', lastname: 'Afar' })
  expect(await as(ada).get(path)).toMatchObject({ status: 200, body: [], headers: { 'x-total-count': '0' } })

  const made = await as(admin).call(teamgroups.add, { params: { id: 'current' }, body: { name: ' Microscopists ' } })
  expect(made).toMatchObject({ status: 201, path: `/api/v2/teams/1/teamgroups/${made.id}`, body: '' })
  const record = { id: made.id, name: 'Microscopists', team: 1 }
  for (const userid of [ada.id, stranger.id, ada.id]) {
    expect(await as(admin).patch(`${path}/${made.id}`, { how: 'add', userid })).toMatchObject({
      status: 200,
      body: record,
    })
  }
  const { id: empty } = await as(admin).post(path, { name: 'Nobody' })

  const { body, headers } = await as(ada).get(path)
  expect(body).toEqual({
    [made.id]: {
      id: made.id,
      name: 'Microscopists',
      users: [
        { userid: stranger.id, fullname: 'Bob Afar' },
        { userid: ada.id, fullname: 'Ada Young' },
      ],
    },
    [empty]: { id: empty, name: 'Nobody', users: [] },
  })
  expect(headers['x-total-count']).toBe('2')
  expect((await as(ada).get(`${path}?limit=1&offset=1`)).body).toEqual({
    [empty]: { id: empty, name: 'Nobody', users: [] },
  })
  expect((await as(stranger).get(path)).body).toEqual([])
  expect(await as(ada).get(`${path}/${made.id}`)).toMatchObject({ status: 200, body: record })
  expect(Object.keys((await as(stranger).get<object>(`${path}/${made.id}`)).body).sort()).toEqual([
    'id',
    'name',
    'team',
  ])

  expect((await as(admin).patch(`${path}/${made.id}`, { name: 'Imaging', action: 'update' })).body).toEqual({
    ...record,
    name: 'Imaging',
  })
  for (const userid of [stranger.id, stranger.id, 9999]) {
    expect((await as(admin).patch(`${path}/${made.id}`, { how: 'unreference', userid })).status).toBe(200)
  }
  expect((await as(ada).get(path)).body).toMatchObject({ [made.id]: { name: 'Imaging', users: [{ userid: ada.id }] } })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('who comes into a group, or out of it, has its rights with the next request', async () => {
  const { as, given } = await testApp()
  const [ada, ben, admin] = [await given.user(), await given.user(), await given.user({ isAdmin: true })]
  const { id: group } = await as(admin).post(path, { name: 'Microscopists' })
  const entry = await given.experiment(ada, { canread_base: 10, canread: shared(group), canwrite: shared(group) })
  const status = async () => (await as(ben).get(`experiments/${entry}`)).status
  expect(await status()).toBe(403)
  await as(admin).patch(`${path}/${group}`, { how: 'add', userid: ben.id })
  expect(await status()).toBe(200)
  expect((await as(ben).patch(`experiments/${entry}`, { title: 'Ben was here' })).status).toBe(200)
  expect((await as(ben).get<unknown[]>('experiments')).body).toHaveLength(1)
  await as(admin).patch(`${path}/${group}`, { how: 'unreference', userid: ben.id })
  expect(await status()).toBe(403)
  expect((await as(ben).get<unknown[]>('experiments')).body).toEqual([])
})

test('a group gives no right to who is archived in its team, but does to people of other teams', async () => {
  const { as, given, ctx } = await testApp()
  const other = await given.team()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const ben = await given.user({ team: other })
  const { id: group } = await as(admin).post(path, { name: 'Microscopists' })
  const entry = await given.experiment(ada, { canread_base: 10, canread: shared(group) })
  await as(admin).patch(`${path}/${group}`, { how: 'add', userid: ben.id })
  const readable = async () => [
    (await as(ben).get(`experiments/${entry}`)).status,
    (await as(ben).get<unknown[]>('experiments?scope=3')).body.length,
  ]
  expect(await readable()).toEqual([200, 1])
  await change(ctx, AUTHOR, (work) => addMembership(work, ben.id, 1, false))
  expect(await readable()).toEqual([200, 1])
  await archiveMembership(ctx, AUTHOR, ben.id, 1)
  expect(await readable()).toEqual([403, 0])
  await archiveMembership(ctx, AUTHOR, ben.id, 1, false)
  expect(await readable()).toEqual([200, 1])
})

test('a deleted group leaves the permissions of all entries', async () => {
  const { as, given, ctx } = await testApp()
  const [ada, ben, admin] = [await given.user(), await given.user(), await given.user({ isAdmin: true })]
  const { id: group } = await as(admin).post(path, { name: 'Microscopists' })
  const { id: kept } = await as(admin).post(path, { name: 'Kept' })
  await as(admin).patch(`${path}/${group}`, { how: 'add', userid: ben.id })
  const lists = (groups: number[]) => ({ teams: [1], teamgroups: groups, users: [ben.id] })
  const readers = await given.experiment(ada, { canread: JSON.stringify(lists([kept, group])) })
  const { id: writers } = await as(ada).post('items', {
    canread_base: 10,
    canwrite: shared(group),
    canbook: shared(group),
  })
  const untouched = await given.experiment(ada, { canread: shared(kept) })
  await as(ada).patch(`experiments/${readers}`, { action: 'lock' })
  await as(ada).delete(`experiments/${readers}`)
  const before = await as(ada).get(`experiments/${untouched}`)

  expect(await as(admin).delete(`${path}/${group}`)).toMatchObject({ status: 204, body: '' })

  const { body: read } = await as(ada).get<{ canread: string }>(`experiments/${readers}`)
  expect(JSON.parse(read.canread)).toEqual(lists([kept]))
  const { body: written } = await as(ada).get<{ canwrite: string; canbook: string; changelog: object[] }>(
    `items/${writers}`,
  )
  for (const list of [written.canwrite, written.canbook]) {
    expect(JSON.parse(list)).toEqual({ teams: [], teamgroups: [], users: [] })
  }
  expect(written.changelog.slice(0, 2)).toMatchObject([
    { target: 'canwrite', userid: admin.id },
    { target: 'canbook', userid: admin.id },
  ])
  expect((await as(ada).get(`experiments/${untouched}`)).headers.etag).toBe(before.headers.etag)
  expect((await as(ada).get(path)).body).toEqual({ [kept]: { id: kept, name: 'Kept', users: [] } })
  expect((await as(admin).get(`${path}/${group}`)).status).toBe(404)
  expect((await as(admin).delete(`${path}/${group}`)).status).toBe(404)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('only admins of its team manage a group, and a sysadmin is none by that', async () => {
  const { as, given, ctx } = await testApp()
  const other = await given.team()
  const admin = await given.user({ isAdmin: true })
  const others: TestUser[] = [
    await given.user(),
    await given.user({ isSysadmin: true }),
    await given.user({ team: other, isAdmin: true }),
  ]
  const { id } = await as(admin).post(path, { name: 'Kept' })
  for (const who of others) {
    expect((await as(who).patch(`${path}/${id}`, { name: 'x' })).status).toBe(403)
    expect((await as(who).patch(`${path}/${id}`, { how: 'add', userid: who.id })).status).toBe(403)
    expect((await as(who).patch(`${path}/${id}`, { name: 7 })).status).toBe(403)
    expect((await as(who).delete(`${path}/${id}`)).status).toBe(403)
  }
  for (const who of others.slice(0, 2)) expect((await as(who).post(path, { name: 'x' })).status).toBe(403)
  expect((await as(others[0]).get(`teams/${other}/teamgroups`)).status).toBe(403)
  expect((await as(others[0]).get('teams/999/teamgroups')).status).toBe(404)
  expect((await as(others[0]).get('teams/abc/teamgroups')).status).toBe(400)
  expect((await as(others[0]).get(`${path}/999`)).status).toBe(404)
  expect((await as(admin).get(path)).body).toEqual({ [id]: { id, name: 'Kept', users: [] } })
  await setAdmin(ctx, AUTHOR, admin.id, 1, false)
  expect((await as(admin).delete(`${path}/${id}`)).status).toBe(403)
})

test.each([
  [{ name: '' }, 400, 'name'],
  [{ name: '  ' }, 400, 'name'],
  [{ name: 7 }, 400, 'name'],
  [{ name: 'x'.repeat(256) }, 400, 'name'],
  [{ how: 'remove', userid: 1 }, 400, 'how'],
  [{ how: 'add' }, 400, 'userid'],
  [{ how: 'add', userid: 'x' }, 400, 'userid'],
  [{ how: 'add', userid: 2 ** 40 }, 400, 'userid'],
  [{ userid: 1 }, 400, 'how'],
  [{ team: 2 }, 400, 'team'],
  [{ name: 'x', action: 'archive' }, 400, 'action'],
  [{ name: 'x', how: 'add', userid: 9999 }, 422, 'userid'],
])('PATCH of a group with %j is %i and changes nothing', async (body, status, field) => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const { id } = await as(admin).post(path, { name: 'Kept' })
  expect(await as(admin).patch(`${path}/${id}`, body)).toMatchObject({
    status,
    body: { message: expect.stringMatching(new RegExp(`^${field}: `)) },
  })
  expect((await as(admin).get(path)).body).toEqual({ [id]: { id, name: 'Kept', users: [] } })
})

test.each([{}, { name: '' }, { name: 7 }, { name: 'x', action: 'nonsense' }])(
  'POST of a group with %j is 400',
  async (body) => {
    const { as, given } = await testApp()
    expect((await as(await given.user({ isAdmin: true })).post(path, body)).status).toBe(400)
  },
)

test('If-Match guards a group that was renamed', async () => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const { id } = await as(admin).post(path, { name: 'first' })
  const match = { 'if-match': (await as(admin).get(`${path}/${id}`)).headers.etag ?? '' }
  expect((await as(admin).patch(`${path}/${id}`, { name: 'second' }, match)).status).toBe(200)
  expect(await as(admin).patch(`${path}/${id}`, { name: 'third' }, match)).toMatchObject({
    status: 412,
    body: { current: { name: 'second' } },
  })
  expect((await as(admin).delete(`${path}/${id}`, undefined, match)).status).toBe(412)
})

function shared(group: number): string {
  return JSON.stringify({ teams: [], teamgroups: [group], users: [] })
}
