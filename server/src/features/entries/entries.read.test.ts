import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { sharedApp, testApp } from '../../../test/harness.ts'

const shared = sharedApp()

/** Every key that the API promises for an experiment; `metadata_decoded` only with metadata. */
const KEYS = `id type page title body body_html content_type hide_main_text date elabid custom_id rating state category
  category_title category_color status status_title status_color metadata userid firstname lastname fullname orcid team
  team_name created_at modified_at lastchangeby created_from_type created_from_id created_from_type_human canread canwrite
  canread_base canwrite_base canread_base_human canwrite_base_human canread_is_immutable canwrite_is_immutable access_key
  sharelink locked lockedby locked_at timestamped timestampedby timestamped_at signature_count last_signed_by
  last_signed_at exclusive_edit_mode is_pinned tags tags_id tags_decoded steps next_step comments recent_comment uploads
  experiments_links items_links related_experiments_links related_items_links compounds_links containers changelog
  surrounding_bookers events_start events_start_itemid`.split(/\s+/)

test('the record of an experiment has every key of the API', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const { status, body } = await as(ada).get<Entity>(`experiments/${id}`)
  expect(status).toBe(200)
  expect(Object.keys(body).sort()).toEqual([...KEYS].sort())
  expect(body).toMatchObject({
    type: 'experiments',
    page: 'experiments',
    fullname: 'User Number1',
    firstname: 'User',
    lastname: 'Number1',
    team_name: 'Default team',
    canread_base_human: 'Team',
    canwrite_base_human: 'Owner and admins',
    exclusive_edit_mode: null,
    signature_count: 0,
    steps: [],
    uploads: [],
  })
  expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
})

test('metadata is returned as text with one space after colons and commas, and decoded', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada, { metadata: { foo: 1, bar: [1, 2] } })
  expect((await as(ada).get(`experiments/${id}`)).body).toMatchObject({
    metadata: '{"foo": 1, "bar": [1, 2]}',
    metadata_decoded: { foo: 1, bar: [1, 2] },
  })
})

test('the public link names the page, and the access key while there is one', async () => {
  const { as, given } = await testApp({ BASE_URL: 'https://lab.example.org' })
  const ada = await given.user()
  const id = await given.experiment(ada)
  const plain = `https://lab.example.org/experiments.php?mode=view&id=${id}`
  expect((await as(ada).get(`experiments/${id}`)).body).toMatchObject({ access_key: null, sharelink: plain })
  const { body } = await as(ada).patch<Entity>(`experiments/${id}`, { action: 'accesskey' })
  expect(body.sharelink).toBe(`${plain}&access_key=${body.access_key}`)
})

test('the record shows the comments and the time of the newest', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const bob = await given.user()
  const id = await given.experiment(ada)
  await as(bob).post(`experiments/${id}/comments`, { comment: 'first' })
  await as(ada).post(`experiments/${id}/comments`, { comment: 'second' })
  const { body } = await as(ada).get<Entity>(`experiments/${id}`)
  expect(body.comments).toMatchObject([
    { comment: 'first', item_id: id, userid: bob.id, fullname: 'User Number2', immutable: 0, email: bob.email },
    { comment: 'second', userid: ada.id },
  ])
  expect(body.recent_comment).toBe(body.comments[1]?.created_at)
  expect(body.changelog).toMatchObject([{ target: 'created' }])
})

test('archived and deleted experiments are still read by their id', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const archived = await given.experiment(ada, { action: 'archive' })
  const deleted = await given.experiment(ada, { action: 'destroy' })
  expect(await as(ada).get(`experiments/${archived}`)).toMatchObject({ status: 200, body: { state: 2 } })
  expect(await as(ada).get(`experiments/${deleted}`)).toMatchObject({ status: 200, body: { state: 3 } })
})

test.each([
  ['experiments/99', 404],
  ['experiments/0', 404],
  ['experiments/99999999999', 404],
  ['experiments/99999999999999999999', 404],
  ['experiments/abc', 400],
  ['experiments/-1', 400],
  ['experiments/1abc', 400],
  ['experiments/1?format=binary', 400],
  ['experiments/1?format=json', 200],
  ['experiments/1/', 200],
  ['experiments/1?unknown=1', 200],
])('GET %s answers %i', async (path, status) => {
  const { as, given } = await shared()
  const ada = await given.user()
  await given.experiment(ada)
  expect(await as(ada).get(path)).toMatchObject({ status })
})

test('a stranger is told that they may not read, and nothing else', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const eve = await given.user({ team: await given.team() })
  const id = await given.experiment(ada, { title: 'marker-title', body: 'marker-body' })
  const refused = await as(eve).get(`experiments/${id}`)
  expect(refused.status).toBe(403)
  expect(JSON.stringify(refused)).not.toContain('marker')
})

test('the ETag stays while nothing changes, and spares the second transfer', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const first = await as(ada).get(`experiments/${id}`)
  const etag = first.headers.etag ?? ''
  expect(etag).toMatch(/^"1-/)
  const cached = { 'if-none-match': etag }
  expect(await as(ada).get(`experiments/${id}`, cached)).toMatchObject({ status: 304, body: '' })
  await as(ada).post(`experiments/${id}/comments`, { comment: 'new' })
  expect(await as(ada).get(`experiments/${id}`, cached)).toMatchObject({ status: 200 })
})

test('the changelog tells who changed what, newest first', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const boss = await given.user({ isAdmin: true })
  const id = await given.experiment(ada)
  await as(ada).patch(`experiments/${id}`, { title: 'One', rating: 3 })
  await as(boss).patch(`experiments/${id}`, { tags: ['b', 'a'] })
  await as(ada).patch(`experiments/${id}`, { body: '<p>secret text</p>' })
  await as(ada).patch(`experiments/${id}`, { action: 'lock' })
  const { body } = await as(ada).get<Entity>(`experiments/${id}`)
  expect(body.changelog.map(({ target, content, userid }) => [target, content, userid])).toEqual([
    ['locked', '1', ada.id],
    ['body', expect.not.stringContaining('secret'), ada.id],
    ['tags', 'a|b', boss.id],
    ['title', 'One', ada.id],
    ['rating', '3', ada.id],
    ['created', 'Created', ada.id],
  ])
  expect(body.changelog[2]).toMatchObject({ fullname: 'User Number2', created_at: expect.stringMatching(/^\d{4}-/) })
})

test('consecutive saves of the body by one person are one line of the changelog', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const boss = await given.user({ isAdmin: true })
  const id = await given.experiment(ada)
  const save = (user: typeof ada, body: string) => as(user).patch<Entity>(`experiments/${id}`, { body })
  await save(ada, 'a')
  await save(ada, 'ab')
  await save(ada, 'abc')
  const { body } = await save(boss, 'abcd')
  expect(body.changelog.map((line) => line.userid)).toEqual([boss.id, ada.id, ada.id])
  await save(ada, 'abcde')
  await as(ada).patch(`experiments/${id}`, { title: 'between' })
  const later = await save(ada, 'abcdef')
  expect(later.body.changelog.map((line) => [line.target, line.userid])).toEqual([
    ['body', ada.id],
    ['title', ada.id],
    ['body', ada.id],
    ['body', boss.id],
    ['body', ada.id],
    ['created', ada.id],
  ])
  const { events } = await ctx.db.read
    .selectFrom('events')
    .select((eb) => eb.fn.countAll<number>().as('events'))
    .where('chain', '=', id)
    .executeTakeFirstOrThrow()
  expect(events).toBe(8)
})

test('a save of the body more than 15 minutes after the first is a line of its own', async () => {
  const { as, given, ctx } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  const real = ctx.now
  const start = Date.parse(real())
  const saveAfter = async (minutes: number, body: string) => {
    ctx.now = () => new Date(start + minutes * 60_000).toISOString()
    return (await as(ada).patch<Entity>(`experiments/${id}`, { body })).body.changelog.length - 1
  }
  expect(await saveAfter(0, 'a')).toBe(1)
  expect(await saveAfter(14, 'b')).toBe(1)
  expect(await saveAfter(16, 'c')).toBe(2)
  expect(await saveAfter(30, 'd')).toBe(2)
})

test('the changelog shows the newest 200 lines, and hints in place of long values', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const id = await given.experiment(ada)
  for (let round = 0; round < 70; round++) {
    await as(ada).patch(`experiments/${id}`, { title: `t${round}`, rating: round % 5, custom_id: round + 1 })
  }
  const long = JSON.stringify({ note: 'x'.repeat(6000) })
  const { body } = await as(ada).patch<Entity>(`experiments/${id}`, { metadata: long })
  expect(body.changelog).toHaveLength(200)
  expect(body.changelog[0]).toMatchObject({ target: 'metadata', content: expect.not.stringContaining('xxx') })
  expect(body.changelog[1]).toMatchObject({ target: 'title', content: 't69' })
})

test('times are shown in the time zone of the instance', async () => {
  const { as, given, ctx } = await testApp({ TIMEZONE: 'Asia/Tokyo' })
  const ada = await given.user()
  ctx.now = () => '2026-03-02T20:15:40.123Z'
  const id = await given.experiment(ada)
  expect((await as(ada).get(`experiments/${id}`)).body).toMatchObject({
    created_at: '2026-03-03 05:15:40',
    date: '2026-03-03',
    elabid: expect.stringMatching(/^20260303-/),
  })
})
