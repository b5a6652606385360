import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

test('DELETE puts an entry away: its number and everybody’s pins are gone, the rest stays', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const bob = await given.user()
  const id = await given.experiment(ada, { title: 'Kept', custom_id: 4, tags: ['a'] })
  for (const user of [ada, bob]) await as(user).patch(`experiments/${id}`, { action: 'pin' })
  expect(await as(ada).delete(`experiments/${id}`)).toMatchObject({ status: 204, body: '' })
  const kept = { state: 3, title: 'Kept', custom_id: null, is_pinned: 0, tags: 'a' }
  expect(await as(bob).get(`experiments/${id}`)).toMatchObject({ status: 200, body: kept })
  expect(await ctx.db.read.selectFrom('pins').selectAll().execute()).toEqual([])
})

test('DELETE works again on what is deleted, on archived entries, and with a body of {}', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).delete(`experiments/${id}`, {})).toMatchObject({ status: 204 })
  const first = await as(ada).get(`experiments/${id}`)
  expect(await as(ada).delete(`experiments/${id}`)).toMatchObject({ status: 204 })
  expect((await as(ada).get(`experiments/${id}`)).headers.etag).toBe(first.headers.etag)
  const archived = await given.experiment(ada, { action: 'archive' })
  expect(await as(ada).delete(`experiments/${archived}`)).toMatchObject({ status: 204 })
})

test('DELETE needs write access, and on a locked entry its locker or an admin', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const mate = await given.user()
  const boss = await given.user({ isAdmin: true })
  const eve = await given.user({ team: await given.team() })
  const id = await given.experiment(ada)
  for (const user of [mate, eve]) expect(await as(user).delete(`experiments/${id}`)).toMatchObject({ status: 403 })
  await as(ada).patch(`experiments/${id}`, { canwrite_base: 30 })
  await as(ada).patch(`experiments/${id}`, { action: 'lock' })
  expect(await as(mate).delete(`experiments/${id}`)).toMatchObject({ status: 403 })
  expect(await as(boss).delete(`experiments/${id}`)).toMatchObject({ status: 204 })
  expect(await as(ada).delete('experiments/99')).toMatchObject({ status: 404 })
  expect(await as(undefined).delete(`experiments/${id}`)).toMatchObject({ status: 401 })
})

test('DELETE with a stale If-Match is refused with the present record', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const { etag = '' } = (await as(ada).get(`experiments/${id}`)).headers
  await as(ada).patch(`experiments/${id}`, { title: 'newer' })
  const stale = await as(ada).delete(`experiments/${id}`, undefined, { 'if-match': etag })
  expect(stale).toMatchObject({ status: 412, body: { current: { title: 'newer', state: 1 } } })
  const { etag: present = '' } = (await as(ada).get(`experiments/${id}`)).headers
  expect(await as(ada).delete(`experiments/${id}`, undefined, { 'if-match': present })).toMatchObject({ status: 204 })
})

test('comments and tags of a deleted entry can still be read', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada, { tags: ['a'] })
  await as(ada).post(`experiments/${id}/comments`, { comment: 'x' })
  await as(ada).delete(`experiments/${id}`)
  expect(await as(ada).get(`experiments/${id}/comments`)).toMatchObject({ status: 200, body: [{ comment: 'x' }] })
  expect((await as(ada).get<Entity>(`experiments/${id}`)).body.comments).toHaveLength(1)
})
