import { EntityType } from '@aliquot/contract/common'
import type { Entity, EntityListRow } from '@aliquot/contract/entities'
import type { ItemLink } from '@aliquot/contract/links'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

let app: TestApp
let ada: TestUser
let bob: TestUser
let client: Client

beforeAll(async () => {
  let close: (() => Promise<void>) | undefined
  app = await testApp({}, { closing: (end) => (close = end) })
  ada = await app.given.user()
  bob = await app.given.user()
  client = app.as(ada)
  return close
})

async function given(type: string, body: object = {}): Promise<number> {
  const { id } = await client.post(type, body)
  return id
}

const read = async (path: string, user = ada) => (await app.as(user).get<Entity>(path)).body
const idsIn = (links: readonly { entityid: number }[]) => links.map(({ entityid }) => entityid)

describe.each(EntityType.options)('links of %s', (type) => {
  test('point to experiments and resources, which show them as related', async () => {
    const id = await given(type, { title: 'From here' })
    const experiment = await given('experiments', { title: 'Target' })
    const item = await given('items', { title: 'Freezer', is_bookable: 1 })
    const toItem = await client.post(`${type}/${id}/items_links/${item}`)
    expect(toItem).toMatchObject({ status: 201, body: '', path: `/api/v2/${type}/${id}/${type}2items/${item}` })
    const toExperiment = await client.post(`${type}/${id}/experiments_links/${experiment}`, { action: 'create' })
    expect(toExperiment.path).toBe(`/api/v2/${type}/${id}/${type}2experiments/${experiment}`)
    const record = await read(`${type}/${id}`)
    expect(record.items_links).toEqual([
      {
        entityid: item,
        title: 'Freezer',
        custom_id: null,
        elabid: expect.stringMatching(/^\d{8}-/),
        link_state: 1,
        is_bookable: 1,
        page: 'database.php',
        type: 'items',
        category_id: null,
        category_title: null,
        category_color: null,
        status_id: null,
        status_title: null,
        status_color: null,
      },
    ])
    expect(record.experiments_links).toMatchObject([
      { entityid: experiment, title: 'Target', page: 'experiments.php', type: 'experiments' },
    ])
    expect(record.experiments_links[0]).not.toHaveProperty('is_bookable')
    for (const path of ['', '/12']) {
      const listed = await client.get<ItemLink[]>(`${type}/${id}/items_links${path}`)
      expect(listed.body).toEqual(record.items_links)
      expect(listed.headers['x-total-count']).toBe('1')
    }
    expect(record.changelog.slice(0, 2)).toMatchObject([
      { target: 'links', content: `added experiments ${experiment}` },
      { target: 'links', content: `added items ${item}` },
    ])
    expect(record.lastchangeby).toBe(ada.id)

    const seen = await read(`items/${item}`)
    const isTemplate = type === 'experiments_templates' || type === 'items_types'
    const related = type === 'items' ? seen.related_items_links : seen.related_experiments_links
    expect(idsIn(related)).toEqual(isTemplate ? [] : [id])
    if (!isTemplate) expect(related[0]).toMatchObject({ title: 'From here', type, link_state: 1 })
    if (!isTemplate) expect(related[0]).not.toHaveProperty('elabid')
    expect(seen.changelog.filter(({ target }) => target === 'links')).toEqual([])
  })

  test('are removed once, by the type of their target', async () => {
    const id = await given(type)
    const item = await given('items')
    await client.post(`${type}/${id}/items_links/${item}`)
    expect((await client.delete(`${type}/${id}/experiments_links/${item}`)).status).toBe(204)
    expect(idsIn((await read(`${type}/${id}`)).items_links)).toEqual([item])
    const modified = (await read(`${type}/${id}`)).changelog.length
    for (const changes of [1, 1]) {
      expect((await client.delete(`${type}/${id}/items_links/${item}`)).status).toBe(204)
      const record = await read(`${type}/${id}`)
      expect(record.items_links).toEqual([])
      expect(record.changelog).toHaveLength(modified + changes)
      expect(record.changelog[0]).toMatchObject({ target: 'links', content: `removed items ${item}` })
    }
    expect((await read(`items/${item}`)).related_items_links).toEqual([])
  })
})

test('a link to itself is none, and a second one changes nothing', async () => {
  const id = await given('experiments')
  const other = await given('experiments')
  const self = await client.post(`experiments/${id}/experiments_links/${id}`)
  expect(self).toMatchObject({ status: 201, path: `/api/v2/experiments/${id}/experiments2experiments/0` })
  expect(await read(`experiments/${id}`)).toMatchObject({
    experiments_links: [],
    changelog: [{ target: 'created' }],
    lastchangeby: null,
  })
  for (let time = 0; time < 2; time++) {
    const { status, path } = await client.post(`experiments/${id}/experiments_links/${other}`)
    expect([status, path]).toEqual([201, `/api/v2/experiments/${id}/experiments2experiments/${other}`])
  }
  expect((await read(`experiments/${id}`)).changelog).toHaveLength(2)
})

test.each<[string, string, object | undefined, number]>([
  ['POST', 'items_links/{experiment}', {}, 404],
  ['POST', 'items_links/99999', {}, 404],
  ['POST', 'items_links/0', {}, 404],
  ['POST', 'items_links/abc', {}, 400],
  ['POST', 'items_links', {}, 400],
  ['POST', 'items_links/{item}', { action: 'update' }, 400],
  ['POST', 'items_links/{item}', { action: 'nonsense' }, 400],
  ['POST', 'items_links/{hidden}', {}, 403],
  ['POST', 'items_links/{hidden}', { action: 'duplicate' }, 403],
  ['POST', 'items_links/99999', { action: 'duplicate' }, 404],
  ['POST', 'items_links/{deleted}', {}, 422],
  ['PATCH', 'items_links/{item}', {}, 400],
  ['PATCH', 'items_links', {}, 400],
  ['DELETE', 'items_links/99999', undefined, 204],
  ['DELETE', 'items_links/{hidden}', undefined, 204],
])('%s %s with %j answers %i and changes nothing', async (method, path, body, status) => {
  const id = await given('experiments')
  const { id: hidden } = await app.as(bob).post('items', { canread_base: 10 })
  const deleted = await given('items')
  await client.delete(`items/${deleted}`)
  const ids: Record<string, number> = {
    experiment: await given('experiments'),
    item: await given('items'),
    hidden,
    deleted,
  }
  const url = path.replace(/\{(\w+)\}/, (_, name) => String(ids[name]))
  const before = await read(`experiments/${id}`)
  expect((await client.send(method, `experiments/${id}/${url}`, body)).status).toBe(status)
  expect(await read(`experiments/${id}`)).toEqual(before)
})

test('who may not write may not link, who may not read does not see', async () => {
  const id = await given('experiments')
  const item = await given('items', { title: 'Secret project' })
  await client.post(`experiments/${id}/items_links/${item}`)
  const stranger = await app.given.user({ team: await app.given.team() })
  for (const [person, reading] of [
    [bob, 200],
    [stranger, 403],
  ] as const) {
    const as = app.as(person)
    expect((await as.get(`experiments/${id}/items_links`)).status).toBe(reading)
    expect((await as.post(`experiments/${id}/items_links/${item}`)).status).toBe(403)
    expect((await as.delete(`experiments/${id}/items_links/${item}`)).status).toBe(403)
  }
  expect(idsIn((await read(`experiments/${id}`, bob)).items_links)).toEqual([item])
  await client.patch(`items/${item}`, { canread_base: 10 })
  const seen = await app.as(bob).get(`experiments/${id}`)
  expect(seen.body).toMatchObject({ items_links: [] })
  expect(JSON.stringify(seen.body)).not.toContain('Secret project')
  expect((await app.as(bob).get(`experiments/${id}/items_links`)).body).toEqual([])
  // The same the other way round.
  await client.patch(`items/${item}`, { canread_base: 30 })
  await client.patch(`experiments/${id}`, { canread_base: 10 })
  expect((await read(`items/${item}`, bob)).related_experiments_links).toEqual([])
  expect(idsIn((await read(`items/${item}`)).related_experiments_links)).toEqual([id])
})

test('archived entries are linked, deleted ones are hidden until they are restored', async () => {
  const id = await given('experiments')
  const item = await given('items')
  await client.post(`experiments/${id}/items_links/${item}`)
  await client.patch(`items/${item}`, { action: 'archive' })
  expect((await read(`experiments/${id}`)).items_links).toMatchObject([{ entityid: item, link_state: 2 }])
  await client.delete(`items/${item}`)
  expect((await read(`experiments/${id}`)).items_links).toEqual([])
  await client.patch(`items/${item}`, { action: 'restore' })
  expect((await read(`experiments/${id}`)).items_links).toMatchObject([{ entityid: item, link_state: 1 }])
  await client.delete(`experiments/${id}`)
  expect((await read(`items/${item}`)).related_experiments_links).toEqual([])
})

test('links are ordered by category, date and title', async () => {
  await app.ctx.db.write((db) =>
    db
      .insertInto('labels')
      .values([
        { kind: 3, team: 1, title: 'B', color: 'aabbcc', state: 1, is_private: 0 },
        { kind: 3, team: 1, title: 'A', color: 'aabbcc', state: 1, is_private: 0 },
      ])
      .execute(),
  )
  const { body: labels } = await client.get<{ id: number; title: string }[]>('teams/1/resources_categories')
  const category = (title: string) => labels.find((label) => label.title === title)?.id
  const id = await given('experiments')
  for (const [title, date, of] of [
    ['third', '2026-01-01', 'A'],
    ['fifth', '2026-01-01', 'B'],
    ['fourth', '2026-01-02', 'A'],
    ['second', '2026-09-01', undefined],
    ['first', '2026-08-01', undefined],
  ] as const) {
    const item = await given('items', { title, date, ...(of && { category: category(of) }) })
    await client.post(`experiments/${id}/items_links/${item}`)
  }
  const { items_links } = await read(`experiments/${id}`)
  expect(items_links.map(({ title }) => title)).toEqual(['first', 'second', 'third', 'fourth', 'fifth'])
  expect(items_links[4]).toMatchObject({ category_id: category('B'), category_title: 'B', category_color: 'aabbcc' })
  const page = await client.get<ItemLink[]>(`experiments/${id}/items_links?limit=2&offset=3`)
  expect(page.body.map(({ title }) => title)).toEqual(['fourth', 'fifth'])
  expect(page.headers['x-total-count']).toBe('5')
})

test('links of another entry are taken over, to both types, without it and without oneself', async () => {
  const id = await given('experiments')
  const source = await given('items')
  const [item, experiment] = [await given('items'), await given('experiments')]
  const { id: hidden } = await app.as(bob).post('items', {})
  await client.post(`items/${source}/items_links/${item}`)
  await client.post(`items/${source}/items_links/${hidden}`)
  await client.post(`items/${source}/experiments_links/${experiment}`)
  await client.post(`items/${source}/experiments_links/${id}`)
  await client.post(`experiments/${id}/items_links/${item}`)
  await app.as(bob).patch(`items/${hidden}`, { canread_base: 10 })
  const { changelog } = await read(`experiments/${id}`)
  const taken = await client.post(`experiments/${id}/items_links/${source}`, { action: 'duplicate' })
  expect(taken).toMatchObject({ status: 201, path: `/api/v2/experiments/${id}/experiments2items/1` })
  const record = await read(`experiments/${id}`)
  expect(idsIn(record.items_links)).toEqual([item])
  expect(idsIn(record.experiments_links)).toEqual([experiment])
  expect(record.changelog).toEqual(changelog)
  // Unreadable links are copied too, and shown to those who may read them.
  expect(idsIn((await read(`experiments/${id}`, bob)).items_links)).toEqual([item, hidden])
})

test('copies take over links; a link to the original is made when it is asked for', async () => {
  const template = await given('experiments_templates')
  const item = await given('items')
  await client.post(`experiments_templates/${template}/items_links/${item}`)
  const made = await given('experiments', { template })
  const plain = (await client.post(`experiments/${made}`, { action: 'duplicate' })).id
  const linked = (await client.post(`experiments/${made}`, { action: 'duplicate', linkToOriginal: true })).id
  const ofTemplate = (
    await client.post(`experiments_templates/${template}`, { action: 'duplicate', linkToOriginal: true })
  ).id
  const back = await given('experiments_templates', { entity: made })
  expect(await read(`experiments/${plain}`)).toMatchObject({
    experiments_links: [],
    changelog: [{ target: 'title' }, { target: 'created' }],
  })
  expect(idsIn((await read(`experiments/${linked}`)).experiments_links)).toEqual([made])
  expect(idsIn((await read(`experiments/${made}`)).related_experiments_links)).toEqual([linked])
  for (const path of [
    `experiments/${made}`,
    `experiments/${plain}`,
    `experiments/${linked}`,
    `experiments_templates/${ofTemplate}`,
    `experiments_templates/${back}`,
  ]) {
    expect(idsIn((await read(path)).items_links), path).toEqual([item])
  }
})

test('a list is narrowed to the entries that point to one', async () => {
  const item = await given('items')
  const experiment = await given('experiments')
  const [a, b] = [await given('experiments'), await given('experiments')]
  const other = await given('items')
  await client.post(`experiments/${a}/items_links/${item}`)
  await client.post(`experiments/${b}/items_links/${item}`)
  await client.post(`items/${other}/items_links/${item}`)
  await client.post(`experiments/${b}/experiments_links/${experiment}`)
  const found = async (query: string, user = ada) => {
    const reply = await app.as(user).get<EntityListRow[]>(query)
    return reply.status === 200 ? reply.body.map(({ id }) => id).sort((x, y) => x - y) : reply.status
  }
  expect(await found(`experiments?related=${item}&related_origin=items`)).toEqual([a, b])
  expect(await found(`experiments?related=${item}&related_origin=items&limit=1&order=id`)).toEqual([b])
  expect(await found(`items?related=${item}`)).toEqual([other])
  expect(await found(`experiments?related=${experiment}`)).toEqual([b])
  expect(await found(`experiments?related=${item}`)).toEqual([])
  expect(await found('experiments?related=99999&related_origin=items')).toEqual([])
  expect(await found('experiments?related=0')).toEqual([])
  expect(await found('experiments?related=x')).toBe(400)
  expect(await found('experiments?related=1&related_origin=people')).toBe(400)
  await client.patch(`items/${item}`, { canread_base: 10 })
  expect(await found(`experiments?related=${item}&related_origin=items`, bob)).toEqual([])
})

test('an entry points to at most a thousand others, and one that many point to tells of the newest', async () => {
  const id = await given('experiments')
  const item = await given('items')
  await app.ctx.db.write(async (db) => {
    const row = await db.selectFrom('entities').selectAll().where('id', '=', item).executeTakeFirstOrThrow()
    const { id: _, ...columns } = row
    const copies = Array.from({ length: 100 }, () => ({ ...columns, elabid: null }))
    for (let from = 0; from < 1000; from += 100) {
      const made = await db.insertInto('entities').values(copies).returning('id').execute()
      const links = made.flatMap((copy) => [
        { entity_id: id, target_id: copy.id },
        { entity_id: copy.id, target_id: item },
      ])
      await db.insertInto('entity_links').values(links).execute()
    }
    await db.updateTable('entities').set({ has_links: 1, is_linked: 1 }).where('id', 'in', [id, item]).execute()
  })
  const refused = await client.post(`experiments/${id}/items_links/${item}`)
  expect(refused).toMatchObject({ status: 422 })
  expect((await read(`experiments/${id}`)).items_links).toHaveLength(1000)
  expect((await read(`items/${item}`)).related_items_links).toHaveLength(500)
  await app.ctx.db.write(async (db) => {
    const made = db.selectFrom('entity_links').select('target_id').where('entity_id', '=', id)
    const ids = (await made.execute()).map(({ target_id }) => target_id)
    await db
      .deleteFrom('entity_links')
      .where('entity_id', 'in', [id, ...ids])
      .execute()
    await db.deleteFrom('entities').where('id', 'in', ids).execute()
    await db.updateTable('entities').set({ has_links: 0, is_linked: 0 }).where('id', 'in', [id, item]).execute()
  })
})

test('people who link the same entries to each other at the same time all succeed', async () => {
  const ids = await Promise.all(Array.from({ length: 4 }, () => given('experiments')))
  const calls = ids.flatMap((from) => ids.map((to) => client.post(`experiments/${from}/experiments_links/${to}`)))
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(calls.map(() => 201))
  const removed = await Promise.all(
    ids.flatMap((from) => ids.map((to) => client.delete(`experiments/${from}/experiments_links/${to}`))),
  )
  expect(removed.every(({ status }) => status === 204)).toBe(true)
  for (const id of ids) {
    expect(await read(`experiments/${id}`)).toMatchObject({ experiments_links: [], related_experiments_links: [] })
  }
  const { findings } = await verify(app.ctx.db)
  expect(findings.filter(({ message }) => message.includes('link') || message.includes('point'))).toEqual([])
})
