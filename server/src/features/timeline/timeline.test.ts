import { randomBytes } from 'node:crypto'
import type { EntityThen, TimelineItem } from '@aliquot/contract/timeline'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { change } from '../../change.ts'
import { takeBatch, valuesThen } from './value-then.ts'

async function start() {
  const app = await testApp()
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const id = await app.given.experiment(ada)
  const mine = app.as(ada)
  return {
    ...app,
    as: app.as,
    given: app.given,
    ada,
    id,
    patch: (body: unknown) => mine.patch(`experiments/${id}`, body),
    list: async (query = '') => (await mine.get<TimelineItem[]>(`experiments/${id}/timeline${query}`)).body,
    read: async (position: number) => (await mine.get<TimelineItem>(`experiments/${id}/timeline/${position}`)).body,
    asOf: async (position: number) => (await mine.get<EntityThen>(`experiments/${id}/timeline/${position}/entry`)).body,
  }
}

const LONG = 'the quick brown fox jumps over the lazy dog, '.repeat(60)

test('tells who changed what, newest first, with the old and the new value', async () => {
  const { patch, list, ada, id } = await start()
  await patch({ title: 'Crystals', rating: 2 })
  await patch({ tags: ['pcr'] })
  const [tags, title, created, ...more] = await list()
  expect(more).toEqual([])
  expect(tags).toMatchObject({ changes: [{ field: 'tags', before: [], after: ['pcr'], is_long: false }] })
  expect(title).toMatchObject({
    position: 2,
    last_position: 2,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    userid: ada.id,
    fullname: 'Ada Lovelace',
    via: 'apikey',
    subject: 'entity',
    subject_id: id,
    verb: 'updated',
    reason: null,
    changes: [
      { field: 'title', before: 'Untitled', after: 'Crystals', is_long: false },
      { field: 'rating', before: 0, after: 2, is_long: false },
    ],
  })
  expect(created).toMatchObject({ position: 1, verb: 'created' })
})

test('comments stand between the changes of the entry, deleted ones too', async () => {
  const { as, ada, id, patch, list, read } = await start()
  const { id: comment } = await as(ada).post(`experiments/${id}/comments`, { comment: 'first' })
  await patch({ title: 'Crystals' })
  await as(ada).patch(`experiments/${id}/comments/${comment}`, { comment: LONG })
  await as(ada).delete(`experiments/${id}/comments/${comment}`)
  const items = await list()
  expect(items.map(({ subject, verb }) => `${subject} ${verb}`)).toEqual([
    'comment deleted',
    'comment updated',
    'entity updated',
    'comment created',
    'entity created',
  ])
  expect(items[3]).toMatchObject({ subject_id: comment, changes: [{ field: 'comment', after: 'first' }] })
  expect(items[0]?.changes).toEqual([{ field: 'comment', before: null, after: null, is_long: true }])
  expect((await read(5)).changes).toEqual([{ field: 'comment', before: LONG, after: null, is_long: true }])
  expect((await read(4)).changes).toEqual([{ field: 'comment', before: 'first', after: LONG, is_long: true }])
})

test('the words of a step are told at once, and that it is finished', async () => {
  const { as, ada, id, list } = await start()
  const { id: step } = await as(ada).post(`experiments/${id}/steps`, { body: 'Weigh it' })
  await as(ada).patch(`experiments/${id}/steps/${step}`, { action: 'finish' })
  const told = (await list()).filter(({ subject }) => subject === 'step').map(({ changes }) => changes)
  expect(told).toEqual([
    expect.arrayContaining([{ field: 'finished', before: 0, after: 1, is_long: false }]),
    expect.arrayContaining([{ field: 'body', before: null, after: 'Weigh it', is_long: false }]),
  ])
})

test('saves of the main text that belong together are one item, with the text before the first and after the last', async () => {
  const { as, ada, id, patch, list, read } = await start()
  await patch({ body: 'one' })
  await as(ada).post(`experiments/${id}/comments`, { comment: 'meanwhile' })
  await patch({ body: 'one two' })
  await patch({ body: 'one two three' })
  await patch({ title: 'Crystals' })
  await patch({ body: 'four' })
  const items = await list()
  expect(items.map(({ position, last_position: last }) => [position, last])).toEqual([
    [7, 7],
    [6, 6],
    [3, 3],
    [2, 5],
    [1, 1],
  ])
  expect(items[3]?.changes).toEqual([{ field: 'body', before: null, after: null, is_long: true }])
  expect((await read(2)).changes).toMatchObject([{ field: 'body', before: null, after: 'one two three' }])
  expect((await read(4)).changes).toMatchObject([{ before: 'one', after: 'one two' }])
  expect((await read(7)).changes).toMatchObject([{ before: 'one two three', after: 'four' }])
})

test('every one of 200 saves of a long text can be read again, past full copies and an emptied text', async () => {
  const { patch, read, asOf } = await start()
  const texts = Array.from({ length: 200 }, (_, n) => (n === 150 ? '' : `${LONG}${n} saves ${'x'.repeat(n * 20)}`))
  for (const body of texts) await patch({ body })
  // There is a full copy in between, so the walk back must not start at the first save.
  for (const n of [0, 1, 63, 64, 65, 66, 130, 149, 150, 151, 199]) {
    const position = n + 2
    expect.soft((await asOf(position)).body ?? '', `save ${n}`).toBe(texts[n])
    if (n === 0) continue
    expect.soft((await read(position)).changes[0]?.before ?? '', `save ${n}`).toBe(texts[n - 1])
  }
})

test('an entry can be read as it was right after any change, and set to that again', async () => {
  const { patch, asOf, list, as, ada, id } = await start()
  const metadata = { extra_fields: { Buffer: { type: 'text', value: LONG } } }
  await patch({ title: 'First', body: LONG, tags: ['b', 'a'], rating: 4, date: '2026-01-02', metadata })
  const { body: was } = await as(ada).get<Record<string, unknown>>(`experiments/${id}`)
  await patch({ title: 'Second', body: 'short', tags: [], rating: 0, date: '2026-05-06', metadata: '' })
  await patch({ content_type: 2 })

  const first = await asOf(2)
  const { position, created_at, ...values } = first
  expect(position).toBe(2)
  expect(await patch(values)).toMatchObject({ status: 200 })

  const { body: now } = await as(ada).get<Record<string, unknown>>(`experiments/${id}`)
  for (const field of ['title', 'body', 'tags', 'rating', 'date', 'metadata', 'content_type']) {
    expect.soft(now[field], field).toEqual(was[field])
  }
  expect((await list())[0]?.changes.map(({ field }) => field).sort()).toEqual(
    ['body', 'content_type', 'date', 'metadata', 'rating', 'tags', 'title'].sort(),
  )
  expect(await asOf(1)).toMatchObject({ title: 'Untitled', body: null, metadata: null, tags: [], rating: 0 })
  expect(await asOf(3)).toMatchObject({ title: 'Second', body: 'short', metadata: null, tags: [], content_type: 1 })
})

test('of long values only so much is read at once, and one at least', () => {
  const sizes = (bytes: number[]) =>
    takeBatch(
      bytes.map((size) => ({ bytes: size })),
      10,
    ).map((step) => step.bytes)
  expect(sizes([4, 4, 4, 1])).toEqual([4, 4])
  expect(sizes([40, 1])).toEqual([40])
  expect(sizes([1, 2, 3])).toEqual([1, 2, 3])
  expect(sizes([5, 5])).toEqual([5, 5])
})

test('a text whose saves together are larger than what is read at once is put together again', async () => {
  const { ctx, id, patch } = await start()
  const texts = Array.from({ length: 6 }, (_, n) => `<p>${n}</p>${randomBytes(3000).toString('hex')}`)
  for (const body of texts) await patch({ body })
  const place = { chain: id, subject: 'entity', subjectId: id }
  const read = async (position: number) => (await valuesThen(ctx.db.read, place, ['body'], position, 5000)).get('body')
  expect(await Promise.all(texts.map((_, n) => read(n + 2)))).toEqual(texts)
})

test('comes in pages that fit together, and as a whole without a limit', async () => {
  const { as, ada, id, patch, list } = await start()
  for (let n = 0; n < 6; n++) {
    await patch({ title: `Title ${n}` })
    await as(ada).post(`experiments/${id}/comments`, { comment: `${n}` })
  }
  const whole = await list()
  expect(whole).toHaveLength(13)
  const pages = [await list('?limit=5'), await list('?limit=5&offset=5'), await list('?limit=5&offset=10')]
  expect(pages.map((page) => page.length)).toEqual([5, 5, 3])
  expect(pages.flat()).toEqual(whole)
  const reply = await as(ada).get(`experiments/${id}/timeline?limit=5&offset=5`)
  expect(reply.headers).toMatchObject({ 'x-total-count': '13', link: expect.stringContaining('rel="next"') })
})

test('a history too long for one look is streamed whole and in order', async () => {
  const { patch, list } = await start()
  for (let n = 0; n < 230; n++) await patch({ title: `Title ${n}` })
  const items = await list()
  expect(items.map(({ position }) => position)).toEqual(Array.from({ length: 231 }, (_, n) => 231 - n))
})

test('only who may read the entry sees its history', async () => {
  const { as, given, id, patch, ada } = await start()
  await patch({ title: 'Secret crystals', canread_base: 10, canwrite_base: 10 })
  const bob = await given.user()
  for (const path of ['timeline', 'timeline/2', 'timeline/2/entry', 'timeline/99']) {
    const reply = await as(bob).get(`experiments/${id}/${path}`)
    expect.soft(reply, path).toMatchObject({ status: 403 })
    expect.soft(JSON.stringify(reply.body), path).not.toContain('Secret')
  }
  const readOnly = await given.key(ada, false)
  expect(await as(readOnly).get(`experiments/${id}/timeline`)).toMatchObject({ status: 200 })
})

test.each([
  ['timeline/99', 404],
  ['timeline/0', 404],
  ['timeline/99/entry', 404],
  ['timeline/abc', 400],
  ['timeline/-1', 400],
  ['timeline/99999999999', 404],
])('%s answers %i', async (path, status) => {
  const { as, ada, id } = await start()
  expect(await as(ada).get(`experiments/${id}/${path}`)).toMatchObject({ status, body: { code: status } })
})

test('the history of an entry that does not exist is not found, and positions of another entry are not mixed in', async () => {
  const { as, ada, given, patch } = await start()
  await patch({ title: 'Crystals' })
  expect(await as(ada).get('experiments/999/timeline')).toMatchObject({ status: 404 })
  const other = await given.experiment(ada)
  expect(await as(ada).get(`experiments/${other}/timeline/2`)).toMatchObject({ status: 404 })
  // The instance's chain belongs to no entry.
  expect(await as(ada).get('experiments/0/timeline')).toMatchObject({ status: 404 })
})

test('keys, addresses, public links and other people’s pins stay out of it', async () => {
  const { as, ada, id, patch, list, read } = await start()
  await patch({ action: 'accesskey' })
  const { body: entry } = await as(ada).get<{ access_key: string }>(`experiments/${id}`)
  await patch({ action: 'pin' })
  await patch({ action: 'lock' })
  await patch({ action: 'lock' })
  await patch({ action: 'destroy' })
  const items = [...(await list()), await read(2)]
  const text = JSON.stringify(items)
  expect(entry.access_key).toEqual(expect.any(String))
  for (const secret of [entry.access_key, '127.0.0.1', 'apikey:', '"pins"', '"lockedby"']) {
    expect.soft(text, secret).not.toContain(secret)
  }
  expect(items[1]?.changes).toEqual([{ field: 'locked', before: 1, after: 0, is_long: false }])
})

test('thousands of saves of one text are one line, and pages go past them', async () => {
  const { ctx, as, ada, id, patch, list } = await start()
  const author = { userid: ada.id, via: 'system', address: '' }
  const comment = (text: string) => as(ada).post(`experiments/${id}/comments`, { comment: text })
  const saves = (count: number) => {
    const save = { chain: id, subject: 'entity', subjectId: id, verb: 'updated', changes: {}, seal: null } as const
    return change(ctx, author, (work) => work.recordAll(Array(count).fill({ ...save, continues: true })))
  }
  await patch({ body: '<p>one</p>' })
  await saves(1500)
  await comment('in between')
  await saves(1000)
  await comment('at last')
  const positions = async (query: string) => (await list(query)).map(({ position }) => position)
  expect(await positions('')).toEqual([2504, 1503, 2, 1])
  expect(await positions('?limit=2&offset=1')).toEqual([1503, 2])
  expect(await positions('?limit=2&offset=3')).toEqual([1])
  const { headers } = await as(ada).get(`experiments/${id}/timeline?limit=1`)
  expect(headers['x-total-count']).toBe('4')
  const then = await as(ada).get<{ comments: { comment: string }[] }>(`experiments/${id}?as_of=${ctx.now()}`)
  expect(then.body.comments.map((one) => one.comment)).toEqual(['in between', 'at last'])
})

test('lines of the changelog, and the saves between them, are read by index', async () => {
  const { ctx } = await testApp()
  if (ctx.db.engine !== 'sqlite') return
  for (const [where, index] of [
    ["subject = 'entity' and continues = 0", 'events_changelog'],
    ["subject = 'entity' and continues = 1", 'events_saves'],
  ] as const) {
    const query = `explain query plan select position from events where chain = 5 and ${where} order by position desc`
    const { rows } = await sql.raw<{ detail: string }>(query).execute(ctx.db.read)
    expect.soft(rows.map(({ detail }) => detail).join()).toContain(index)
  }
})
