import { EntityType } from '@aliquot/contract/common'
import type { SharedEntity } from '@aliquot/contract/shared'
import { expect, test } from 'vitest'
import { digestDatabase } from '../../../test/digest.ts'
import { testApp } from '../../../test/harness.ts'

async function start(type = 'experiments', config: Record<string, string> = { anon_users: '1' }) {
  const app = await testApp()
  const root = await app.given.user({ isSysadmin: true })
  await app.as(root).patch('config', config)
  const ada = await app.given.user()
  const set = { title: 'Crystals', content_type: 2, body: '**10 mM**', tags: ['salt', 'acid'], canread_base: 10 }
  const { id } = await app.as(ada).post(type, set)
  const patch = (body: object) => app.as(ada).patch<{ access_key: string; sharelink: string }>(`${type}/${id}`, body)
  const { body } = await patch({ action: 'accesskey' })
  const look = (key?: string) =>
    app.as(undefined).get<SharedEntity>(`shared/${type}/${id}${key === undefined ? '' : `?access_key=${key}`}`)
  return { ...app, app: app.app, root, ada, id, patch, look, key: body.access_key, link: body.sharelink }
}

test.each(EntityType.options)('one of %s is seen by anybody who has its public link', async (type) => {
  const { ada, id, key, link, look } = await start(type)
  expect(link).toMatch(new RegExp(`\\.php\\?mode=view&id=${id}&access_key=${key}$`))
  const { status, body, headers } = await look(key)
  expect(status).toBe(200)
  expect(body).toMatchObject({ id, type, title: 'Crystals', tags: ['acid', 'salt'], team_name: 'Default team' })
  expect(body.body_html).toContain('<strong>10 mM</strong>')
  expect(headers['cache-control']).toMatch(/no-store|private/)
  expect(JSON.stringify(body)).not.toContain(ada.email)
  expect(JSON.stringify(body)).not.toContain(key)
})

test('links to entries that are open to everyone have the titles of today, and others are not told', async () => {
  const { as, ada, id, key, look, patch } = await start()
  const his = as(ada)
  const make = async (type: string, title: string, canread_base: number) =>
    (await his.post(type, { title, canread_base })).id
  const open = await make('experiments', 'Buffer A', 50)
  const freezer = await make('items', 'Freezer', 50)
  const hidden = await make('experiments', 'Secret', 40)
  for (const [type, target] of [
    ['experiments', open],
    ['items', freezer],
    ['experiments', hidden],
  ] as const)
    await his.post(`experiments/${id}/${type}_links/${target}`)
  await his.patch(`experiments/${open}`, { title: 'Buffer A, pH 8' })
  expect((await look(key)).body.links).toEqual([
    { type: 'experiments', id: open, title: 'Buffer A, pH 8' },
    { type: 'items', id: freezer, title: 'Freezer' },
  ])
  await his.patch(`experiments/${open}`, { action: 'archive' })
  await his.patch(`items/${freezer}`, { canread_base: 10 })
  expect((await look(key)).body.links).toEqual([])
  await his.patch(`items/${freezer}`, { canread_base: 50 })
  await patch({ hide_main_text: 1 })
  expect((await look(key)).body.links).toEqual([])
})

test('a wrong key, no key, a wrong type or id, and a link that has ended are all not found', async () => {
  const { ctx, as, id, key, look, patch } = await start()
  const before = await digestDatabase(ctx)
  const wrong = [undefined, '', 'x', key.slice(0, -1), `${key}0`, key.toUpperCase() === key ? 'y' : key.toUpperCase()]
  for (const other of wrong) expect.soft(await look(other), String(other)).toMatchObject({ status: 404 })
  for (const path of [`items/${id}`, 'experiments/999', 'experiments/0']) {
    expect.soft(await as(undefined).get(`shared/${path}?access_key=${key}`), path).toMatchObject({ status: 404 })
  }
  expect(await digestDatabase(ctx)).toEqual(before)
  await patch({ action: 'accesskey' })
  expect(await look(key)).toMatchObject({ status: 404 })
  expect(await look('null')).toMatchObject({ status: 404 })
})

test.each(['archive', 'destroy'])('after %s the link is over, and stays so', async (action) => {
  const { key, look, patch } = await start()
  await patch({ action })
  expect(await look(key)).toMatchObject({ status: 404 })
  await patch({ action: action === 'archive' ? 'unarchive' : 'restore' })
  expect(await look(key)).toMatchObject({ status: 404 })
})

test('a deleted entry whose key an earlier version left in place is not found', async () => {
  const { ctx, id, key, look } = await start()
  await ctx.db.write((db) => db.updateTable('entities').set({ state: 3 }).where('id', '=', id).execute())
  expect(await look(key)).toMatchObject({ status: 404 })
})

test('where the instance shows nothing without an account, no link leads anywhere, from the next request on', async () => {
  const { as, root, ada, key, look } = await start()
  expect(await look(key)).toMatchObject({ status: 200 })
  expect(await as(ada).get('session')).toMatchObject({ body: { has_share_links: 1 } })
  await as(root).patch('config', { anon_users: '0' })
  expect(await look(key)).toMatchObject({ status: 404 })
  expect(await as(ada).get('session')).toMatchObject({ body: { has_share_links: 0 } })
})

test('entries of the level for everyone need no key, others do', async () => {
  const { look, patch } = await start()
  await patch({ canread_base: 40 })
  expect(await look()).toMatchObject({ status: 404 })
  await patch({ canread_base: 50 })
  expect(await look()).toMatchObject({ status: 200, body: { title: 'Crystals' } })
})

test('a share key gives nothing in the rest of the API', async () => {
  const { as, id, key } = await start()
  expect(await as(undefined).get(`experiments/${id}?access_key=${key}`)).toMatchObject({ status: 401 })
  expect(await as(key).get(`experiments/${id}`)).toMatchObject({ status: 401 })
})

test('who tries many keys is told to wait, even with the right one', async () => {
  const { key, look } = await start()
  for (let n = 0; n < 50; n++) expect(await look(`guess${n}`)).toMatchObject({ status: 404 })
  expect(await look(key)).toMatchObject({ status: 429, headers: { 'retry-after': expect.stringMatching(/^\d+$/) } })
})
