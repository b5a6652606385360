import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { type TestUser, testApp } from '../../../test/harness.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'

async function start(attributes: Record<string, unknown> = {}) {
  const app = await testApp()
  const ada = await app.given.user()
  const id = await app.given.experiment(ada, attributes)
  const patch = (body: unknown, user: TestUser = ada) => app.as(user).patch<Entity>(`experiments/${id}`, body)
  const act = (action: string, user: TestUser = ada) => patch({ action }, user)
  return { app, ada, id, patch, act }
}

test('lock toggles, and tells by whom and when', async () => {
  const { act, app, ada } = await start()
  app.ctx.now = () => '2030-01-01T00:00:00.000Z'
  const locked = { locked: 1, lockedby: ada.id, locked_at: '2030-01-01 00:00:00' }
  expect(await act('lock')).toMatchObject({ status: 200, body: locked })
  app.ctx.now = () => '2030-01-02T00:00:00.000Z'
  const unlocked = { locked: 0, lockedby: null, locked_at: '2030-01-02 00:00:00' }
  expect(await act('lock')).toMatchObject({ status: 200, body: unlocked })
})

test('forcelock and forceunlock say what they want, and may be repeated', async () => {
  const { act } = await start()
  expect(await act('forceunlock')).toMatchObject({ status: 200, body: { locked: 0, locked_at: null } })
  const first = await act('forcelock')
  expect(first).toMatchObject({ status: 200, body: { locked: 1 } })
  expect((await act('forcelock')).body).toEqual(first.body)
  expect(await act('forceunlock')).toMatchObject({ status: 200, body: { locked: 0, lockedby: null } })
})

test('a locked entry is changed and unlocked by its locker and by admins alone', async () => {
  const { app, act, patch } = await start({ canwrite_base: 30 })
  const bob = await app.given.user()
  const boss = await app.given.user({ isAdmin: true })
  expect(await act('lock', bob)).toMatchObject({ body: { lockedby: bob.id } })
  for (const body of [{ title: 'x' }, { action: 'lock' }, { action: 'forceunlock' }, { action: 'destroy' }]) {
    expect(await patch(body)).toMatchObject({ status: 403 })
  }
  expect(await patch({ title: 'by the locker' }, bob)).toMatchObject({ status: 200 })
  expect(await patch({ title: 'by an admin' }, boss)).toMatchObject({ status: 200, body: { locked: 1 } })
  expect(await act('lock', boss)).toMatchObject({ status: 200, body: { locked: 0 } })
})

test('a pin is one person’s, needs only read access and leaves the entry as it is', async () => {
  const { app, act, ada, id } = await start()
  const bob = await app.given.user()
  const before = await app.as(ada).get<Entity>(`experiments/${id}`)
  const pinned = await act('pin', bob)
  expect(pinned).toMatchObject({ status: 200, body: { is_pinned: 1 } })
  expect((await app.as(ada).get<Entity>(`experiments/${id}`)).body).toEqual(before.body)
  expect(pinned.headers.etag?.split('-')[0]).toBe(before.headers.etag?.split('-')[0])
  expect(await act('pin', bob)).toMatchObject({ body: { is_pinned: 0 } })
})

test('archive locks, unarchive brings back and unlocks', async () => {
  const { act, ada } = await start()
  expect(await act('archive')).toMatchObject({ status: 200, body: { state: 2, locked: 1, lockedby: ada.id } })
  expect(await act('unarchive')).toMatchObject({ status: 200, body: { state: 1, locked: 0, lockedby: null } })
  expect(await act('unarchive')).toMatchObject({ status: 200, body: { state: 1 } })
})

test('restore brings a deleted entry back, without its number and its pins', async () => {
  const { act } = await start({ custom_id: 4 })
  await act('pin')
  expect(await act('destroy')).toMatchObject({ status: 200, body: { state: 3, custom_id: null, is_pinned: 0 } })
  expect(await act('restore')).toMatchObject({ status: 200, body: { state: 1, custom_id: null, is_pinned: 0 } })
  expect(await act('restore')).toMatchObject({ status: 200, body: { state: 1 } })
})

test.each([
  ['archived', 'archive', ['unarchive']],
  ['deleted', 'destroy', ['restore']],
])('an entry that is %s refuses everything but the way back', async (_, into, allowed) => {
  const { app, act, patch, id, ada } = await start()
  await act(into)
  const before = (await app.as(ada).get(`experiments/${id}`)).body
  const bodies = [
    {},
    { title: 'x' },
    { tags: ['x'] },
    { state: 1 },
    ...'lock forcelock forceunlock pin archive destroy accesskey setnextcustomid update unarchive restore'
      .split(' ')
      .filter((action) => !allowed.includes(action))
      .map((action) => ({ action })),
    { action: 'setcanread', can: { teams: [], teamgroups: [], users: [] }, can_base: 50 },
    { action: 'updatemetadatafield', a: 1 },
  ]
  for (const body of bodies) {
    expect(await patch(body), JSON.stringify(body)).toMatchObject({ status: 422, body: { code: 422 } })
  }
  expect((await app.as(ada).get(`experiments/${id}`)).body).toEqual(before)
  for (const action of allowed) expect(await act(action)).toMatchObject({ status: 200, body: { state: 1 } })
})

test('the state is refused before the access, and a hidden entry before the state', async () => {
  const { app, act, ada } = await start()
  const bob = await app.given.user()
  const eve = await app.given.user({ team: await app.given.team() })
  await act('archive', ada)
  expect(await act('lock', bob)).toMatchObject({ status: 422 })
  expect(await act('unarchive', bob)).toMatchObject({ status: 403 })
  expect(await act('lock', eve)).toMatchObject({ status: 403 })
})

test('accesskey toggles the key of the public link', async () => {
  const { act } = await start()
  const on = await act('accesskey')
  expect(on.body.access_key).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/)
  expect(on.body.changelog[0]).toMatchObject({ target: 'access_key' })
  expect(JSON.stringify(on.body.changelog)).not.toContain(on.body.access_key)
  expect(await act('accesskey')).toMatchObject({ body: { access_key: null } })
})

test('the key of a public link is in no event of the journal', async () => {
  const { act, app, id } = await start()
  const { body } = await act('accesskey')
  await app.as((await app.given.user()).key).post(`experiments/${id}`, { action: 'duplicate' })
  const events = await app.ctx.db.read.selectFrom('events').selectAll().execute()
  expect(body.access_key).not.toBeNull()
  expect(JSON.stringify(events)).not.toContain(body.access_key)
})

test('setcanread and setcanwrite set list and level together', async () => {
  const { patch } = await start()
  const can = '{"teams": [1], "teamgroups": [], "users": []}'
  expect(await patch({ action: 'setcanread', can, can_base: 40 })).toMatchObject({
    status: 200,
    body: { canread: can, canread_base: 40, canwrite_base: 20 },
  })
  expect(await patch({ action: 'setcanwrite', can: JSON.parse(can), can_base: '10' })).toMatchObject({
    status: 200,
    body: { canwrite: can, canwrite_base: 10, canread_base: 40 },
  })
})

test.each([
  [{}, 'can'],
  [{ can: '{"teams": [], "teamgroups": [], "users": []}' }, 'can_base'],
  [{ can_base: 30 }, 'can'],
  [{ can: '{', can_base: 30 }, 'can'],
  [{ can: '{"teams": []}', can_base: 30 }, 'can'],
  [{ can: '{"teams": [], "teamgroups": [], "users": []}', can_base: 31 }, 'can_base'],
])('setcanread refuses %j', async (keys, field) => {
  const { patch } = await start()
  const refused = await patch({ action: 'setcanread', ...keys })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(`^${field}:`) } })
})

test('setnextcustomid gives the next number of the category, and the same again', async () => {
  const { app, ada, act, patch } = await start()
  expect(await act('setnextcustomid')).toMatchObject({ status: 400 })
  const values = { kind: LABEL_KIND.experimentsCategory, team: 1, title: 'C', color: 'aabbcc', state: 1, is_private: 1 }
  const { id: category } = await app.ctx.db.write((db) =>
    db.insertInto('labels').values(values).returning('id').executeTakeFirstOrThrow(),
  )
  await patch({ category })
  expect(await act('setnextcustomid')).toMatchObject({ status: 200, body: { custom_id: 1 } })
  await app.given.experiment(ada, { category, custom_id: 8 })
  expect(await act('setnextcustomid')).toMatchObject({ body: { custom_id: 9 } })
  expect(await act('setnextcustomid')).toMatchObject({ body: { custom_id: 9 } })
  await app.given.experiment(ada, { category, custom_id: 2_147_483_647 })
  expect(await act('setnextcustomid')).toMatchObject({ status: 400 })
})

test.each(['timestamp', 'bloxberg', 'sign'])('the action %s is refused as not available', async (action) => {
  const { patch } = await start()
  const refused = await patch({ action })
  expect(refused).toMatchObject({ status: 400, body: { message: `action: ${action} is not available yet` } })
})

test('review and removeexclusiveeditmode find nothing to end, in the states in which they are allowed', async () => {
  const { app, ada, id, act } = await start()
  const reader = await app.given.user()
  expect(await app.as(reader).patch(`experiments/${id}`, { action: 'review' })).toMatchObject({ status: 200 })
  expect(await app.as(reader).patch(`experiments/${id}`, { action: 'removeexclusiveeditmode' })).toMatchObject({
    status: 403,
  })
  expect(await act('removeexclusiveeditmode')).toMatchObject({ status: 200, body: { exclusive_edit_mode: null } })
  await act('archive')
  expect(await act('review')).toMatchObject({ status: 200 })
  expect(await act('removeexclusiveeditmode')).toMatchObject({ status: 422 })
  await app.as(ada).delete(`experiments/${id}`)
  expect(await act('review')).toMatchObject({ status: 200 })
  expect(await act('removeexclusiveeditmode')).toMatchObject({ status: 200, body: { state: 3 } })
})

test.each(['archive', 'destroy'])('a public link ends with %s, and does not come back', async (action) => {
  const { act } = await start()
  expect(await act('accesskey')).toMatchObject({ body: { access_key: expect.stringMatching(/^[0-9a-f-]{36}$/) } })
  expect(await act(action)).toMatchObject({ status: 200, body: { access_key: null } })
  expect(await act(action === 'archive' ? 'unarchive' : 'restore')).toMatchObject({ body: { access_key: null } })
})

test('a missing or hidden entry outranks a wrong body', async () => {
  const { app, ada, patch } = await start()
  const eve = await app.given.user({ team: await app.given.team() })
  for (const body of [{ nonsense: 1 }, { date: 'x' }, { action: 'sign' }, { canread_is_immutable: 1 }, '{']) {
    expect(await app.as(ada).patch('experiments/99', body)).toMatchObject({ status: 404 })
    expect(await patch(body, eve)).toMatchObject({ status: 403 })
  }
})

test('a read-only key changes nothing', async () => {
  const { app, ada, id } = await start()
  const key = await app.given.key(ada, false)
  expect(await app.as(key).patch(`experiments/${id}`, { title: 'x' })).toMatchObject({ status: 403 })
  expect(await app.as(key).patch(`experiments/${id}`, { action: 'pin' })).toMatchObject({ status: 403 })
  expect(await app.as(key).delete(`experiments/${id}`)).toMatchObject({ status: 403 })
  expect(await app.as(key).post(`experiments/${id}`, { action: 'duplicate' })).toMatchObject({ status: 403 })
  expect(await app.as(key).get(`experiments/${id}`)).toMatchObject({ status: 200, body: { title: 'Untitled' } })
})
