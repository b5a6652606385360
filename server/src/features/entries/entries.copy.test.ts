import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'

test('a copy is a new entry of its maker with the content of the source', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const bob = await given.user()
  const label = { kind: LABEL_KIND.experimentsCategory, team: 1, title: 'C', color: 'aabbcc', state: 1, is_private: 1 }
  const { id: category } = await ctx.db.write((db) =>
    db.insertInto('labels').values(label).returning('id').executeTakeFirstOrThrow(),
  )
  const id = await given.experiment(ada, {
    title: 'Source',
    body: '# text',
    content_type: 2,
    date: '2020-01-01',
    rating: 4,
    category,
    status: 3,
    custom_id: 10,
    hide_main_text: 1,
    metadata: { extra_fields: { a: { value: 1 } } },
    tags: ['x', 'y'],
    canread: { teams: [], teamgroups: [], users: [bob.id] },
    canwrite_base: 30,
  })
  await as(ada).post(`experiments/${id}/comments`, { comment: 'stays' })
  await as(ada).patch(`experiments/${id}`, { action: 'pin' })
  await as(ada).patch(`experiments/${id}`, { action: 'lock' })
  const source = (await as(ada).get<Entity>(`experiments/${id}`)).body

  ctx.now = () => '2026-12-31T23:59:59.999Z'
  const copied = await as(bob).post(`experiments/${id}`, { action: 'duplicate', copyFiles: true, linkToOriginal: 1 })
  expect(copied).toMatchObject({ status: 201, path: `/api/v2/experiments/${copied.id}` })
  const copy = (await as(bob).get<Entity>(`experiments/${copied.id}`)).body
  expect(copy.id).not.toBe(id)
  const { body, content_type, rating, status, metadata, hide_main_text, tags, canread, canwrite_base } = source
  expect(copy).toMatchObject({ body, content_type, rating, category, status, metadata, hide_main_text, tags, canread })
  expect(copy).toMatchObject({
    title: 'Source I',
    canwrite_base,
    userid: bob.id,
    team: 1,
    custom_id: 11,
    date: '2026-12-31',
    locked: 0,
    is_pinned: 0,
    state: 1,
    comments: [],
    changelog: [expect.objectContaining({ target: 'title' }), expect.objectContaining({ target: 'created' })],
    lastchangeby: null,
    created_from_type: 1,
    created_from_id: id,
    created_from_type_human: 'experiment',
  })
  expect(copy.elabid).not.toBe(source.elabid)
})

test('a copy into another team leaves behind what only the first team knows', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const eve = await given.user({ team: await given.team() })
  const id = await given.experiment(ada, { status: 1, tags: ['x'], canread_base: 40 })
  const { id: copy } = await as(eve).post(`experiments/${id}`, { action: 'duplicate' })
  expect(await as(eve).get(`experiments/${copy}`)).toMatchObject({ body: { team: eve.team, status: null, tags: 'x' } })
})

test('permissions that are fixed stay fixed in a copy', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post('experiments', { canread_is_immutable: 1 })
  const { id: copy } = await as(ada).post(`experiments/${id}`, { action: 'duplicate' })
  expect(await as(ada).get(`experiments/${copy}`)).toMatchObject({ body: { canread_is_immutable: 1 } })
})

test('archived and deleted entries can be copied; the copy is a normal entry', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  for (const action of ['archive', 'destroy']) {
    const id = await given.experiment(ada, { action })
    const { id: copy } = await as(ada).post(`experiments/${id}`, { action: 'duplicate' })
    expect(await as(ada).get(`experiments/${copy}`)).toMatchObject({ body: { state: 1, locked: 0 } })
  }
})

test('a POST to an entry without an action makes a new entry', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada, { title: 'Source' })
  const added = await as(ada).post(`experiments/${id}`, { title: 'Fresh' })
  expect(added.status).toBe(201)
  expect(await as(ada).get(`experiments/${added.id}`)).toMatchObject({
    body: { title: 'Fresh', created_from_id: null },
  })
})

test.each([
  ['experiments/1', { action: 'nonsense' }, 400],
  ['experiments/1', { action: 'archive' }, 400],
  ['experiments/99', { action: 'duplicate' }, 404],
  ['experiments/99', { action: 'nonsense' }, 404],
  ['experiments/99', {}, 404],
  ['experiments/abc', { action: 'duplicate' }, 400],
  ['experiments', { action: 'duplicate' }, 403],
])('POST %s with %j answers %i', async (path, body, status) => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  await given.experiment(ada)
  expect(await as(ada).post(path, body)).toMatchObject({ status, body: { code: status } })
  expect(await ctx.db.read.selectFrom('entities').select('id').execute()).toHaveLength(1)
})
