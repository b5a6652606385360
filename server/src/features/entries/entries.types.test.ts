import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

const shared = sharedApp()

const PAGES = { experiments: 'experiments', items: 'database', experiments_templates: 'templates' } as const

test.each(EntityType.options)('%s are made, read, listed, changed, commented, tagged and deleted', async (type) => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const { status, id, path } = await as(ada).post(type, { title: 'Lysis buffer', tags: ['salt'], body: '<p>10 mM</p>' })
  expect({ status, path }).toEqual({ status: 201, path: `/api/v2/${type}/${id}` })

  const { body: entry } = await as(ada).get<Entity>(`${type}/${id}`)
  expect(entry).toMatchObject({ id, type, title: 'Lysis buffer', body: '<p>10 mM</p>', tags: 'salt', userid: ada.id })
  expect(entry.page).toBe(type === 'items_types' ? 'resources-templates' : PAGES[type])
  expect(entry.sharelink).toContain(`/${entry.page}.php?mode=view&id=${id}`)

  await as(ada).patch(`${type}/${id}`, { title: 'Buffer', rating: 3 })
  await as(ada).post(`${type}/${id}/comments`, { comment: 'Autoclaved' })
  await as(ada).post(`${type}/${id}/tags`, { tag: 'cold' })
  const { body: rows } = await as(ada).get<Entity[]>(type)
  expect(rows).toMatchObject([{ id, type, title: 'Buffer', rating: 3, page: `${entry.page}.php` }])
  expect(rows[0]?.tags?.split('|').sort()).toEqual(['cold', 'salt'])
  const { body: comments } = await as(ada).get(`${type}/${id}/comments`)
  expect(comments).toMatchObject([{ comment: 'Autoclaved' }])

  expect(await as(ada).delete(`${type}/${id}`)).toMatchObject({ status: 204 })
  expect((await as(ada).get(type)).body).toEqual([])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test.each(EntityType.options)(
  'an entry of %s is not found under the other types, nor listed with them',
  async (type) => {
    const { as, given } = await testApp()
    const ada = await given.user()
    const { id } = await as(ada).post(type, {})
    for (const other of EntityType.options.filter((name) => name !== type)) {
      expect.soft(await as(ada).get(`${other}/${id}`), other).toMatchObject({ status: 404 })
      expect.soft(await as(ada).patch(`${other}/${id}`, { title: 'x' }), other).toMatchObject({ status: 404 })
      expect.soft(await as(ada).get(`${other}/${id}/comments`), other).toMatchObject({ status: 404 })
      expect.soft((await as(ada).get(other)).body, other).toEqual([])
    }
  },
)

test.each([
  ['experiments', 'Untitled'],
  ['items', 'Untitled'],
  ['experiments_templates', 'Untitled'],
  ['items_types', 'Default'],
] as const)(
  'a new one of %s without a title is called %s; templates have no day and no permanent id',
  async (type, title) => {
    const { as, given } = await shared()
    const ada = await given.user()
    const { id } = await as(ada).post(type, {})
    const { body } = await as(ada).get<Entity>(`${type}/${id}`)
    const isTemplate = type.includes('_')
    expect(body).toMatchObject({
      title,
      date: isTemplate ? null : expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
      elabid: isTemplate ? null : expect.stringMatching(/^\d{8}-[0-9a-f]{40}$/),
    })
  },
)

test.each([
  ['experiments', 'users_canwrite_experiments'],
  ['items', 'users_canwrite_resources'],
  ['experiments_templates', 'users_canwrite_experiments_templates'],
  ['items_types', 'users_canwrite_resources_templates'],
] as const)('who is no admin is refused to create %s where the team says so', async (type, column) => {
  const app = await testApp()
  const [ada, boss] = await teamWithBoss(app)
  await app.ctx.db.write((db) =>
    db
      .updateTable('teams')
      .set({ [column]: 0 })
      .where('id', '=', 1)
      .execute(),
  )
  expect(await app.as(ada).post(type, {})).toMatchObject({ status: 403 })
  expect(await app.as(boss).post(type, {})).toMatchObject({ status: 201 })
  for (const other of EntityType.options.filter((name) => name !== type)) {
    expect.soft(await app.as(ada).post(other, {}), other).toMatchObject({ status: 201 })
  }
})

async function teamWithBoss({ given }: TestApp): Promise<[TestUser, TestUser]> {
  return [await given.user(), await given.user({ isAdmin: true })]
}
