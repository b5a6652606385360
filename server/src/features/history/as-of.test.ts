import { EntityType } from '@aliquot/contract/common'
import type { Entity } from '@aliquot/contract/entities'
import type { TimelineItem } from '@aliquot/contract/timeline'
import { expect, test } from 'vitest'
import { oneFile } from '../../../test/forms.ts'
import { testApp } from '../../../test/harness.ts'
import { changeSettings } from '../config/config.service.ts'

const SECOND = 1000

/** An entry of Ada, and a clock that advances a second with each read. */
async function start(type: EntityType = 'experiments') {
  const app = await testApp()
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace', isAdmin: true })
  const mine = app.as(ada)
  let now = Date.parse('2026-03-02T09:00:00.000Z')
  app.ctx.now = () => {
    now += SECOND
    return new Date(now).toISOString()
  }
  const before = app.ctx.now()
  const { id } = await mine.post(type, { title: 'First', tags: ['pcr'] })
  const path = `${type}/${id}`
  return {
    ctx: app.ctx,
    as: app.as,
    given: app.given,
    ada,
    mine,
    id,
    path,
    before,
    moment: () => app.ctx.now(),
    asOf: async (at: string) => (await mine.get<Entity>(`${path}?as_of=${encodeURIComponent(at)}`)).body,
    now: async () => (await mine.get<Entity>(path)).body,
  }
}

test.each(EntityType.options)('%s: shows an entry as it was at any instant', async (type) => {
  const { mine, path, moment, asOf, now } = await start(type)
  const seen: [string, Entity][] = []
  const look = async () => seen.push([moment(), await now()])
  await look()
  const long = 'the quick brown fox jumps over the lazy dog. '.repeat(60)
  const changes: Record<string, unknown>[] = [
    { title: 'Second', rating: 3, date: '2026-01-02' },
    { body: long, metadata: { extra_fields: { Buffer: { type: 'text', value: 'Tris' } } } },
    { bodyappend: '<p>more</p>', hide_main_text: 1 },
    { tags: ['pcr', 'gel'], canread_base: 40 },
    { metadata: '', tags: [], custom_id: 7 },
    { content_type: 2 },
    { action: 'accesskey' },
    { action: 'pin' },
    { action: 'lock' },
    { action: 'forceunlock' },
    { action: 'archive' },
    { action: 'unarchive' },
    { action: 'destroy' },
    { action: 'restore' },
    ...(type === 'items' ? [{ is_bookable: 1, proc_price_notax: '12.50', canbook_base: 20 }] : []),
    ...(type.includes('t') && type !== 'experiments' && type !== 'items' ? [{ canread_target_base: 20 }] : []),
  ]
  for (const change of changes) {
    expect(await mine.patch(path, change), JSON.stringify(change)).toMatchObject({ status: 200 })
    await look()
  }
  for (const [at, entry] of seen) expect.soft(shown(await asOf(at)), at).toEqual(shown(entry))
})

/** Without personal values and the share key, which the journal does not keep. */
function shown({ is_pinned: _, access_key: __, sharelink: ___, ...entry }: Entity) {
  return entry
}

test('comments come and go with the instant', async () => {
  const { mine, path, moment, asOf, now } = await start()
  const { id: first } = await mine.post(`${path}/comments`, { comment: 'one' })
  const one = [moment(), await now()] as const
  const { id: second } = await mine.post(`${path}/comments`, { comment: 'two'.repeat(1000) })
  await mine.patch(`${path}/comments/${first}`, { comment: 'one, edited' })
  const two = [moment(), await now()] as const
  await mine.delete(`${path}/comments/${second}`)
  const three = [moment(), await now()] as const
  for (const [at, entry] of [one, two, three]) expect(await asOf(at)).toEqual(entry)
  expect((await asOf(two[0])).comments.map(({ comment }) => comment)).toEqual(['one, edited', 'two'.repeat(1000)])
})

test('people, teams, categories and tags are called what they were called then', async () => {
  const { ctx, mine, ada, path, moment, asOf, now } = await start()
  const { id: category } = await mine.post('teams/current/experiments_categories', { name: 'Cloning', color: '29aeb9' })
  await mine.patch(path, { category })
  await mine.post(`${path}/comments`, { comment: 'hello' })
  const [at, then] = [moment(), await now()]
  expect(then).toMatchObject({ category_title: 'Cloning', fullname: 'Ada Lovelace', tags: 'pcr' })

  await mine.patch(`teams/current/experiments_categories/${category}`, { title: 'Sequencing', color: 'c24f3d' })
  const tag = then.tags_decoded[0]?.id
  await mine.patch(`teams/current/tags/${tag}`, { action: 'updatetag', tag: 'real-time pcr' })
  await changeSettings(ctx, { userid: null, via: 'test', address: '' }, { allow_users_change_identity: '1' })
  expect(await mine.patch(`users/${ada.id}`, { firstname: 'Augusta' })).toMatchObject({ status: 200 })
  expect(await mine.patch('teams/current', { name: 'Engines' })).toMatchObject({ status: 200 })

  const past = await asOf(at)
  for (const field of ['category_title', 'category_color', 'fullname', 'team_name', 'tags', 'comments'] as const) {
    expect.soft(past[field], field).toEqual(then[field])
  }
  const present = await asOf(moment())
  expect(present).toMatchObject({ category_title: 'Sequencing', fullname: 'Augusta Lovelace', tags: 'real-time pcr' })
  expect(present).toMatchObject({ team_name: 'Engines', comments: [{ firstname: 'Augusta' }] })
})

test('links show the other ends as they were then, to who may read them now', async () => {
  const { as, given, mine, id, path, moment, asOf, now } = await start()
  const { id: category } = await mine.post('teams/current/resources_categories', { name: 'Buffers', color: '29aeb9' })
  const { id: buffer } = await mine.post('items', { title: 'Buffer A', category, custom_id: 4, is_bookable: 1 })
  const { id: column } = await mine.post('items', { title: 'Column', date: '2026-01-02' })
  const { id: plan } = await mine.post('experiments', { title: 'Plan' })
  await mine.post(`${path}/items_links/${buffer}`)
  await mine.post(`${path}/items_links/${column}`)
  await mine.post(`experiments/${plan}/experiments_links/${id}`)
  const [at, then] = [moment(), await now()]
  expect(then).toMatchObject({
    items_links: [
      { title: 'Column', link_state: 1, category_title: null },
      { title: 'Buffer A', category_title: 'Buffers', custom_id: 4, is_bookable: 1 },
    ],
    related_experiments_links: [{ title: 'Plan' }],
  })

  await mine.patch(`items/${buffer}`, { title: 'A buffer', category: null, custom_id: 5, is_bookable: 0 })
  await mine.patch(`teams/current/resources_categories/${category}`, { title: 'Solutions' })
  await mine.patch(`items/${column}`, { action: 'archive' })
  await mine.patch(`experiments/${plan}`, { title: 'Old plan' })
  const [later, seen] = [moment(), await now()]
  await mine.delete(`items/${buffer}`)
  await mine.delete(`items/${column}`)
  await mine.delete(`experiments/${plan}`)
  expect(await now()).toMatchObject({ items_links: [], related_experiments_links: [] })
  expect(await asOf(at)).toEqual(then)
  expect(await asOf(later)).toEqual(seen)
  expect(await asOf(moment())).toEqual(await now())
  await mine.patch(`items/${buffer}`, { action: 'restore' })
  expect(await asOf(at)).toEqual(then)
  expect(await asOf(moment())).toEqual(await now())

  const colleague = await given.user()
  await mine.patch(`items/${buffer}`, { canread_base: 10 })
  const { body } = await as(colleague).get<Entity>(`${path}?as_of=${encodeURIComponent(at)}`)
  expect(body.items_links.map(({ title }) => title)).toEqual(['Column'])
})

test('an entry that was given away, with its files, was somebody else’s then', async () => {
  const { given, mine, path, moment, asOf, now } = await start()
  await mine.postForm(`${path}/uploads`, oneFile('gel.txt', 'lanes'))
  const [at, then] = [moment(), await now()]
  const [here, team] = [await given.user({ firstname: 'Ben' }), await given.team('Physics')]
  const there = await given.user({ firstname: 'Cyd', team })
  await mine.patch(path, { action: 'updateowner', userid: here.id, team: 1 })
  const [later, seen] = [moment(), await now()]
  expect(seen).toMatchObject({ firstname: 'Ben', uploads: [{ userid: here.id }] })
  await mine.patch(path, { canread_base: 40 })
  expect(await mine.patch(path, { action: 'updateowner', userid: there.id, team })).toMatchObject({ status: 200 })
  expect(await now()).toMatchObject({ firstname: 'Cyd', team_name: 'Physics', uploads: [{ userid: there.id }] })
  expect(await asOf(at)).toEqual(then)
  expect(await asOf(later)).toEqual(seen)
  expect(await asOf(moment())).toEqual(await now())
})

test('every item of the timeline tells the instant right after it', async () => {
  const { mine, path, asOf } = await start()
  for (const title of ['Second', 'Third']) await mine.patch(path, { title })
  const { body: items } = await mine.get<TimelineItem[]>(`${path}/timeline`)
  const titles = await Promise.all(items.map(async ({ as_of }) => (await asOf(as_of)).title))
  expect(titles).toEqual(['Third', 'Second', 'First'])
})

test('an instant can be written in any zone, and must be one', async () => {
  const { mine, path, before } = await start()
  const get = (at: string) => mine.get<Entity>(`${path}?as_of=${at}`)
  for (const at of ['2026-03-02T09:10:00Z', '2026-03-02T10:10:00%2B01:00', '2026-03-02T10:10:00+01:00']) {
    expect(await get(at), at).toMatchObject({ status: 200, body: { title: 'First' } })
  }
  expect(await get('2999-01-01T00:00:00.123456Z')).toMatchObject({ status: 200, body: { title: 'First' } })
  // In UTC this is the year 10000.
  expect(await get('9999-12-31T23:59:59-12:00')).toMatchObject({ status: 200, body: { title: 'First' } })
  expect(await get(before)).toMatchObject({ status: 404, body: { message: expect.stringContaining('as_of') } })
  expect(await get('0001-01-01T00:00:00Z')).toMatchObject({ status: 404 })
  for (const at of ['yesterday', '', '2026-03-02', '2026-02-30T00:00:00Z', '2026-03-02T09:00:00', '1e9', '%00']) {
    expect(await get(at), at).toMatchObject({ status: 400 })
    if (at !== '%00') expect((await get(at)).body, at).toMatchObject({ message: expect.stringMatching(/^as_of: /) })
  }
})

test('who may read the entry now may read its past, nobody else; the key of its public link stays untold', async () => {
  const { as, given, mine, path, moment } = await start()
  const [colleague, stranger] = [await given.user(), await given.user({ team: await given.team() })]
  await mine.patch(path, { action: 'accesskey', canread_base: 30 })
  const open = encodeURIComponent(moment())
  expect(await as(colleague).get(`${path}?as_of=${open}`)).toMatchObject({ status: 200, body: { access_key: null } })
  await mine.patch(path, { canread_base: 10 })
  for (const user of [colleague, stranger]) {
    expect(await as(user).get(`${path}?as_of=${open}`)).toMatchObject({ status: 403 })
  }
  expect(await as(undefined).get(`${path}?as_of=${open}`)).toMatchObject({ status: 401 })
  expect(await mine.get(`items/${path.split('/')[1]}?as_of=${open}`)).toMatchObject({ status: 404 })
})

test('a deleted entry comes back with all that belongs to it, and so does an archived one', async () => {
  const { mine, path, now } = await start()
  await mine.patch(path, { body: '<p>text</p>', tags: ['gel'], metadata: { extra_fields: {} } })
  await mine.post(`${path}/comments`, { comment: 'kept' })
  const was = await now()
  for (const [there, back] of [
    [{ action: 'destroy' }, { action: 'restore' }],
    [{ action: 'archive' }, { action: 'unarchive' }],
  ]) {
    await mine.patch(path, there)
    await mine.patch(path, back)
    const { modified_at: _, changelog: __, locked_at: ___, ...is } = await now()
    expect(was).toMatchObject(is)
  }
})

test('a long text of the past comes whole, wherever one reads it', async () => {
  const { mine, path, moment } = await start()
  const long = `<p>${'Zirkon 😀 "x" '.repeat(50_000)}</p>`
  await mine.patch(path, { body: long })
  const at = encodeURIComponent(moment())
  await mine.post(`${path}/comments`, { comment: 'said later' })
  await mine.patch(path, { body: '<p>short</p>' })

  const then = await mine.get<Entity>(`${path}?as_of=${at}`)
  expect(then.headers['content-length']).toBe(String(then.raw.length))
  expect([then.body.body === long, then.body.body_html === long, then.body.comments]).toEqual([true, true, []])
  const etag = String(then.headers.etag)
  expect((await mine.get(`${path}?as_of=${at}`, { 'if-none-match': etag })).status).toBe(304)

  const { body: items } = await mine.get<TimelineItem[]>(`${path}/timeline`)
  const save = items.find(({ changes }) => changes[0]?.field === 'body')
  const line = (await mine.get<TimelineItem>(`${path}/timeline/${save?.position}`)).body
  expect(line.changes.map(({ field, before }) => [field, before])).toEqual([['body', null]])
  expect((await mine.get<Entity>(`${path}/timeline/${save?.position}/entry`)).body.body === long).toBe(true)
  const { body: revisions } = await mine.get<{ id: number }[]>(`${path}/revisions`)
  const revision = (await mine.get<Entity>(`${path}/revisions/${revisions.at(-1)?.id}`)).body
  expect([revision.body === long, revision.body_html === long]).toEqual([true, true])
})
