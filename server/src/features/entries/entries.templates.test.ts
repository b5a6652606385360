import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'

const PAIRS = [
  ['experiments', 'experiments_templates', 3, 'experiment template'],
  ['items', 'items_types', 4, 'resource template'],
] as const

const FIELDS = {
  extra_fields: {
    Mass: { type: 'number', value: '5', unit: 'mg', units: ['mg', 'g'] },
    Strain: { type: 'text', value: 'wt' },
  },
}

const everyone = (users: number[]) => JSON.stringify({ teams: [], teamgroups: [], users })

test.each(PAIRS)(
  '%s are made from %s: content, tags and the permissions meant for them',
  async (type, template, number, human) => {
    const { ctx, as, given } = await testApp()
    const [ada, bob] = [await given.user(), await given.user()]
    const category = await givenCategory(ctx, type)
    const { id } = await as(ada).post(template, { title: 'PCR', body: '<p>Mix</p>', tags: ['dna'], metadata: FIELDS })
    const shared = await as(ada).patch(`${template}/${id}`, {
      ...{ category, rating: 4, hide_main_text: 1, canread_base: 40, canwrite_base: 20 },
      ...{ canread_target: everyone([bob.id]), canread_target_base: 10, canwrite_target_base: 10 },
      ...{ canread_is_immutable: 1 },
    })
    expect(shared).toMatchObject({
      status: 200,
      body: {
        canread_target_base: 10,
        canread_target_base_human: 'Owner only',
        canwrite_target_base_human: 'Owner only',
      },
    })

    const made = await as(bob).post(type, {
      template: id,
      body: 'ignored',
      canread_base: 50,
      category: 99,
      tags: ['x'],
    })
    expect(made.status).toBe(201)
    const { body } = await as(bob).get<Entity>(`${type}/${made.id}`)
    expect(body).toMatchObject({
      ...{ title: 'PCR', body: '<p>Mix</p>', tags: 'dna', rating: 4, hide_main_text: 1, category, userid: bob.id },
      ...{ canread: `{"teams": [], "teamgroups": [], "users": [${bob.id}]}`, canread_base: 10, canwrite_base: 10 },
      ...{ canread_is_immutable: 1, canwrite_is_immutable: 0, locked: 0, state: 1 },
      ...{ created_from_type: number, created_from_id: id, created_from_type_human: human },
    })
    expect(body.metadata_decoded).toEqual(FIELDS)
    expect(body.elabid).toMatch(/^\d{8}-/)
    // Others cannot loosen the immutable permissions of the template.
    const loosened = await as(bob).patch(`${type}/${made.id}`, { canread_base: 30 })
    expect(loosened).toMatchObject({ status: 422 })
    // The category was inserted without the service, so the journal does not know it.
    expect((await verify(ctx.db)).findings.filter(({ table }) => table !== 'labels')).toEqual([])
  },
)

test.each(PAIRS)(
  '%s from %s: title, date, rating and custom_id can be given, metadata is merged',
  async (type, template) => {
    const { ctx, as, given } = await testApp()
    const ada = await given.user()
    const category = await givenCategory(ctx, type)
    const { id } = await as(ada).post(template, { title: 'PCR', metadata: FIELDS, category })
    const made = await as(ada).post(type, {
      ...{ template: String(id), title: 'PCR of Monday', date: '2026-03-02', rating: 2, custom_id: 7 },
      metadata: { extra_fields: { Mass: { value: '6,5', unit: 'g' }, Note: { type: 'text', value: 'new' } } },
    })
    const { body } = await as(ada).get<Entity>(`${type}/${made.id}`)
    expect(body).toMatchObject({ title: 'PCR of Monday', date: '2026-03-02', rating: 2, custom_id: 7 })
    expect(body.metadata_decoded).toEqual({
      extra_fields: {
        Mass: { type: 'number', value: '6.5', unit: 'mg', units: ['mg', 'g'] },
        Strain: { type: 'text', value: 'wt' },
        Note: { type: 'text', value: 'new' },
      },
    })
  },
)

test.each(PAIRS)('%s from %s: each refusal of the table, and nothing is made', async (type, template) => {
  const app = await testApp()
  const { as, given } = app
  const [ada, eve] = [await given.user(), await given.user({ team: await given.team() })]
  const { id: hidden } = await as(eve).post(template, {})
  const { id: entry } = await as(eve).post(type, {})
  const { id: deleted } = await as(ada).post(template, {})
  await as(ada).delete(`${template}/${deleted}`)
  const wrong: [unknown, number][] = [
    [0, 403],
    ['abc', 403],
    [1.5, 403],
    [true, 403],
    [[3], 403],
    [999, 404],
    [99_999_999_999, 404],
    [entry, 404],
    [hidden, 403],
    [deleted, 422],
  ]
  for (const [value, status] of wrong) {
    expect.soft(await as(ada).post(type, { template: value }), JSON.stringify(value)).toMatchObject({ status })
  }
  expect((await as(ada).get(type)).body).toEqual([])
  for (const none of [-1, '-1', null, '']) {
    expect.soft(await as(ada).post(type, { template: none })).toMatchObject({ status: 201 })
  }
  expect(await as(ada).post(type, { entity: entry })).toMatchObject({ status: 400 })
})

test.each([
  ['experiments', 'experiments_templates', 'force_exp_tpl'],
  ['items', 'items_types', 'force_res_tpl'],
] as const)('where the team forces templates, %s are only made from %s', async (type, template, column) => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post(template, {})
  await ctx.db.write((db) =>
    db
      .updateTable('teams')
      .set({ [column]: 1 })
      .where('id', '=', 1)
      .execute(),
  )
  ctx.db.noteRightsChanged()
  expect(await as(ada).post(type, {})).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^template:/) },
  })
  expect(await as(ada).post(type, { template: -1 })).toMatchObject({ status: 400 })
  const made = await as(ada).post(type, { template: id })
  expect(made).toMatchObject({ status: 201 })
  expect(await as(ada).post(`${type}/${made.id}`, { action: 'duplicate' })).toMatchObject({ status: 201 })
  expect(await as(ada).post(template, {})).toMatchObject({ status: 201 })
})

test('a template of another team brings neither its category nor its status', async () => {
  const { ctx, as, given } = await testApp()
  const [ada, eve] = [await given.user(), await given.user({ team: await given.team() })]
  const category = await givenCategory(ctx, 'experiments')
  const { id } = await as(ada).post('experiments_templates', { category, status: 1, canread_base: 40, tags: ['dna'] })
  const { id: made } = await as(eve).post('experiments', { template: id })
  const { body } = await as(eve).get<Entity>(`experiments/${made}`)
  expect(body).toMatchObject({ team: eve.team, category: null, status: null, tags: 'dna', canread_base: 30 })
})

test.each(PAIRS)('from %s templates are made, %s, which pass their permissions on', async (type, template) => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const metadata = { extra_fields: { Batch: { value: 'B-1', blank_value_on_duplicate: true }, Kept: { value: 'k' } } }
  const { id } = await as(ada).post(type, { title: 'Run 7', body: '<p>x</p>', tags: ['a'], metadata, canread_base: 40 })
  const { id: untitled } = await as(ada).post(template, { entity: id })
  const { body } = await as(ada).get<Entity>(`${template}/${untitled}`)
  expect(body).toMatchObject({
    ...{ title: 'Run 7', body: '<p>x</p>', tags: 'a', date: null, elabid: null, created_from_id: id },
    ...{
      created_from_type: type === 'items' ? 2 : 1,
      canread_base: 40,
      canread_target_base: 40,
      canwrite_target_base: 20,
    },
  })
  expect(body.metadata_decoded).toMatchObject({ extra_fields: { Batch: { value: '' }, Kept: { value: 'k' } } })
  const { id: titled } = await as(ada).post(template, { entity: id, title: 'Runs' })
  expect((await as(ada).get<Entity>(`${template}/${titled}`)).body.title).toBe('Runs')

  const { id: again } = await as(ada).post(template, { template: titled })
  expect((await as(ada).get<Entity>(`${template}/${again}`)).body).toMatchObject({
    ...{ title: 'Runs', canread_base: 40, canread_target_base: 40, created_from_id: titled },
  })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each(PAIRS)('entity on %s and %s: refusals', async (type, template) => {
  const { as, given } = await testApp()
  const [ada, eve] = [await given.user(), await given.user({ team: await given.team() })]
  const { id: hidden } = await as(eve).post(type, {})
  const { id: other } = await as(ada).post(template, {})
  expect.soft(await as(ada).post(template, { entity: hidden })).toMatchObject({ status: 403 })
  expect.soft(await as(ada).post(template, { entity: 999 })).toMatchObject({ status: 404 })
  expect.soft(await as(ada).post(template, { entity: other })).toMatchObject({ status: 404 })
  expect.soft(await as(ada).post(template, { entity: 'x' })).toMatchObject({ status: 400 })
  expect.soft(await as(ada).post(template, { entity: 1, template: 1 })).toMatchObject({ status: 400 })
  expect.soft(await as(ada).post(template, { entity: -1 })).toMatchObject({ status: 201 })
})

test('a template that is copied keeps what it passes on, its colour and who may book, not its place', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const { id } = await as(ada).post('items_types', { title: 'Freezer' })
  const set = { color: '#a0B1c2', ordering: 3, canread_target_base: 40, canbook_base: 50, canbook: everyone([1]) }
  expect(await as(ada).patch(`items_types/${id}`, set)).toMatchObject({
    status: 200,
    body: { color: 'a0B1c2', ordering: 3 },
  })
  const { id: copy } = await as(ada).post(`items_types/${id}`, { action: 'duplicate' })
  const { body } = await as(ada).get<Entity>(`items_types/${copy}`)
  expect(body).toMatchObject({
    title: 'Freezer I',
    color: 'a0B1c2',
    ordering: null,
    canread_target_base: 40,
    canbook_base: 50,
  })
  const { id: item } = await as(ada).post('items', { template: copy })
  expect((await as(ada).get<Entity>(`items/${item}`)).body).toMatchObject({
    ...{ canbook_base: 50, canbook: '{"teams": [], "teamgroups": [], "users": [1]}', canread_base: 40 },
  })
})

test('who makes templates passes on their own default permissions, until the template says otherwise', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  await as(ada).patch('users/me', { default_read_base: 40, default_write_base: 10 })
  const { id } = await as(ada).post('experiments_templates', { canread_base: 20 })
  expect((await as(ada).get(`experiments_templates/${id}`)).body).toMatchObject({
    ...{ canread_base: 20, canwrite_base: 10, canread_target_base: 40, canwrite_target_base: 10 },
  })
  const { id: bob } = await given.user()
  const set = { canread_target: { teams: [], teamgroups: [], users: [bob] }, canread_target_base: 50 }
  const { id: chosen } = await as(ada).post('experiments_templates', set)
  expect((await as(ada).get(`experiments_templates/${chosen}`)).body).toMatchObject({
    ...{ canread_target_base: 50, canread_target: `{"teams": [], "teamgroups": [], "users": [${bob}]}` },
  })
})

async function givenCategory(ctx: TestApp['ctx'], type: 'experiments' | 'items'): Promise<number> {
  const kind = type === 'items' ? LABEL_KIND.resourcesCategory : LABEL_KIND.experimentsCategory
  const { id } = await ctx.db.write((db) =>
    db
      .insertInto('labels')
      .values({ kind, team: 1, title: 'C', color: 'aabbcc', state: 1, is_private: 1 })
      .returning('id')
      .executeTakeFirstOrThrow(),
  )
  return id
}
