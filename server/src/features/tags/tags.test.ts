import { type EntityTag, tags } from '@aliquot/contract/tags'
import { expect, test } from 'vitest'
import { type Client, sharedApp, type TestApp, testApp } from '../../../test/harness.ts'
import { INSTANCE_CHAIN } from '../../journal/record.ts'
import { verify } from '../../verify/verify.ts'

const shared = sharedApp()

interface Entry {
  tags: string | null
  tags_id: string | null
  tags_decoded: { id: number; tag: string; is_favorite: boolean }[]
  modified_at: string
  lastchangeby: number | null
}

test('a tag is added, and listed with the entry', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)

  const added = await as(ada).call(tags.add, { params: at(id), body: { tag: 'pcr' } })

  expect(added).toMatchObject({ status: 201, body: '', path: `/api/v2/experiments/${id}/tags/${added.id}` })
  const { body } = await as(ada).call(tags.list, { params: at(id) })
  expect(body).toEqual([{ tag: 'pcr', tag_id: added.id, id: added.id, is_favorite: 0 }])
  const entry = await as(ada).get<Entry>(`experiments/${id}`)
  expect(entry.body).toMatchObject({
    tags: 'pcr',
    tags_id: String(added.id),
    tags_decoded: [{ id: added.id, tag: 'pcr', is_favorite: false }],
  })
})

test('several tags at once come in alphabetical order, and Location names the last one sent', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)

  const added = await as(ada).post(path(id), { tags: ['zinc', 'Élan', 'apple', 'Beta'], tag: 'unused' })

  const { body, headers } = await as(ada).call(tags.list, { params: at(id) })
  expect(names(body)).toEqual(['apple', 'Beta', 'Élan', 'zinc'])
  expect(added.id).toBe(body[1]?.tag_id)
  expect(headers['x-total-count']).toBe('4')
  const page = await as(ada).call(tags.list, { params: at(id), query: { limit: 2, offset: 1 } })
  expect(names(page.body)).toEqual(['Beta', 'Élan'])
})

test.each([
  ['  spaced  ', 'spaced'],
  ['a|b', 'a b'],
  ['back\\slash', 'backslash'],
  ['<b>&', '<b>&'],
  ['x'.repeat(255), 'x'.repeat(255)],
  ['\u{1f9ea}'.repeat(255), '\u{1f9ea}'.repeat(255)],
])('the tag %j is kept as %j', async (sent, kept) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  await as(ada).post(path(id), { tag: sent })
  expect(names((await as(ada).call(tags.list, { params: at(id) })).body)).toEqual([kept])
})

test.each<[unknown, string]>([
  [{ tag: '' }, 'tag'],
  [{ tag: ' \\ ' }, 'tag'],
  [{ tag: '|' }, 'tag'],
  [{ tag: 5 }, 'tag'],
  [{ tag: 'x'.repeat(256) }, 'tag'],
  [{ tag: 'a\0b' }, 'tag'],
  ['{"tag": "\\ud800"}', 'tag'],
  [{ tags: ['fine', ''] }, 'tags'],
  [{ tags: ['fine', 5] }, 'tags'],
  [{ tags: 'a|b' }, 'tags'],
  [{ tags: Array.from({ length: 1001 }, (_, index) => `t${index}`) }, 'tags'],
  [{ tag: 'fine', action: 'ad' }, 'action'],
])('%# a wrong tag is refused, the field named, and nothing added', async (body, field) => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).post(path(id), body)).toMatchObject({
    status: 400,
    body: { code: 400, message: expect.stringContaining(field) },
  })
  expect(await ctx.db.read.selectFrom('tags').selectAll().execute()).toEqual([])
})

test.each([undefined, {}, { tags: [] }, { tag: null }])('%j adds nothing, and Location ends with 0', async (body) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).post(path(id), body)).toMatchObject({ status: 201, id: 0 })
})

test('tags that differ in case and accents are one tag of the team', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const [here, there] = [await given.experiment(ada), await given.experiment(ada)]
  const first = await as(ada).post(path(here), { tag: 'Ångström' })
  const second = await as(ada).post(path(there), { tags: ['ANGSTROM', 'ångstrom'] })
  expect(second.id).toBe(first.id)
  expect(names((await as(ada).call(tags.list, { params: at(there) })).body)).toEqual(['Ångström'])
  expect(await ctx.db.read.selectFrom('tags').selectAll().execute()).toHaveLength(1)
})

test('the same tag in another team is another tag', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user({ team: await given.team() })
  const first = await as(ada).post(path(await given.experiment(ada)), { tag: 'dna' })
  const second = await as(ben).post(path(await given.experiment(ben)), { tag: 'dna' })
  expect(second.id).not.toBe(first.id)
})

test('a tag that is there already is added once more without a trace', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const first = await as(ada).post(path(id), { tag: 'dna' })
  const events = await count(ctx)
  expect(await as(ada).post(path(id), { tag: 'DNA', action: 'add' })).toMatchObject({ status: 201, id: first.id })
  expect(await count(ctx)).toBe(events)
})

test('one new tag wanted by many entries at once is created once', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const ids = await Promise.all(Array.from({ length: 12 }, () => given.experiment(ada)))

  const answers = await Promise.all(
    ids.map((id, index) => as(ada).post(path(id), { tags: index % 2 ? ['x', 'y', 'z'] : ['Z', 'Y', 'X'] })),
  )

  expect(answers.map((answer) => answer.status)).toEqual(Array(12).fill(201))
  expect(await ctx.db.read.selectFrom('tags').selectAll().execute()).toHaveLength(3)
  expect(await ctx.db.read.selectFrom('entity_tags').selectAll().execute()).toHaveLength(36)
  const told = await ctx.db.read.selectFrom('events').selectAll().where('subject', '=', 'tag').execute()
  expect(told.map((event) => event.chain)).toEqual(Array(3).fill(INSTANCE_CHAIN))
})

test('many tags added to one entry at once are all there', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  await Promise.all(Array.from({ length: 12 }, (_, index) => as(ada).post(path(id), { tag: `tag ${index}` })))
  expect((await as(ada).call(tags.list, { params: at(id) })).body).toHaveLength(12)
})

test('tags tell the journal and the version of the entry, but leave its date of change', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const before = await as(ada).get<Entry>(`experiments/${id}`)
  ctx.now = () => '2099-01-01T00:00:00.000Z'

  await as(ada).post(path(id), { tag: 'dna' })

  const after = await as(ada).get<Entry>(`experiments/${id}`)
  expect(after.body.modified_at).toBe(before.body.modified_at)
  expect(version(after.headers.etag)).toBe(version(before.headers.etag) + 1)
  const events = await ctx.db.read.selectFrom('events').selectAll().where('chain', '=', id).execute()
  expect(JSON.parse(events.at(-1)?.changes ?? '')).toEqual({ tags: { before: [], after: ['dna'] } })
})

test('where only admins may create tags, others can use those that exist', async () => {
  const { as, ctx, given } = await testApp()
  const [ada, admin] = [await given.user(), await given.user({ isAdmin: true })]
  const id = await given.experiment(ada)
  await as(ada).post(path(id), { tag: 'known' })
  await ctx.db.write((db) => db.updateTable('teams').set({ user_create_tag: 0 }).execute())

  expect(await as(ada).post(path(id), { tag: 'new' })).toMatchObject({ status: 400 })
  expect(await as(ada).post(path(id), { tags: ['KNOWN', 'new'] })).toMatchObject({ status: 400 })
  expect(await as(ada).post(path(id), { tag: 'Known' })).toMatchObject({ status: 201 })
  const own = await given.experiment(admin)
  expect(await as(admin).post(path(own), { tag: 'new' })).toMatchObject({ status: 201 })
  expect(names((await as(ada).call(tags.list, { params: at(id) })).body)).toEqual(['known'])
})

test('an admin of another team creates no tags in this one', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const stranger = await given.user({ team: await given.team(), isAdmin: true })
  const id = await given.experiment(ada, { canread_base: 40, canwrite_base: 40 })
  await ctx.db.write((db) => db.updateTable('teams').set({ user_create_tag: 0 }).execute())
  expect(await as(stranger).post(path(id), { tag: 'new' })).toMatchObject({ status: 400 })
})

test('one tag is read as its team knows it', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const [here, there, gone] = [await given.experiment(ada), await given.experiment(ada), await given.experiment(ada)]
  for (const entry of [here, there, gone]) await as(ada).post(path(entry), { tag: 'dna' })
  const { id: elsewhere } = await as(ada).post(path(there), { tag: 'rna' })
  await as(ada).delete(`experiments/${gone}`)
  const [row] = (await as(ada).call(tags.list, { params: at(here) })).body
  const tagId = row?.tag_id ?? 0
  await ctx.db.write((db) => db.insertInto('favtags').values({ userid: ada.id, tag_id: tagId }).execute())

  expect((await as(ada).call(tags.read, { params: { ...at(here), subid: tagId } })).body).toEqual({
    id: tagId,
    team: 1,
    tag: 'dna',
    item_count: 2,
    is_favorite: 1,
  })
  expect((await as(ada).call(tags.list, { params: at(here) })).body).toMatchObject([{ is_favorite: 1 }])
  expect(await as(ada).get(path(here, elsewhere))).toMatchObject({ status: 404 })
  expect(await as(ada).get(path(here, 9999))).toMatchObject({ status: 404 })
})

test('a tag tells nothing of entries that one may not read', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const secret = await given.experiment(ada, { canread_base: 10, canwrite_base: 10 })
  const { id: patent } = await as(ada).post(path(secret), { tag: 'patent 4711' })
  const { id: common } = await as(ada).post(path(secret), { tag: 'dna' })
  const own = await given.experiment(ben)
  await as(ben).post(path(own), { tag: 'dna' })

  const reply = await as(ben).get(path(own, patent))
  expect(reply).toMatchObject({ status: 404 })
  expect(JSON.stringify(reply.body)).not.toContain('4711')
  expect(await as(ben).get(path(own, common))).toMatchObject({ status: 200, body: { tag: 'dna', item_count: 1 } })
  expect(await as(ada).get(path(secret, common))).toMatchObject({ body: { item_count: 2 } })
  const lists = { teams: [], teamgroups: [], users: [ben.id] }
  await as(ada).patch(`experiments/${secret}`, { canread: JSON.stringify(lists) })
  expect(await as(ben).get(path(own, common))).toMatchObject({ body: { item_count: 2 } })
})

test('a tag of another team is seen through an entry that has it, and not otherwise', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const stranger = await given.user({ team: await given.team() })
  const shared = await given.experiment(ada, { canread_base: 40 })
  const { id: onIt } = await as(ada).post(path(shared), { tag: 'shared' })
  const { id: hidden } = await as(ada).post(path(await given.experiment(ada)), { tag: 'zebra' })
  expect(await as(stranger).get(path(shared, onIt))).toMatchObject({ status: 200, body: { tag: 'shared' } })
  expect(await as(stranger).get(path(shared, hidden))).toMatchObject({ status: 404 })
  const own = await given.experiment(stranger)
  expect(await as(stranger).get(path(own, hidden))).toMatchObject({ status: 404 })
})

test('unreference takes one tag off and answers the whole entry; the team keeps the tag', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada, { body: '<p>low yield</p>' })
  await as(ada).post(path(id), { tag: 'stays' })
  const { id: tagId } = await as(ada).post(path(id), { tag: 'goes' })

  const answer = await as(ada).patch<Entry>(path(id, tagId), { action: 'unreference' })

  expect(answer).toMatchObject({ status: 200, body: { id, tags: 'stays', comments: [] } })
  const read = await as(ada).get<Entry>(`experiments/${id}`)
  expect(answer.body).toEqual(read.body)
  expect(answer.headers.etag).toBe(read.headers.etag)
  expect(await ctx.db.read.selectFrom('tags').selectAll().execute()).toHaveLength(2)
})

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

// Only where all changes are in one queue is it known that both wait.
test.runIf(onSqlite)('who loses access while they take a tag off is told what became of it', async () => {
  const { as, ctx, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const id = await given.experiment(ada, { canread_base: 30, canwrite_base: 30 })
  const { id: tagId } = await as(ada).post(path(id), { tag: 'goes' })
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const holding = ctx.db.write(async (db) => {
    await db.updateTable('entities').set({ rating: 0 }).where('id', '=', id).execute()
    await released
  })
  // Both wait for the first change, so they are committed together.
  const waiting = () => ctx.db.writeQueue()?.waiting
  const answering = as(ben).patch(path(id, tagId), { action: 'unreference' })
  await expect.poll(waiting).toBe(1)
  const closing = as(ada).patch(`experiments/${id}`, { canread_base: 10, canwrite_base: 10 })
  await expect.poll(waiting).toBe(2)
  release()
  const [{ status }] = await Promise.all([answering, closing, holding])

  const { body } = await as(ada).call(tags.list, { params: at(id) })
  expect(status).toBe(body.length === 0 ? 200 : 403)
})

test('the changelog tells of tags that came and went, and of nothing else', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const { id: tagId } = await as(ada).post(path(id), { tags: ['a', 'b'] })
  await as(ada).post(path(id), { tag: 'A' })
  await as(ada).patch(path(id, tagId), { action: 'unreference' })
  await as(ada).patch(path(id, tagId), { action: 'unreference' })
  const { body } = await as(ada).get<{ changelog: object[] }>(`experiments/${id}`)
  expect(body.changelog).toMatchObject([
    { target: 'tags', content: 'a', userid: ada.id },
    { target: 'tags', content: 'a|b', userid: ada.id },
    { target: 'created' },
  ])
})

test('unreference of a tag that the entry does not have changes nothing, there or elsewhere', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const [here, there] = [await given.experiment(ada), await given.experiment(ada)]
  const { id: tagId } = await as(ada).post(path(there), { tag: 'dna' })
  const events = await count(ctx)
  expect(await as(ada).patch(path(here, tagId), { action: 'unreference' })).toMatchObject({ status: 200 })
  expect(await count(ctx)).toBe(events)
  expect((await as(ada).call(tags.list, { params: at(there) })).body).toHaveLength(1)
})

test.each([{}, { action: 'update' }, { action: 'nonsense' }, '{'])('PATCH with %j is 400', async (body) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const { id: tagId } = await as(ada).post(path(id), { tag: 'dna' })
  expect(await as(ada).patch(path(id, tagId), body)).toMatchObject({ status: 400 })
  expect(await as(ada).patch(path(id), body)).toMatchObject({ status: 400 })
  expect(await as(ada).patch(path(id), { action: 'unreference' })).toMatchObject({ status: 400 })
  expect((await as(ada).call(tags.list, { params: at(id) })).body).toHaveLength(1)
})

test('DELETE tags takes all tags off this entry alone', async () => {
  const { as, ctx, given } = await shared()
  const ada = await given.user()
  const [here, there] = [await given.experiment(ada), await given.experiment(ada)]
  for (const entry of [here, there]) await as(ada).post(path(entry), { tags: ['a', 'b'] })
  const events = await count(ctx)

  expect(await as(ada).delete(path(here))).toMatchObject({ status: 204, body: '' })

  expect((await as(ada).call(tags.list, { params: at(here) })).body).toEqual([])
  expect((await as(ada).call(tags.list, { params: at(there) })).body).toHaveLength(2)
  expect(await count(ctx)).toBe(events + 1)
  expect(await as(ada).delete(path(here))).toMatchObject({ status: 204 })
  expect(await count(ctx)).toBe(events + 1)
})

test('a POST with a subid in its path adds the tag all the same', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).post(path(id, 99), { tag: 'dna' })).toMatchObject({ status: 201 })
  expect(names((await as(ada).call(tags.list, { params: at(id) })).body)).toEqual(['dna'])
})

test('tags need write access, and a locked entry keeps its own', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const id = await given.experiment(ada, { canwrite_base: 10 })
  const { id: tagId } = await as(ada).post(path(id), { tag: 'dna' })
  const refusals = (client: Client) => [
    client.post(path(id), { tag: 'rna' }),
    client.patch(path(id, tagId), { action: 'unreference' }),
    client.delete(path(id)),
  ]

  for (const answer of await Promise.all(refusals(as(ben)))) expect(answer.status).toBe(403)
  expect(await as(ben).get(path(id))).toMatchObject({ status: 200, body: [{ tag: 'dna' }] })

  const shared = await given.experiment(ada, { canwrite_base: 30 })
  expect(await as(ben).post(path(shared), { tag: 'rna' })).toMatchObject({ status: 201 })
  expect(await as(ada).patch(`experiments/${shared}`, { action: 'lock' })).toMatchObject({ status: 200 })
  expect(await as(ben).post(path(shared), { tag: 'dna' })).toMatchObject({ status: 403 })
  expect(await as(ben).delete(path(shared))).toMatchObject({ status: 403 })
  expect(await as(ada).post(path(shared), { tag: 'dna' })).toMatchObject({ status: 201 })
})

test.each([['archive'], ['destroy']])('after %s the tags can still be changed', async (action) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  await as(ada).patch(`experiments/${id}`, { action })
  expect(await as(ada).post(path(id), { tag: 'dna' })).toMatchObject({ status: 201 })
  expect(await as(ada).delete(path(id))).toMatchObject({ status: 204 })
})

test('If-Match guards the tags of an entry that has changed', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const { id: tagId } = await as(ada).post(path(id), { tag: 'dna' })
  const { headers } = await as(ada).get(`experiments/${id}`)
  await as(ada).patch(`experiments/${id}`, { title: 'changed' })
  const stale = { 'if-match': headers.etag ?? '' }
  expect(await as(ada).patch(path(id, tagId), { action: 'unreference' }, stale)).toMatchObject({
    status: 412,
    body: { current: { title: 'changed', tags: 'dna' } },
  })
  expect(await as(ada).delete(path(id), undefined, stale)).toMatchObject({ status: 412 })
  expect((await as(ada).call(tags.list, { params: at(id) })).body).toHaveLength(1)
})

test('missing and hidden entries outrank a wrong body', async () => {
  const { as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const hidden = await given.experiment(ada, { canread_base: 10 })
  for (const [id, status] of [
    [hidden, 403],
    [hidden + 1, 404],
    ['abc', 400],
  ] as const) {
    expect(await as(ben).get(path(id))).toMatchObject({ status })
    expect(await as(ben).get(path(id, 1))).toMatchObject({ status })
    for (const body of [{ tag: 'dna' }, { tag: 5 }, '{'])
      expect(await as(ben).post(path(id), body)).toMatchObject({ status })
    expect(await as(ben).patch(path(id, 1), {})).toMatchObject({ status })
    expect(await as(ben).delete(path(id))).toMatchObject({ status })
  }
})

test('a thousand tags at once are created, attached, counted and recorded like single ones', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const wanted = Array.from({ length: 1000 }, (_, n) => `"tag" ${String(n).padStart(4, '0')} ünï \u{1f9ea} {n}'`)
  await as(ada).post(path(id), { tag: wanted[500] })

  const { body } = await as(ada).patch<Entry>(`experiments/${id}`, { tags: wanted })

  expect(body.tags_decoded.map(({ tag }) => tag)).toEqual(wanted)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
  await as(ada).patch(`experiments/${id}`, { tags: [] })
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('tags are found again by the search for entries', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  await as(ada).post(path(id), { tag: 'zirconium' })
  expect(await as(ada).get('experiments?q=zirconium')).toMatchObject({ status: 200, body: [{ id }] })
  await as(ada).delete(path(id))
  expect(await as(ada).get('experiments?q=zirconium')).toMatchObject({ status: 200, body: [] })
})

function at(id: number) {
  return { entity_type: 'experiments', id }
}

function path(id: number | string, subid?: number): string {
  return `experiments/${id}/tags${subid === undefined ? '' : `/${subid}`}`
}

function names(list: EntityTag[]): string[] {
  return list.map((row) => row.tag)
}

function version(etag: string | undefined): number {
  return Number(etag?.match(/^"(\d+)-/)?.[1])
}

async function count(ctx: TestApp['ctx']): Promise<number> {
  const { events } = await ctx.db.read
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  return events
}
