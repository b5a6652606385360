import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'

/** The rules of the API about attributes, actions, states and refusals, for each entity type. */

async function start(type: EntityType) {
  const app = await testApp()
  const { as, given } = app
  const people = { ada: await given.user(), bob: await given.user(), boss: await given.user({ isAdmin: true }) }
  const eve = await given.user({ team: await given.team() })
  const { id } = await as(people.ada).post(type, { title: 'Lysis buffer' })
  const patch = (body: unknown, user: TestUser = people.ada) => as(user).patch<Entity>(`${type}/${id}`, body)
  const act = (action: string, user: TestUser = people.ada) => patch({ action }, user)
  const read = (user: TestUser = people.ada) => as(user).get<Entity>(`${type}/${id}`)
  return { ...app, ...people, eve, id, patch, act, read }
}

const NOBODY = '{"teams": [], "teamgroups": [], "users": []}'

test.each(EntityType.options)('PATCH of every common attribute of %s', async (type) => {
  const { ctx, as, ada, given, patch, read } = await start(type)
  const isResource = type.startsWith('items')
  const label = async (kind: number) =>
    (
      await ctx.db.write((db) =>
        db
          .insertInto('labels')
          .values({ kind, team: 1, title: 'Buffers', color: 'aabbcc', state: 1, is_private: 1 })
          .returning('id')
          .executeTakeFirstOrThrow(),
      )
    ).id
  const category = await label(isResource ? LABEL_KIND.resourcesCategory : LABEL_KIND.experimentsCategory)
  const status = await label(isResource ? LABEL_KIND.itemsStatus : LABEL_KIND.experimentsStatus)
  const foreign = await label(isResource ? LABEL_KIND.experimentsCategory : LABEL_KIND.resourcesCategory)
  const cases: [object, object][] = [
    [{ title: 'Buffer' }, { title: 'Buffer' }],
    [{ title: '' }, { title: 'Untitled' }],
    [{ body: '<p>a</p>' }, { body: '<p>a</p>', body_html: '<p>a</p>' }],
    [{ bodyappend: '<p>b</p>' }, { body: '<p>a</p><p>b</p>' }],
    [{ date: '20260302' }, { date: '2026-03-02' }],
    [{ content_type: 2 }, { content_type: 2 }],
    [{ category }, { category, category_title: 'Buffers', category_color: 'aabbcc' }],
    [{ status }, { status, status_title: 'Buffers', status_color: 'aabbcc' }],
    [{ custom_id: '12' }, { custom_id: 12 }],
    [
      { category: 0, status: '', custom_id: null },
      { category: null, status: null, custom_id: null },
    ],
    [{ rating: 5 }, { rating: 5 }],
    [{ metadata: '{"a":1}' }, { metadata: '{"a": 1}', metadata_decoded: { a: 1 } }],
    [
      { metadatamerge: '{"extra_fields":{"B":{"value":2}}}' },
      { metadata_decoded: { a: 1, extra_fields: { B: { value: 2 } } } },
    ],
    [
      { canread: NOBODY, canread_base: 40 },
      { canread: NOBODY, canread_base: 40, canread_base_human: 'Organization' },
    ],
    [
      { canwrite: NOBODY, canwrite_base: 30 },
      { canwrite_base: 30, canwrite_base_human: 'Team' },
    ],
    [{ hide_main_text: 'off' }, { hide_main_text: 0 }],
    [{ hide_main_text: 'yes' }, { hide_main_text: 1 }],
    [{ tags: ['b', 'a'] }, { tags: 'a|b' }],
    [{ action: 'update', title: 'Named' }, { title: 'Named' }],
    [{}, { title: 'Named' }],
  ]
  for (const [sent, stored] of cases) {
    expect.soft(await patch(sent), JSON.stringify(sent)).toMatchObject({ status: 200, body: stored })
  }
  expect((await patch({ category: foreign })).status).toBe(422)
  const { id: other } = await as(ada).post(type, { category, custom_id: 3 })
  expect((await as(ada).get<Entity>(`${type}/${other}`)).body).toMatchObject({ category, custom_id: 3 })
  expect((await patch({ category, custom_id: 3 })).status).toBe(400)
  expect(await patch({ category, action: 'update' })).toMatchObject({ status: 200, body: { category } })
  expect(await patch({ action: 'setnextcustomid' })).toMatchObject({ status: 200, body: { custom_id: 4 } })
  expect((await as(await given.user()).get(`${type}/${other}`)).status).toBe(200)
  expect((await read()).body.changelog.length).toBeGreaterThan(10)
  expect((await verify(ctx.db)).findings.filter(({ table }) => table !== 'labels')).toEqual([])
})

test.each(EntityType.options)('the actions on %s', async (type) => {
  const { ctx, ada, bob, boss, id, as, act, patch, read } = await start(type)
  await patch({ canwrite_base: 30 })
  expect.soft(await act('lock', bob)).toMatchObject({ status: 200, body: { locked: 1, lockedby: bob.id } })
  expect.soft(await act('lock')).toMatchObject({ status: 403 })
  expect.soft(await act('lock', boss)).toMatchObject({ body: { locked: 0, lockedby: null } })
  expect.soft(await act('forcelock')).toMatchObject({ body: { locked: 1 } })
  expect.soft(await act('forceunlock')).toMatchObject({ body: { locked: 0 } })
  expect.soft(await act('pin', bob)).toMatchObject({ body: { is_pinned: 1 } })
  expect.soft((await read()).body.is_pinned).toBe(0)
  expect.soft(await act('setnextcustomid')).toMatchObject({ status: 400 })
  expect
    .soft(await patch({ action: 'setcanread', can: NOBODY, can_base: 40 }))
    .toMatchObject({ body: { canread_base: 40 } })
  expect
    .soft(await patch({ action: 'setcanwrite', can: NOBODY, can_base: 20 }))
    .toMatchObject({ body: { canwrite_base: 20 } })
  expect.soft(await patch({ action: 'setcanread', can: NOBODY })).toMatchObject({ status: 400 })
  expect.soft(await patch({ action: 'setcanread', can_base: 30 })).toMatchObject({ status: 400 })
  const shared = await act('accesskey')
  expect.soft(shared.body.sharelink).toContain(`&access_key=${shared.body.access_key}`)
  expect.soft(await act('accesskey')).toMatchObject({ body: { access_key: null } })
  expect.soft(await act('review', bob)).toMatchObject({ status: 200 })
  expect.soft(await act('removeexclusiveeditmode')).toMatchObject({ status: 200 })
  expect.soft(await act('archive')).toMatchObject({ body: { state: 2, locked: 1 } })
  expect.soft(await act('archive')).toMatchObject({ status: 422 })
  expect.soft(await patch({ title: 'x' })).toMatchObject({ status: 422 })
  expect.soft(await act('unarchive')).toMatchObject({ body: { state: 1, locked: 0 } })
  expect.soft(await act('unarchive')).toMatchObject({ body: { state: 1 } })
  expect.soft(await act('destroy')).toMatchObject({ status: 200, body: { state: 3 } })
  expect.soft(await patch({ title: 'x' })).toMatchObject({ status: 422 })
  expect.soft(await as(ada).delete(`${type}/${id}`)).toMatchObject({ status: 204 })
  expect.soft((await read(bob)).body).toMatchObject({ state: 3, is_pinned: 0, custom_id: null })
  expect.soft((await as(ada).get(`${type}?state=3`)).body).toMatchObject([{ id }])
  expect.soft(await act('restore')).toMatchObject({ status: 200, body: { state: 1 } })
  expect.soft(await patch({ state: 2 })).toMatchObject({ status: 200, body: { state: 2, locked: 1 } })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each(EntityType.options)('the failures of %s, in which nothing changes', async (type) => {
  const { ctx, as, given, ada, bob, eve, id } = await start(type)
  const key = await given.key(ada, false)
  const before = await digestDatabase(ctx)
  const cases: [string, () => Promise<{ status: number }>, number][] = [
    ['unknown id', () => as(ada).get(`${type}/999`), 404],
    ['unknown id', () => as(ada).patch(`${type}/999`, { title: 'x' }), 404],
    ['unknown id', () => as(ada).delete(`${type}/999`), 404],
    ['not readable', () => as(eve).get(`${type}/${id}`), 403],
    ['not readable', () => as(eve).post(`${type}/${id}`, { action: 'duplicate' }), 403],
    ['not writable', () => as(bob).patch(`${type}/${id}`, { title: 'x' }), 403],
    ['not writable', () => as(bob).delete(`${type}/${id}`), 403],
    ['read-only key', () => as(key).post(type, {}), 403],
    ['read-only key', () => as(key).patch(`${type}/${id}`, { title: 'x' }), 403],
    ['read-only key', () => as(key).delete(`${type}/${id}`), 403],
    ['collection PATCH', () => as(ada).patch(type, { title: 'x' }), 403],
    ['collection DELETE', () => as(ada).delete(type), 403],
    ['duplicate without id', () => as(ada).post(type, { action: 'duplicate' }), 403],
    ['unknown action on POST', () => as(ada).post(type, { action: 'fly' }), 400],
  ]
  const patches: [string, object, number][] = [
    ['unknown attribute', { colour: 'x' }, 400],
    ['unsupported action', { action: 'fly' }, 400],
    ['userid', { userid: 2 }, 400],
    ['team', { team: 2 }, 400],
    ['locked', { locked: 1 }, 400],
    ['elabid', { elabid: 'x' }, 400],
    ['bad permission text', { canread: '{"teams": []}' }, 400],
    ['bad permission text', { canwrite: 'x' }, 400],
    ['bad base level', { canread_base: 33 }, 400],
    ['bad date', { date: 'tomorrow' }, 400],
    ['bad JSON text', { metadata: '{' }, 400],
    ['bad JSON text', { metadatamerge: '{' }, 400],
    ['content type', { content_type: 3 }, 400],
    ['out of range', { rating: 6 }, 400],
    ['out of range', { category: 3_000_000_000 }, 400],
    ['state', { state: 7 }, 400],
    ['unknown status', { status: 999 }, 422],
    ['unknown category', { category: 999 }, 422],
    ['all or nothing', { title: 'changed', date: 'x' }, 400],
    ['bad transfer target', { action: 'updateowner', userid: 999, team: 1 }, 422],
    ['unknown field', { action: 'updatemetadatafield', Nothing: 'x' }, 400],
  ]
  for (const [name, body, status] of patches) cases.push([name, () => as(ada).patch(`${type}/${id}`, body), status])
  for (const [name, call, status] of cases)
    expect.soft(await call(), name).toMatchObject({ status, body: { code: status } })
  expect(await digestDatabase(ctx)).toEqual(before)
})

test.each(EntityType.options)('a copy of one of %s', async (type) => {
  const { ctx, as, ada, bob, id, patch, act } = await start(type)
  await patch({ body: '<p>x</p>', tags: ['t'], rating: 3, hide_main_text: 1, canread_base: 40, metadata: '{"a": 1}' })
  await act('lock')
  await act('pin', bob)
  await as(ada).post(`${type}/${id}/comments`, { comment: 'not copied' })
  const { id: copy } = await as(bob).post(`${type}/${id}`, {
    action: 'duplicate',
    copyFiles: false,
    linkToOriginal: false,
  })
  const { body } = await as(bob).get<Entity>(`${type}/${copy}`)
  expect(body).toMatchObject({
    ...{ title: 'Lysis buffer I', body: '<p>x</p>', tags: 't', rating: 3, hide_main_text: 1, canread_base: 40 },
    ...{
      metadata: '{"a": 1}',
      userid: bob.id,
      locked: 0,
      is_pinned: 0,
      comments: [],
      changelog: [{ target: 'title' }, { target: 'created', content: expect.stringMatching(/^Created from /) }],
      created_from_id: id,
    },
  })
  const { id: another } = await as(bob).post(`${type}/${id}`, { title: 'No copy' })
  expect((await as(bob).get<Entity>(`${type}/${another}`)).body).toMatchObject({
    title: 'No copy',
    created_from_id: null,
  })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})
