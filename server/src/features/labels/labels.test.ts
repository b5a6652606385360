import { type LabelCollection, labels } from '@aliquot/contract/labels'
import { expect, test } from 'vitest'
import { sharedApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { setMembership } from '../users/users.memberships.ts'
import { labelKinds } from './labels.kinds.ts'

const shared = sharedApp()

const AUTHOR = { userid: null, via: 'test', address: '' }
const collections = Object.keys(labels) as LabelCollection[]

interface Row {
  id: number
  title: string
}

test.each(collections)('%s are added, read, changed and deleted', async (collection) => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const path = `teams/current/${collection}`

  const added = await as(ada).post(path, { name: ' Cloning ', color: '#29AEB9', action: 'create' })
  const location = `/api/v2/teams/1/${labelKinds[collection].locationName}/${added.id}`
  expect(added).toMatchObject({ status: 201, path: location, body: '' })
  const record = { id: added.id, title: 'Cloning', color: '29aeb9', state: 1, team: 1, is_private: 1 }
  const read = await as(ada).get(`${path}/${added.id}`)
  expect(read).toMatchObject({ status: 200, body: { ...record, ordering: expect.any(Number) } })
  expect(Object.keys(read.body as object).sort()).toEqual([...Object.keys(record), 'ordering'].sort())
  const list = await as(ada).get<Row[]>(path)
  expect(list.body.at(-1)).toEqual({ ...(read.body as object), team_name: 'Default team', is_current_team: 1 })

  const patched = await as(ada).patch(`${path}/${added.id}`, { title: 'Sequencing', color: '000000', action: 'update' })
  expect(patched).toMatchObject({ status: 200, body: { ...record, title: 'Sequencing', color: '000000' } })
  expect(await as(ada).get(`${path}/${added.id}`)).toMatchObject({ body: patched.body })

  expect(await as(ada).delete(`${path}/${added.id}`)).toMatchObject({ status: 204, body: '' })
  expect(await as(ada).delete(`${path}/${added.id}`)).toMatchObject({ status: 204 })
  expect((await as(ada).get<Row[]>(path)).body.map(({ id }) => id)).not.toContain(added.id)
  expect(await as(ada).get(`${path}/${added.id}`)).toMatchObject({ status: 200, body: { state: 3 } })
  expect((await as(ada).get<Row[]>(`${path}?state=3`)).body).toMatchObject([{ id: added.id }])
  expect((await as(ada).patch(`${path}/${added.id}`, { state: 1 })).status).toBe(200)
  expect((await as(ada).get<Row[]>(path)).body.map(({ id }) => id)).toContain(added.id)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('the four kinds are apart, and status is another name for experiments_status', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  for (const collection of collections) await as(ada).post(`teams/1/${collection}`, { name: collection })
  for (const collection of collections) {
    const titles = (await as(ada).get<Row[]>(`teams/1/${collection}`)).body.map(({ title }) => title)
    expect(titles.filter((title) => (collections as string[]).includes(title))).toEqual([collection])
  }
  const { body } = await as(ada).get<Row[]>('teams/1/status')
  expect(body).toEqual((await as(ada).get('teams/1/experiments_status')).body)
  expect(body.map(({ title }) => title)).toEqual([
    ...['Running', 'Success', 'Need to be redone', 'Fail'],
    'experiments_status',
  ])
  expect((await as(ada).get(`teams/1/status/${body[0]?.id}`)).body).toMatchObject({ title: 'Running' })
  expect((await as(ada).get(`teams/1/items_status/${body[0]?.id}`)).status).toBe(404)
  expect((await as(ada).post('teams/1/status', { name: 'Paused' })).path).toMatch(/experiments_status\/\d+$/)
})

test('without a name it is Untitled and dark; title is taken, too', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const path = 'teams/1/resources_categories'
  for (const [body, title] of [
    [{}, 'Untitled'],
    [{ title: 'Plasmid' }, 'Plasmid'],
    [{ name: 'Strain', title: 'Plasmid' }, 'Strain'],
  ] as const) {
    const { id } = await as(ada).post(path, body)
    const { body: label } = await as(ada).get<{ color: string }>(`${path}/${id}`)
    expect(label).toMatchObject({ title, is_private: 1, state: 1 })
    expect(label.color).toMatch(/^[2-8][0-9a-f][2-8][0-9a-f][2-8][0-9a-f]$/)
  }
})

test('lists are in the order that can be given, without one first, and can be paged', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const path = 'teams/1/items_status'
  const ids: number[] = []
  for (const name of ['b', 'a', 'C']) ids.push((await as(ada).post(path, { name })).id)
  const titles = async (query = '') => (await as(ada).get<Row[]>(path + query)).body.map(({ title }) => title)
  expect(await titles()).toEqual(['b', 'a', 'C'])
  await as(ada).patch(`${path}/${ids[2]}`, { ordering: 0 })
  expect(await titles()).toEqual(['C', 'b', 'a'])
  await as(ada).patch(`${path}/${ids[1]}`, { ordering: null })
  expect(await titles()).toEqual(['a', 'C', 'b'])
  expect(await titles('?sort=desc')).toEqual(['b', 'C', 'a'])
  expect(await titles('?order=title')).toEqual(['a', 'b', 'C'])
  expect(await titles('?order=id&sort=desc')).toEqual(['C', 'a', 'b'])
  expect(await titles('?order=nonsense&sort=nonsense')).toEqual(['a', 'C', 'b'])
  const page = await as(ada).get<Row[]>(`${path}?limit=1&offset=1`)
  expect(page.body).toMatchObject([{ title: 'C' }])
  expect(page.headers['x-total-count']).toBe('3')
  expect(await titles('?state=2,3')).toEqual([])
  expect((await as(ada).get(`${path}?state=7`)).status).toBe(400)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('what a team shares is offered to others, and can be used there; what is private cannot', async () => {
  const { as, given } = await testApp()
  const admin = await given.user({ isAdmin: true })
  const other = await given.team('Other')
  const ben = await given.user({ team: other })
  const { id: open } = await as(admin).post('teams/1/experiments_categories', { name: 'open' })
  const { id: closed } = await as(admin).post('teams/1/experiments_categories', { name: 'closed' })
  expect((await as(admin).patch(`teams/1/experiments_categories/${open}`, { is_private: 0 })).status).toBe(200)

  const { body } = await as(ben).get(`teams/${other}/experiments_categories`)
  expect(body).toMatchObject([{ id: open, team: 1, is_private: 0, team_name: 'Default team', is_current_team: 0 }])
  expect((await as(ben).get(`teams/${other}/experiments_categories/${open}`)).status).toBe(404)
  expect((await as(ben).get(`teams/1/experiments_categories/${open}`)).status).toBe(403)
  expect((await as(ben).patch(`teams/${other}/experiments_categories/${open}`, { title: 'x' })).status).toBe(404)
  const entry = await given.experiment(ben)
  expect(await as(ben).patch(`experiments/${entry}`, { category: open })).toMatchObject({
    status: 200,
    body: { category_title: 'open' },
  })
  expect((await as(ben).patch(`experiments/${entry}`, { category: closed })).status).toBe(422)
  expect((await as(ben).patch(`experiments/${entry}`, { status: open })).status).toBe(422)
})

test.each([
  [{ title: '' }, 'title'],
  [{ title: '  ' }, 'title'],
  [{ title: 7 }, 'title'],
  [{ title: 'x'.repeat(256) }, 'title'],
  [{ title: 'a\0b' }, 'title'],
  [{ color: 'red' }, 'color'],
  [{ color: '12345' }, 'color'],
  [{ color: '##123456' }, 'color'],
  [{ color: 123456 }, 'color'],
  [{ state: 0 }, 'state'],
  [{ state: 4 }, 'state'],
  [{ state: '1' }, 'state'],
  [{ ordering: -1 }, 'ordering'],
  [{ ordering: 2 ** 31 }, 'ordering'],
  [{ ordering: 1.5 }, 'ordering'],
  [{ is_private: {} }, 'is_private'],
  [{ team: 2 }, 'team'],
  [{ id: 2 }, 'id'],
  [{ name: 'x' }, 'name'],
  [{ title: 'fine', action: 'archive' }, 'action'],
])('PATCH %j is 400 and names the field, and nothing of it happens', async (body, field) => {
  const { as, given } = await shared()
  const ada = await given.user({ isAdmin: true })
  const { id } = await as(ada).post('teams/1/items_status', { name: 'kept', color: '101010' })
  const before = await as(ada).get(`teams/1/items_status/${id}`)
  expect(await as(ada).patch(`teams/1/items_status/${id}`, { color: '000000', ...body })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(new RegExp(`^${field}: `)) },
  })
  expect((await as(ada).get(`teams/1/items_status/${id}`)).body).toEqual(before.body)
})

test.each([{ color: 'red' }, { name: '' }, { name: 7 }, { title: ' ' }, { action: 'nonsense' }])(
  'POST %j is 400',
  async (body) => {
    const { as, given } = await shared()
    expect((await as(await given.user()).post('teams/1/items_status', body)).status).toBe(400)
  },
)

test.each(collections)('where only admins may change %s, others cannot', async (collection) => {
  const { as, given, ctx } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const path = `teams/1/${collection}`
  const { id } = await as(ada).post(path, { name: 'before' })
  const { writeSwitch } = labelKinds[collection]
  expect((await as(admin).patch('teams/1', { [writeSwitch]: 0 })).status).toBe(200)
  const refused = async () => [
    (await as(ada).post(path, { name: 'x' })).status,
    (await as(ada).post(path, { color: 'red' })).status,
    (await as(ada).patch(`${path}/${id}`, { title: 'x' })).status,
    (await as(ada).patch(`${path}/${id}`, { title: 7 })).status,
    (await as(ada).delete(`${path}/${id}`)).status,
  ]
  expect(await refused()).toEqual([403, 403, 403, 403, 403])
  for (const other of collections.filter((one) => one !== collection)) {
    expect((await as(ada).post(`teams/1/${other}`, {})).status).toBe(201)
  }
  expect((await as(admin).patch(`${path}/${id}`, { title: 'after' })).status).toBe(200)
  // A revoked right is gone with the next request.
  await setMembership(ctx, AUTHOR, admin.id, 1, { is_admin: 0 })
  expect((await as(admin).patch(`${path}/${id}`, { title: 'once more' })).status).toBe(403)
})

test('only admins of the team share a label with others', async () => {
  const { as, given } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const { id } = await as(ada).post('teams/1/items_status', { name: 'kept' })
  const path = `teams/1/items_status/${id}`
  const refused = await as(ada).patch(path, { title: 'changed', is_private: 0 })
  expect(refused).toMatchObject({ status: 403, body: { description: expect.stringContaining('admins') } })
  expect((await as(ada).get(path)).body).toMatchObject({ title: 'kept', is_private: 1 })
  expect((await as(ada).patch(path, { is_private: 1 })).status).toBe(200)
  expect((await as(admin).patch(path, { is_private: 'off' })).body).toMatchObject({ is_private: 0 })
})

test('labels of another team than the one in which one acts are read, not changed', async () => {
  const { as, given } = await testApp()
  const other = await given.team('Other')
  const ada = await given.user({ isAdmin: true })
  const ben = await given.user({ team: other })
  const { id } = await as(ben).post(`teams/${other}/items_status`, { name: 'kept' })
  const path = `teams/${other}/items_status/${id}`
  expect((await as(ada).get(path)).status).toBe(403)
  expect((await as(ada).patch(path, { title: 'x' })).status).toBe(403)
  const sysadmin = await given.user({ isSysadmin: true, isAdmin: true })
  expect(await as(sysadmin).get(path)).toMatchObject({ status: 200, body: { title: 'kept' } })
  expect((await as(sysadmin).get<{ is_current_team: number }[]>(`teams/${other}/items_status`)).body).toMatchObject([
    { is_current_team: 0 },
  ])
  expect((await as(sysadmin).patch(path, { title: 'x' })).status).toBe(403)
  expect((await as(sysadmin).post(`teams/${other}/items_status`, { name: 'x' })).status).toBe(403)
  expect((await as(sysadmin).delete(path)).status).toBe(403)
  expect((await as(ben).get(path)).body).toMatchObject({ title: 'kept', state: 1 })
  expect((await as(sysadmin).get('teams/999/items_status')).status).toBe(404)
  expect((await as(sysadmin).get(`teams/1/items_status/${id}`)).status).toBe(404)
  expect((await as(sysadmin).patch(`teams/1/items_status/${id}`, { title: 7 })).status).toBe(404)
  expect((await as(sysadmin).delete('teams/1/items_status/0')).status).toBe(404)
  expect((await as(sysadmin).get('teams/1/items_status/abc')).status).toBe(400)
})

test('If-Match guards a label that has changed', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post('teams/1/items_status', { name: 'first' })
  const path = `teams/1/items_status/${id}`
  const { headers } = await as(ada).get(path)
  const match = { 'if-match': headers.etag ?? '' }
  const renamed = await as(ada).patch(path, { title: 'second' }, match)
  expect(renamed.status).toBe(200)
  expect((await as(ada).get(path)).headers.etag).toBe(renamed.headers.etag)
  expect(await as(ada).patch(path, { title: 'third' }, match)).toMatchObject({
    status: 412,
    body: { current: { title: 'second' } },
  })
  expect((await as(ada).delete(path, undefined, match)).status).toBe(412)
  expect((await as(ada).get(path)).body).toMatchObject({ title: 'second', state: 1 })
})

test('an entry keeps a category that is deleted', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post('teams/1/experiments_categories', { name: 'Cloning' })
  const entry = await given.experiment(ada, { category: id })
  await as(ada).delete(`teams/1/experiments_categories/${id}`)
  expect((await as(ada).get(`experiments/${entry}`)).body).toMatchObject({ category: id, category_title: 'Cloning' })
  expect((await as(ada).get('experiments')).body).toMatchObject([{ category: id, category_title: 'Cloning' }])
})
