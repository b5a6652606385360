import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'

async function start() {
  const app = await testApp()
  const ada = await app.given.user()
  const id = await app.given.experiment(ada)
  const events = (chain = id) =>
    app.ctx.db.read
      .selectFrom('events')
      .select(['userid', 'subject', 'verb', 'fields', 'changes', 'continues', 'seal'])
      .where('chain', '=', chain)
      .orderBy('position')
      .execute()
  const last = async (chain = id) => (await events(chain)).at(-1)
  return { app, ada, id, events, last, patch: (body: unknown) => app.as(ada).patch(`experiments/${id}`, body) }
}

test('every change of an entry is one event with the values before and after', async () => {
  const { patch, events, ada } = await start()
  await patch({ title: 'New', rating: 2 })
  const [created, updated, ...more] = await events()
  expect(more).toEqual([])
  expect(created).toMatchObject({ userid: ada.id, subject: 'entity', verb: 'created' })
  expect(JSON.parse(created?.changes ?? '')).toMatchObject({ title: { after: 'Untitled' }, team: { after: 1 } })
  expect(updated).toMatchObject({ subject: 'entity', verb: 'updated', fields: 'title,rating', continues: 0 })
  expect(JSON.parse(updated?.changes ?? '')).toEqual({
    title: { before: 'Untitled', after: 'New' },
    rating: { before: 0, after: 2 },
  })
  expect(updated?.seal).not.toBe(created?.seal)
})

test.each([
  [{ tags: ['a'] }, 'tags'],
  [{ body: 'x' }, 'body'],
  [{ canread_base: 50 }, 'canread_base'],
  [{ action: 'lock' }, 'locked,lockedby,locked_at'],
  [{ action: 'archive' }, 'state,locked,lockedby,locked_at'],
  [{ action: 'destroy' }, 'state'],
  [{ action: 'accesskey' }, 'access_key'],
])('%j is an event that names %s', async (body, fields) => {
  const { patch, last } = await start()
  expect(await patch(body)).toMatchObject({ status: 200 })
  expect(await last()).toMatchObject({ verb: 'updated', fields, seal: expect.any(String) })
})

test('a deletion tells whose pins it took away', async () => {
  const { app, ada, id, patch, last } = await start()
  await patch({ action: 'pin' })
  await app.as(ada).delete(`experiments/${id}`)
  const event = await last()
  expect(event).toMatchObject({ verb: 'updated', fields: 'state,pins' })
  expect(JSON.parse(event?.changes ?? '')).toMatchObject({ pins: { before: [ada.id], after: [] } })
})

test('a pin and its end are events of the instance, not of the entry', async () => {
  const { patch, last, events, ada, id } = await start()
  await patch({ action: 'pin' })
  expect(await last(0)).toMatchObject({ subject: 'pin', verb: 'created', userid: ada.id, seal: null })
  expect(JSON.parse((await last(0))?.changes ?? '')).toEqual({ entity: { after: id } })
  await patch({ action: 'pin' })
  expect(await last(0)).toMatchObject({ subject: 'pin', verb: 'deleted' })
  expect(await events()).toHaveLength(1)
})

test('a refused change leaves no event', async () => {
  const { patch, events, app, ada, id } = await start()
  for (const body of [{ title: [] }, { status: 99 }, { action: 'sign' }, { tags: [''] }]) await patch(body)
  await app.as(ada).patch(`experiments/${id}`, { title: 'x' }, { 'if-match': '"9-x"' })
  expect(await events()).toHaveLength(1)
})

test('the journal verifies after changes of every kind', async () => {
  const { app, ada, patch, id } = await start()
  const bob = await app.given.user()
  const long = 'Lorem ipsum dolor sit amet. '.repeat(100)
  const bodies = ['short', long, `${long}!`, `<p>${long}</p>`, '', 'again', 'x'.repeat(3000), `${long}é😀`]
  for (const body of bodies) await patch({ body })
  await patch({ bodyappend: ' more' })
  for (const tags of [['z', 'a'], ['m', 'z'], ['b', 'm', 'a'], []]) await patch({ tags })
  await patch({
    tags: ['z', 'b', 'a'],
    metadata: { note: long },
    canread: { teams: [1], teamgroups: [], users: [1, 2] },
  })
  await patch({ canread: { teams: [], teamgroups: [], users: [2] }, canwrite_base: 30, status: 2, content_type: 2 })
  await app.as(bob).patch(`experiments/${id}`, { title: 'Ünïcode ẞ', date: '2026-01-01' })
  await app.as(bob).post(`experiments/${id}/comments`, { comment: 'x' })
  await app.as(bob).post(`experiments/${id}`, { action: 'duplicate' })
  for (const action of ['pin', 'lock', 'forceunlock', 'accesskey', 'archive', 'unarchive', 'destroy', 'restore']) {
    expect(await patch({ action })).toMatchObject({ status: 200 })
  }
  await app.as(ada).post('experiments', { body: long, tags: ['z', 'q'], metadata: { note: long } })
  await app.as(ada).delete(`experiments/${id}`)
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('many saves of a long text verify, beyond the point where a full copy is due', async () => {
  const { app, patch } = await start()
  let text = 'Start. '.repeat(300)
  for (let save = 0; save < 70; save++) {
    text = `${text.slice(0, 900)}${save} ${text.slice(900)}`
    await patch({ body: text })
  }
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true })
})
