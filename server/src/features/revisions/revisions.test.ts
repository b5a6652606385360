import { EntityType } from '@aliquot/contract/common'
import type { ChangelogLine, Entity } from '@aliquot/contract/entities'
import { type ListedRevision, type Revision, revisions } from '@aliquot/contract/revisions'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../../test/harness.ts'
import { verify } from '../../verify/verify.ts'
import { changeSettings } from '../config/config.service.ts'

const DAY_MS = 86_400_000
const text = (length: number, letter = 'x') => letter.repeat(length)

/** An entry, and a stopped clock. */
async function start(type: EntityType = 'experiments') {
  const app = await testApp()
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const mine = app.as(ada)
  let now = Date.parse('2026-03-02T09:00:00.000Z')
  app.ctx.now = () => new Date(now).toISOString()
  const { id } = await mine.post(type, { body: 'made with' })
  const path = `${type}/${id}`
  return {
    ctx: app.ctx,
    as: app.as,
    given: app.given,
    ada,
    mine,
    id,
    path,
    wait: (days: number) => {
      now += days * DAY_MS
    },
    save: (body: string) => mine.patch(path, { body }),
    list: async () => (await mine.get<ListedRevision[]>(`${path}/revisions`)).body,
    read: async (rid: number) => (await mine.get<Revision>(`${path}/revisions/${rid}`)).body,
    texts: async () => {
      const { body } = await mine.get<ListedRevision[]>(`${path}/revisions`)
      return Promise.all(
        body.map(async ({ id: rid }) => (await mine.get<Revision>(`${path}/revisions/${rid}`)).body.body),
      )
    },
  }
}

const configure = (ctx: TestApp['ctx'], config: Record<string, string>) =>
  changeSettings(ctx, { userid: null, via: 'test', address: '' }, config)

test('what an entry is made with is no revision; the first save is one, then those that change enough', async () => {
  const { save, texts, mine, path } = await start()
  expect(await texts()).toEqual([])
  await save('first')
  expect(await texts()).toEqual(['first'])
  await save(text(5 + 99))
  expect(await texts()).toEqual(['first'])
  await save(text(204))
  expect(await texts()).toEqual([text(204), 'first'])
  await save(text(104))
  await mine.patch(path, { bodyappend: text(100, 'y') })
  expect(await texts()).toEqual([text(104) + text(100, 'y'), text(104), text(204), 'first'])
})

test('characters count once, whatever they are made of', async () => {
  const { save, texts } = await start()
  await save('😀'.repeat(1000))
  await save('😀'.repeat(1099))
  expect(await texts()).toEqual(['😀'.repeat(1000)])
  await save('😀'.repeat(1199))
  expect(await texts()).toEqual(['😀'.repeat(1199), '😀'.repeat(1000)])
})

test('an empty text is no revision, also when it is the first', async () => {
  const { save, texts } = await start()
  await save('')
  await save('one')
  await save(text(500))
  await save('')
  expect(await texts()).toEqual([text(500), 'one'])
})

test('after days without a change every save is a revision; any change of the entry counts', async () => {
  const { save, texts, wait, mine, path } = await start()
  await save('one')
  wait(22.9)
  await save('two')
  wait(23)
  await save('three')
  expect(await texts()).toEqual(['three', 'one'])
  wait(20)
  await mine.patch(path, { title: 'Touched' })
  wait(20)
  await save('four')
  expect(await texts()).toEqual(['three', 'one'])
  wait(22)
  await mine.patch(path, { tags: ['tags do not touch'] })
  wait(2)
  await save('five')
  expect(await texts()).toEqual(['five', 'three', 'one'])
})

test('the newest ones are kept, as many as the config says, and the config decides what counts', async () => {
  const { ctx, save, texts, list, read } = await start()
  for (let n = 1; n <= 12; n++) await save(text(200 * n))
  const ten = await list()
  expect((await texts()).map(({ length }) => length)).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3].map((n) => n * 200))
  await configure(ctx, { max_revisions: '0' })
  expect(await list()).toHaveLength(12)
  await configure(ctx, { max_revisions: '2', min_delta_revisions: '201' })
  expect((await texts()).map(({ length }) => length)).toEqual([200])
  await configure(ctx, { max_revisions: '2', min_delta_revisions: '200' })
  expect(await list()).toEqual(ten.slice(0, 2))
  expect(await read(ten[5]?.id ?? 0)).toMatchObject({ code: 404 })
})

test('saves of a long text, edited at several places at once, give their texts back past a full copy', async () => {
  const { ctx, save, list, read } = await start()
  await configure(ctx, { max_revisions: '0', min_delta_revisions: '0' })
  const words = Array.from({ length: 1500 }, (_, n) => `word${n}`)
  const saved: string[] = []
  for (let n = 0; n < 70; n++) {
    words[(n * 37) % 1500] = `first${n}`
    words[(n * 91 + 700) % 1500] = `second${n}`
    saved.unshift(words.join(' '))
    await save(words.join(' '))
  }
  const all = await list()
  expect(all).toHaveLength(70)
  for (const n of [0, 4, 5, 6, 40, 69]) expect((await read(all[n]?.id ?? 0)).body === saved[n], `${n}`).toBe(true)
  expect((await verify(ctx.db)).findings).toEqual([])
})

test.each(EntityType.options)('%s: a revision is read, brought back, and told of in the changelog', async (type) => {
  const { ctx, ada, mine, id, path, save, list, read, wait } = await start(type)
  await save('<p>first</p>')
  await save(`<p>${text(500)}</p>`)
  const [, first] = await list()
  const rid = first?.id ?? 0
  expect(first).toEqual({ id: rid, content_type: 1, created_at: '2026-03-02 09:00:00', fullname: 'Ada Lovelace' })
  expect(await read(rid)).toEqual({
    id: rid,
    item_id: id,
    body: '<p>first</p>',
    body_html: '<p>first</p>',
    content_type: 1,
    created_at: '2026-03-02 09:00:00',
    modified_at: '2026-03-02 09:00:00',
    userid: ada.id,
  })
  wait(1)
  const restored = await mine.patch(`${path}/revisions/${rid}`, { action: 'replace' })
  expect(restored).toMatchObject({ status: 200, body: await read(rid) })
  const { body: entry } = await mine.get<Entity & { changelog: ChangelogLine[] }>(path)
  expect(entry).toMatchObject({ body: '<p>first</p>', modified_at: '2026-03-03 09:00:00' })
  expect(entry.changelog[0]).toMatchObject({ target: 'restore', content: String(rid), fullname: 'Ada Lovelace' })
  expect(entry.changelog[1]).toMatchObject({ target: 'body', created_at: '2026-03-02 09:00:00' })
  expect((await list()).map((one) => one.id)).toHaveLength(2)
  // Also without an action.
  expect(await mine.patch(`${path}/revisions/${rid}`)).toMatchObject({ status: 200 })
  expect((await verify(ctx.db)).findings).toEqual([])
})

test.each(EntityType.options)('%s: what is refused changes nothing', async (type) => {
  const { as, given, mine, path, save, list } = await start(type)
  await save('<p>first</p>')
  await save(`<p>${text(500)}</p>`)
  const { id: elsewhere } = await mine.post(type, {})
  await mine.patch(`${type}/${elsewhere}`, { body: 'of another' })
  const { body: others } = await mine.get<ListedRevision[]>(`${type}/${elsewhere}/revisions`)
  const other = others[0]?.id
  const rid = (await list())[1]?.id
  await mine.patch(path, { canread_base: 30, canwrite_base: 10 })
  const reader = as(await given.user())
  const admin = as(await given.user({ isAdmin: true }))
  const stranger = as(await given.user({ team: await given.team() }))
  const url = `${path}/revisions/${rid}`

  expect(await reader.get(url)).toMatchObject({ status: 200 })
  expect(await reader.patch(url)).toMatchObject({ status: 403 })
  expect(await stranger.get(url)).toMatchObject({ status: 403 })
  expect(await stranger.get(`${path}/revisions`)).toMatchObject({ status: 403 })
  expect(await mine.get(`${path}/revisions/${other}`)).toMatchObject({ status: 404 })
  const otherType = type === 'items' ? 'experiments' : 'items'
  expect(await mine.get(`${otherType}/${path.split('/')[1]}/revisions/${rid}`)).toMatchObject({ status: 404 })
  expect(await mine.patch(`${otherType}/${path.split('/')[1]}/revisions/${rid}`)).toMatchObject({ status: 404 })
  for (const unknown of [0, 999_999, '99999999999']) {
    expect(await mine.get(`${path}/revisions/${unknown}`), String(unknown)).toMatchObject({ status: 404 })
    expect(await mine.patch(`${path}/revisions/${unknown}`), String(unknown)).toMatchObject({ status: 404 })
  }
  expect(await mine.get(`${path}/revisions/abc`)).toMatchObject({ status: 400 })
  expect(await mine.patch(url, { action: 'nonsense' })).toMatchObject({ status: 400 })
  expect(await mine.post(`${path}/revisions`, {})).toMatchObject({ status: 400 })
  expect(await mine.post(url, {})).toMatchObject({ status: 400 })
  expect(await mine.delete(url)).toMatchObject({ status: 400 })

  await mine.patch(path, { action: 'lock' })
  expect(await mine.patch(url)).toMatchObject({ status: 400, body: { message: expect.stringContaining('locked') } })
  await mine.patch(path, { action: 'forceunlock' })
  await admin.patch(path, { canwrite_base: 30 })
  await mine.patch(path, { canwrite_base: 30 })
  await admin.patch(path, { action: 'lock' })
  expect(await mine.patch(url)).toMatchObject({ status: 403 })
  await admin.patch(path, { action: 'forceunlock' })
  await mine.patch(path, { action: 'archive' })
  expect(await mine.patch(url)).toMatchObject({ status: 422 })
  expect(await mine.delete(path)).toMatchObject({ status: 204 })
  expect(await mine.patch(url)).toMatchObject({ status: 422 })
  expect(await mine.get(path)).toMatchObject({ body: { body: `<p>${text(500)}</p>` } })
})

test('what was written as Markdown is cleaned before it stands in an entry of HTML', async () => {
  const { mine, path, save, list, read } = await start()
  await mine.patch(path, { content_type: 2 })
  await save('# Title <img src=x onerror=alert(1)>')
  await mine.patch(path, { content_type: 1, body: '<p>html</p>' })
  const rid = (await list()).at(-1)?.id ?? 0
  expect(await read(rid)).toMatchObject({ body: '# Title <img src=x onerror=alert(1)>', content_type: 1 })
  expect((await read(rid)).body_html).not.toContain('onerror')
  await mine.patch(`${path}/revisions/${rid}`, { action: 'replace' })
  const { body: entry } = await mine.get<Entity>(path)
  expect(entry.body).toContain('# Title')
  expect(entry.body).not.toContain('onerror')
  await mine.patch(path, { content_type: 2 })
  await mine.patch(`${path}/revisions/${rid}`, { action: 'replace' })
  expect((await mine.get<Entity>(path)).body.body).toBe('# Title <img src=x onerror=alert(1)>')
})

test('comes in pages', async () => {
  const { mine, id, save } = await start()
  for (let n = 1; n <= 5; n++) await save(text(200 * n))
  const params = { entity_type: 'experiments', id }
  const all = await mine.call(revisions.list, { params })
  const page = await mine.call(revisions.list, { params, query: { limit: 2, offset: 2 } })
  expect(page.body).toEqual(all.body.slice(2, 4))
  expect(page.headers['x-total-count']).toBe('5')
})
