import { type Comment, comments } from '@aliquot/contract/comments'
import { expect, test } from 'vitest'
import { sharedApp, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { hashEvent } from '../../journal/record.ts'
import { addComment } from './comments.service.ts'

const shared = sharedApp()

test('a comment is kept exactly as written, with its author', async () => {
  const { as, given } = await testApp()
  const ada = await given.user({ firstname: 'Ada', lastname: 'Moreau' })
  const id = await given.experiment(ada)
  const text = ' <b>pH</b> 7,4 &amp; \r\n\ttwo blanks  \u{1f9ea} é '

  const added = await as(ada).call(comments.add, { params: at(id), body: { comment: text } })

  expect(added).toMatchObject({ status: 201, path: `/api/v2/experiments/${id}/comments/${added.id}`, body: '' })
  const read = await as(ada).call(comments.read, { params: at(id, added.id) })
  expect(read.body).toEqual({
    id: added.id,
    item_id: id,
    comment: text,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    modified_at: read.body.created_at,
    userid: ada.id,
    immutable: 0,
    fullname: 'Ada Moreau',
    firstname: 'Ada',
    lastname: 'Moreau',
    orcid: null,
    email: ada.email,
  })
})

test('the list, the single read, the answer to a change and the entry show the same record', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'first')

  const changed = await as(ada).call(comments.edit, { params: at(id, subid), body: { comment: 'second' } })

  expect(changed).toMatchObject({ status: 200, body: { comment: 'second' } })
  expect((await as(ada).call(comments.read, { params: at(id, subid) })).body).toEqual(changed.body)
  expect((await as(ada).call(comments.list, { params: at(id) })).body).toEqual([changed.body])
  const entry = await as(ada).get<{ comments: Comment[] }>(`experiments/${id}`)
  expect(entry.body.comments).toEqual([changed.body])
})

test('an edit that is sent again does not take back a later one', async () => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'first')
  const edit = (text: string, headers = {}) =>
    as(ada).patch(`experiments/${id}/comments/${subid}`, { comment: text }, headers)

  expect((await edit('second', { 'idempotency-key': 'edit-1' })).status).toBe(200)
  expect((await edit('third')).status).toBe(200)
  expect((await edit('second', { 'idempotency-key': 'edit-1' })).status).toBe(200)

  expect((await as(ada).call(comments.read, { params: at(id, subid) })).body.comment).toBe('third')
  expect((await edit('other', { 'idempotency-key': 'edit-1' })).status).toBe(422)
})

test('the list is empty without comments, then oldest first', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).call(comments.list, { params: at(id) })).toMatchObject({ status: 200, body: [] })

  for (const text of ['one', 'two', 'three']) await comment(as(ada), id, text)

  const { body } = await as(ada).call(comments.list, { params: at(id) })
  expect(body.map((one) => one.comment)).toEqual(['one', 'two', 'three'])
})

test('limit and offset cut pages out of the list, with total and links', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  for (const text of ['one', 'two', 'three', 'four', 'five']) await comment(as(ada), id, text)

  const page = await as(ada).call(comments.list, { params: at(id), query: { limit: 2, offset: 2 } })

  expect(page.body.map((one) => one.comment)).toEqual(['three', 'four'])
  expect(page.headers['x-total-count']).toBe('5')
  expect(page.headers.link).toContain('offset=4')
  expect(page.headers.link).toContain('offset=0')
  const far = await as(ada).call(comments.list, { params: at(id), query: { limit: 9999, offset: 10 } })
  expect(far).toMatchObject({ status: 200, body: [] })
  const all = await as(ada).call(comments.list, { params: at(id), query: { limit: 0, offset: 3 } })
  expect(all.body).toHaveLength(5)
})

test('a list too long to hold at once is complete and in order all the same', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const rows = Array.from({ length: 1200 }, (_, index) => ({
    entity_id: id,
    userid: ada.id,
    comment: `number ${index}`,
    immutable: 0,
    created_at: new Date(1_700_000_000_000 + index).toISOString(),
    modified_at: new Date(1_700_000_000_000 + index).toISOString(),
    version: 1,
  }))
  await ctx.db.write((db) => db.insertInto('comments').values(rows).execute())

  const all = await as(ada).call(comments.list, { params: at(id) })
  const part = await as(ada).call(comments.list, { params: at(id), query: { limit: 800, offset: 300 } })

  expect(all.body.map((one) => one.comment)).toEqual(rows.map((row) => row.comment))
  expect(part.body.map((one) => one.comment)).toEqual(rows.slice(300, 1100).map((row) => row.comment))
  expect([all.headers['x-total-count'], part.headers['x-total-count']]).toEqual(['1200', '1200'])
  expect(part.headers.link).toContain('offset=1100')
})

test('a comment needs no more than the right to read the entry', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user()
  const id = await given.experiment(ada, { canwrite_base: 10 })
  expect(await as(ben).patch(`experiments/${id}`, { title: 'mine' })).toMatchObject({ status: 403 })

  expect(await as(ben).call(comments.add, { params: at(id), body: { comment: 'seen' } })).toMatchObject({ status: 201 })
})

test('a reader by a grant alone may comment and read comments', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user()
  const id = await given.experiment(ada, { canread_base: 10, canread: { teams: [], teamgroups: [], users: [ben.id] } })

  const subid = await comment(as(ben), id, 'thanks')

  expect(await as(ben).call(comments.read, { params: at(id, subid) })).toMatchObject({ status: 200 })
  expect(await as(ben).call(comments.list, { params: at(id) })).toMatchObject({ status: 200, body: [{ id: subid }] })
})

test('the same text sent twice makes two comments', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)

  const [first, second] = [await comment(as(ada), id, 'same'), await comment(as(ada), id, 'same')]

  expect(second).toBeGreaterThan(first)
  expect((await as(ada).call(comments.list, { params: at(id) })).body).toHaveLength(2)
})

test('modified_at moves with the text only', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  ctx.now = () => '2026-03-02T09:15:40.123Z'
  const subid = await comment(as(ada), id, 'text')
  ctx.now = () => '2026-03-02T09:20:00.000Z'

  const same = await as(ada).call(comments.edit, { params: at(id, subid), body: { comment: 'text' } })
  expect(same.body).toMatchObject({ created_at: '2026-03-02 09:15:40', modified_at: '2026-03-02 09:15:40' })

  const other = await as(ada).call(comments.edit, { params: at(id, subid), body: { comment: 'other' } })
  expect(other.body).toMatchObject({ created_at: '2026-03-02 09:15:40', modified_at: '2026-03-02 09:20:00' })
})

test('times are in the time zone of the instance', async () => {
  const { as, ctx, given } = await testApp({ TIMEZONE: 'Asia/Tokyo' })
  const ada = await given.user()
  const id = await given.experiment(ada)
  ctx.now = () => '2026-03-02T20:15:40.123Z'
  const subid = await comment(as(ada), id, 'late')
  const { body } = await as(ada).call(comments.read, { params: at(id, subid) })
  expect(body.created_at).toBe('2026-03-03 05:15:40')
})

test.each([
  ['locked', { action: 'lock' }],
  ['archived', { action: 'archive' }],
  ['deleted', { action: 'destroy' }],
])('comments of a %s entry can be written, changed and deleted', async (_, patch) => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user()
  const id = await given.experiment(ada, patch)

  const subid = await comment(as(ben), id, 'still')

  expect(await as(ben).patch(path(id, subid), { comment: 'still here' })).toMatchObject({ status: 200 })
  expect(await as(ben).delete(path(id, subid))).toMatchObject({ status: 204 })
})

test('a comment leaves the entry as it was, but for the date of its newest comment', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const before = await as(ada).get<Record<string, unknown>>(`experiments/${id}`)
  expect(before.body.recent_comment).toBeNull()

  ctx.now = () => '2027-01-01T00:00:01.000Z'
  const first = await comment(as(ada), id, 'first')
  ctx.now = () => '2027-01-01T00:00:02.000Z'
  const second = await comment(as(ada), id, 'second')

  const after = await as(ada).get<Record<string, unknown>>(`experiments/${id}`)
  expect(after.body.recent_comment).toBe('2027-01-01 00:00:02')
  for (const field of ['modified_at', 'lastchangeby', 'changelog'])
    expect(after.body[field]).toEqual(before.body[field])
  expect(after.headers.etag?.split('-')[0]).toBe(before.headers.etag?.split('-')[0])
  expect(after.headers.etag).not.toBe(before.headers.etag)

  await as(ada).delete(path(id, second))
  expect((await as(ada).get<Record<string, unknown>>(`experiments/${id}`)).body.recent_comment).toBe(
    '2027-01-01 00:00:01',
  )
  await as(ada).delete(path(id, first))
  expect((await as(ada).get<Record<string, unknown>>(`experiments/${id}`)).body.recent_comment).toBeNull()
})

test('a clock that was set back does not make the newest comment older', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  ctx.now = () => '2027-01-01T00:00:02.000Z'
  await comment(as(ada), id, 'newest')
  ctx.now = () => '2027-01-01T00:00:01.000Z'
  await comment(as(ada), id, 'from the past')
  const { body } = await as(ada).get<Record<string, unknown>>(`experiments/${id}`)
  expect(body.recent_comment).toBe('2027-01-01 00:00:02')
})

test('a deleted comment is gone from the table, and told in the journal', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'gone soon')

  expect(await as(ada).delete(path(id, subid), {})).toMatchObject({ status: 204, body: '' })

  expect(await ctx.db.read.selectFrom('comments').selectAll().execute()).toEqual([])
  expect(await as(ada).get(path(id, subid))).toMatchObject({ status: 404 })
  const events = await eventsOf(ctx, id)
  const told = events.filter((event) => event.subject === 'comment')
  expect(told.map((event) => [event.verb, event.subject_id, event.userid])).toEqual([
    ['created', subid, ada.id],
    ['deleted', subid, ada.id],
  ])
  expect(JSON.parse(told[1]?.changes ?? '')).toEqual({ comment: { before: 'gone soon' } })
  expectUnbroken(events)
})

test('ids of deleted comments are not used again', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const first = await comment(as(ada), id, 'first')
  await as(ada).delete(path(id, first))
  expect(await comment(as(ada), id, 'second')).toBeGreaterThan(first)
})

test('fifty comments at once on one entry are all stored, and its chain is unbroken', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user()
  const id = await given.experiment(ada)

  const added = await Promise.all(
    Array.from({ length: 50 }, (_, index) => as(index % 2 ? ada : ben).post(path(id), { comment: `number ${index}` })),
  )

  expect(added.map((one) => one.status)).toEqual(Array(50).fill(201))
  expect(new Set(added.map((one) => one.id)).size).toBe(50)
  const { body } = await as(ada).call(comments.list, { params: at(id) })
  expect(new Set(body.map((one) => one.comment)).size).toBe(50)
  const events = await eventsOf(ctx, id)
  expect(events.filter((event) => event.subject === 'comment')).toHaveLength(50)
  expectUnbroken(events)
})

test('comments, changes of the entry and deletions at once all get through', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const old = await Promise.all(Array.from({ length: 8 }, (_, index) => comment(as(ada), id, `old ${index}`)))

  const answers = await Promise.all([
    ...old.map((subid) => as(ada).delete(path(id, subid))),
    ...Array.from({ length: 8 }, (_, index) => as(ada).post(path(id), { comment: `new ${index}` })),
    ...Array.from({ length: 8 }, (_, index) => as(ada).patch(`experiments/${id}`, { title: `title ${index}` })),
    ...Array.from({ length: 8 }, (_, index) => as(ada).post(`experiments/${id}/tags`, { tag: `tag ${index}` })),
  ])

  expect(answers.map((answer) => answer.status)).toEqual(
    [204, 201, 200, 201].flatMap((status) => Array(8).fill(status)),
  )
  expectUnbroken(await eventsOf(ctx, id))
})

test('an ETag answers 304 until the comment changes, and guards it from lost updates', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'mine')
  const { headers } = await as(ada).get(path(id, subid))
  const etag = headers.etag ?? ''
  expect(await as(ada).get(path(id, subid), { 'if-none-match': etag })).toMatchObject({ status: 304, body: '' })

  const changed = await as(ada).patch(path(id, subid), { comment: 'newer' }, { 'if-match': etag })
  expect(changed.status).toBe(200)

  const late = await as(ada).patch(path(id, subid), { comment: 'late' }, { 'if-match': etag })
  expect(late).toMatchObject({ status: 412, body: { code: 412, current: { id: subid, comment: 'newer' } } })
  expect(await as(ada).delete(path(id, subid), undefined, { 'if-match': etag })).toMatchObject({ status: 412 })
  expect(await as(ada).get(path(id, subid), { 'if-none-match': etag })).toMatchObject({
    status: 200,
    body: { comment: 'newer' },
  })
  const fresh = { 'if-match': changed.headers.etag ?? '' }
  expect(await as(ada).delete(path(id, subid), undefined, fresh)).toMatchObject({ status: 204 })
})

test("someone else's comment can be neither changed nor deleted, whoever asks", async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const admin = await given.user({ isAdmin: true, isSysadmin: true })
  const id = await given.experiment(admin)
  const subid = await comment(as(ada), id, "ada's words")

  expect(await as(admin).patch(path(id, subid), { comment: 'changed' })).toMatchObject({ status: 403 })
  expect(await as(admin).delete(path(id, subid))).toMatchObject({ status: 403 })

  expect(await as(ada).get(path(id, subid))).toMatchObject({ body: { comment: "ada's words" } })
})

test('what the system wrote stays, whatever the body', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'signed')
  await ctx.db.write((db) => db.updateTable('comments').set({ immutable: 1 }).execute())

  expect(await as(ada).patch(path(id, subid), { comment: 'x' })).toMatchObject({ status: 403 })
  expect(await as(ada).patch(path(id, subid), { comment: '' })).toMatchObject({ status: 403 })
  expect(await as(ada).delete(path(id, subid))).toMatchObject({ status: 403 })
  expect(await as(ada).get(path(id, subid))).toMatchObject({ body: { comment: 'signed', immutable: 1 } })
})

test('a comment is reached through its own entry only', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const [here, there] = [await given.experiment(ada), await given.experiment(ada)]
  const subid = await comment(as(ada), there, 'there')

  expect(await as(ada).get(path(here, subid))).toMatchObject({ status: 404 })
  expect(await as(ada).patch(path(here, subid), { comment: 'x' })).toMatchObject({ status: 404 })
  expect(await as(ada).delete(path(here, subid))).toMatchObject({ status: 404 })
  expect(await as(ada).get(path(there, subid))).toMatchObject({ body: { comment: 'there' } })
})

test('nothing of a hidden entry is told or taken', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const eve = await given.user({ team: await given.team() })
  const id = await given.experiment(ada, { canread_base: 10 })
  const subid = await comment(as(ada), id, 'zebra')

  const answers = [
    await as(eve).get(path(id)),
    await as(eve).get(path(id, subid)),
    await as(eve).get(path(id, subid + 1)),
    await as(eve).post(path(id), { comment: 'hello' }),
    await as(eve).post(path(id), '{'),
    await as(eve).patch(path(id, subid), { comment: 'hello' }),
    await as(eve).delete(path(id, subid)),
  ]

  expect(answers.map((answer) => answer.status)).toEqual(Array(7).fill(403))
  expect(JSON.stringify(answers)).not.toContain('zebra')
  const { recent_comment_at } = await ctx.db.read.selectFrom('entities').selectAll().executeTakeFirstOrThrow()
  const [only] = await ctx.db.read.selectFrom('comments').selectAll().execute()
  expect(recent_comment_at).toBe(only?.created_at)
})

test('a POST with a subid in its path adds a comment all the same', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const added = await as(ada).post(path(id, 7), { comment: 'new' })
  expect(added).toMatchObject({ status: 201, path: `/api/v2/${path(id, added.id)}` })
})

test('other keys of the body are ignored, a known action too', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const ben = await given.user()
  const id = await given.experiment(ada)
  const body = { comment: 'x', action: 'duplicate', userid: ben.id, immutable: 1, created_at: '2001-01-01', item_id: 9 }

  const { id: subid } = await as(ada).post(path(id), body)
  await as(ada).patch(path(id, subid), { ...body, comment: 'y', action: 'anything' })

  const read = await as(ada).call(comments.read, { params: at(id, subid) })
  expect(read.body).toMatchObject({ comment: 'y', userid: ada.id, immutable: 0, item_id: id })
  expect(read.body.created_at).not.toContain('2001')
})

test('a text may have 65,535 bytes and consist of blanks', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  for (const text of [' ', '\n', 'x'.repeat(65_535), `${'é'.repeat(32_767)}x`, '\u{1f9ea}'.repeat(16_383)]) {
    const subid = await comment(as(ada), id, text)
    const { body } = await as(ada).call(comments.read, { params: at(id, subid) })
    expect(body.comment === text).toBe(true)
  }
})

const WRONG_TEXTS: [string, unknown][] = [
  ['no body', undefined],
  ['an empty object', {}],
  ['an empty list', []],
  ['null', { comment: null }],
  ['an empty text', { comment: '' }],
  ['a number', { comment: 7 }],
  ['true', { comment: true }],
  ['a list', { comment: ['x'] }],
  ['an object', { comment: { text: 'x' } }],
  ['65,536 bytes', { comment: 'x'.repeat(65_536) }],
  ['65,536 bytes of two-byte letters', { comment: 'é'.repeat(32_768) }],
  ['a NUL', { comment: 'a\0b' }],
  ['half a character', '{"comment": "\\ud800"}'],
]

test.each(WRONG_TEXTS)('POST and PATCH refuse %s and name the field', async (_, body) => {
  const { as, ctx, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'kept')

  const refusal = { status: 400, body: { code: 400, message: expect.stringContaining('comment'), description: '' } }
  expect(await as(ada).post(path(id), body)).toMatchObject(refusal)
  expect(await as(ada).patch(path(id, subid), body)).toMatchObject(refusal)

  const rows = await ctx.db.read.selectFrom('comments').selectAll().where('entity_id', '=', id).execute()
  expect(rows).toMatchObject([{ id: subid, comment: 'kept', version: 1 }])
})

test.each([
  ['invalid JSON', '{', {}],
  ['JSON that is no object', '5', {}],
  ['another content type', '{"comment":"x"}', { 'content-type': 'text/plain' }],
])('POST and PATCH refuse %s', async (_, body, headers) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'kept')
  expect(await as(ada).post(path(id), body, headers)).toMatchObject({ status: 400 })
  expect(await as(ada).patch(path(id, subid), body, headers)).toMatchObject({ status: 400 })
})

test('a misspelt action is refused', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).post(path(id), { comment: 'x', action: 'creat' })).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('action') },
  })
})

test('a read-only key reads, and writes nothing', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const readOnly = await given.key(ada, false)
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'x')

  expect(await as(readOnly).get(path(id))).toMatchObject({ status: 200 })
  expect(await as(readOnly).get(path(id, subid))).toMatchObject({ status: 200 })
  expect(await as(readOnly).post(path(id), { comment: 'y' })).toMatchObject({ status: 403 })
  expect(await as(readOnly).patch(path(id, subid), { comment: 'y' })).toMatchObject({ status: 403 })
  expect(await as(readOnly).delete(path(id, subid))).toMatchObject({ status: 403 })
})

test.each([
  ['a missing entry', (id: number) => id + 1, 404],
  ['the entry 0', () => 0, 404],
  ['an id no database can hold', () => 99_999_999_999, 404],
  ['an id that is no number', () => 'abc', 400],
  ['an id with letters behind', () => '12abc', 400],
])('%s outranks whatever the body is', async (_, entry, status) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const wrong = entry(id)
  for (const body of [{ comment: 'x' }, {}, '{']) {
    expect(await as(ada).post(path(wrong), body)).toMatchObject({ status })
    expect(await as(ada).patch(path(wrong, 1), body)).toMatchObject({ status })
  }
  expect(await as(ada).get(path(wrong))).toMatchObject({ status })
  expect(await as(ada).get(path(wrong, 1))).toMatchObject({ status })
  expect(await as(ada).delete(path(wrong, 1))).toMatchObject({ status })
})

test.each([
  ['missing', 999, 404],
  ['0', 0, 404],
  ['no number', 'abc', 400],
])('a comment that is %s outranks an empty text', async (_, subid, status) => {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).get(path(id, subid))).toMatchObject({ status })
  for (const body of [{ comment: 'x' }, { comment: '' }, '{']) {
    expect(await as(ada).patch(path(id, subid), body)).toMatchObject({ status })
  }
  expect(await as(ada).delete(path(id, subid))).toMatchObject({ status })
})

test('PATCH and DELETE without a subid are 404, and an unknown entity type is 400', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  expect(await as(ada).patch(path(id), { comment: 'x' })).toMatchObject({ status: 404 })
  expect(await as(ada).delete(path(id))).toMatchObject({ status: 404 })
  expect(await as(ada).get(`chairs/${id}/comments`)).toMatchObject({ status: 400 })
})

test('no key and an unknown key are 401', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  for (const nobody of [undefined, `999-${'0'.repeat(64)}`]) {
    expect(await as(nobody).get(path(id))).toMatchObject({ status: 401 })
    expect(await as(nobody).post(path(id), { comment: 'x' })).toMatchObject({ status: 401 })
    expect(await as(nobody).patch(path(id, 1), { comment: 'x' })).toMatchObject({ status: 401 })
    expect(await as(nobody).delete(path(id, 1))).toMatchObject({ status: 401 })
  }
})

test('a long comment stands in the journal once, and the chain fits', async () => {
  const { as, ctx, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const subid = await comment(as(ada), id, 'long '.repeat(5000))
  await as(ada).patch(path(id, subid), { comment: 'short' })
  const events = await eventsOf(ctx, id)
  expectUnbroken(events)
  expect(events.every((event) => event.changes.length < 5000)).toBe(true)
})

function at(id: number, subid?: number) {
  return { entity_type: 'experiments', id, ...(subid !== undefined && { subid }) }
}

function path(id: number | string, subid?: number | string): string {
  return `experiments/${id}/comments${subid === undefined ? '' : `/${subid}`}`
}

async function comment(client: ReturnType<TestApp['as']>, id: number, text: string): Promise<TestUser['id']> {
  const added = await client.call(comments.add, { params: at(id), body: { comment: text } })
  expect(added.status).toBe(201)
  return added.id
}

function eventsOf(ctx: TestApp['ctx'], chain: number) {
  return ctx.db.read.selectFrom('events').selectAll().where('chain', '=', chain).orderBy('position').execute()
}

function expectUnbroken(events: Awaited<ReturnType<typeof eventsOf>>): void {
  let head = ''
  for (const [index, event] of events.entries()) {
    expect(event.position).toBe(index + 1)
    expect(event.prev_hash).toBe(head)
    expect(event.hash).toBe(hashEvent(event))
    head = event.hash
  }
}

test('the record of an entry holds its newest 500 comments, oldest first; the list has all', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  for (let number = 1; number <= 503; number++) {
    const path = { entity_type: 'experiments' as const, id }
    await addComment(ctx, { ...NOBODY, userid: ada.id, team: 1, teams: [1] }, path, `Remark ${number}`)
  }

  const { body: record } = await as(ada).get<{ comments: { comment: string }[] }>(`experiments/${id}`)
  expect(record.comments).toHaveLength(500)
  expect(record.comments[0]?.comment).toBe('Remark 4')
  expect(record.comments.at(-1)?.comment).toBe('Remark 503')
  const { body: list } = await as(ada).get<unknown[]>(`experiments/${id}/comments`)
  expect(list).toHaveLength(503)
})

/** An actor without any rights but those that a test adds. */
const NOBODY = {
  isAdmin: false,
  isSysadmin: false,
  canWrite: true,
  via: 'test',
  address: '',
}
