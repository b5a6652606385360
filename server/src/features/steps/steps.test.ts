import { EntityType } from '@aliquot/contract/common'
import type { Entity, EntityListRow } from '@aliquot/contract/entities'
import type { Notification } from '@aliquot/contract/notifications'
import type { Step } from '@aliquot/contract/steps'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Client, type TestApp, type TestUser, testApp } from '../../../test/harness.ts'

let app: TestApp
let ada: TestUser
let bob: TestUser
let client: Client

beforeAll(async () => {
  let close: (() => Promise<void>) | undefined
  app = await testApp({ TIMEZONE: 'Europe/Paris' }, { closing: (end) => (close = end) })
  ada = await app.given.user({ firstname: 'Ada', lastname: 'Moreau' })
  bob = await app.given.user()
  client = app.as(ada)
  return close
})

async function entryOf(type: EntityType = 'experiments'): Promise<string> {
  const { path } = await client.post(type, {})
  return (path ?? '').replace('/api/v2/', '')
}

async function stepOf(entry: string, body: unknown = { body: 'Dilute' }): Promise<Step> {
  const { path } = await client.post(`${entry}/steps`, body)
  return (await client.get<Step>(path ?? '')).body
}

const list = async (entry: string) => (await client.get<Step[]>(`${entry}/steps`)).body
const read = async (entry: string) => (await client.get<Entity>(entry)).body
/** Minutes from now, as Paris local time. */
const inMinutes = (minutes: number) =>
  new Date(Date.now() + minutes * 60_000).toLocaleString('sv', { timeZone: 'Europe/Paris' })

describe.each(EntityType.options)('steps of %s', (type) => {
  test('are added at the end, read one by one and as a list, and stand in the record', async () => {
    const entry = await entryOf(type)
    const first = await client.post(`${entry}/steps`, { body: 'Weigh', finished: 1, ordering: 9 })
    expect(first).toMatchObject({ status: 201, body: '', path: `/api/v2/${entry}/steps/${first.id}` })
    await client.post(`${entry}/steps/7`, { body: 'Dilute', action: 'create' })
    const steps = await list(entry)
    expect(steps).toEqual([
      {
        id: first.id,
        item_id: Number(entry.split('/')[1]),
        body: 'Weigh',
        ordering: 1,
        finished: 0,
        finished_time: null,
        deadline: null,
        deadline_notif: 0,
        is_immutable: 0,
      },
      expect.objectContaining({ body: 'Dilute', ordering: 2 }),
    ])
    expect((await client.get(`${entry}/steps/${first.id}`)).body).toEqual(steps[0])
    const record = await read(entry)
    expect(record).toMatchObject({ steps, next_step: 'Weigh', lastchangeby: ada.id })
    expect(record.changelog.slice(0, 2)).toMatchObject([
      { target: 'steps', content: 'create', userid: ada.id },
      { target: 'steps', content: 'create' },
    ])
    const page = await client.get<Step[]>(`${entry}/steps?limit=1&offset=1`)
    expect(page.body.map(({ body }) => body)).toEqual(['Dilute'])
    expect(page.headers['x-total-count']).toBe('2')
    const [row] = (await client.get<EntityListRow[]>(`${type}?limit=1&full=0`)).body
    expect(row).toMatchObject({ id: record.id, next_step: 'Weigh' })
  })

  test('are finished and not, each at its time, and lose their deadline with it', async () => {
    const entry = await entryOf(type)
    const { id } = await stepOf(entry)
    const { now } = app.ctx
    const finishAt = async (time: string) => {
      await client.patch(`${entry}/steps/${id}`, { deadline: '2031-07-01 12:30' })
      await client.patch(`${entry}/steps/${id}`, { action: 'notif' })
      app.ctx.now = () => time
      const reply = await client.patch<Step>(`${entry}/steps/${id}`, { action: 'finish' })
      app.ctx.now = now
      return reply
    }
    const off = { deadline: null, deadline_notif: 0 }
    const done = await finishAt('2030-03-02T09:15:40.123Z')
    expect(done).toMatchObject({
      status: 200,
      body: { finished: 1, finished_time: '2030-03-02 10:15:40', ...off },
    })
    expect(await read(entry)).toMatchObject({
      next_step: null,
      steps: [done.body],
      modified_at: '2030-03-02 10:15:40',
      changelog: expect.arrayContaining([expect.objectContaining({ target: 'steps', content: 'finish' })]),
    })
    const undone = await finishAt('2030-03-02T09:15:50.000Z')
    expect(undone.body).toMatchObject({ finished: 0, finished_time: '2030-03-02 10:15:50', ...off })
    expect((await read(entry)).next_step).toBe('Dilute')
  })

  test('are made immutable all at once, through one or through all', async () => {
    const entry = await entryOf(type)
    const { id } = await stepOf(entry)
    await stepOf(entry)
    const all = await client.patch<Step[]>(`${entry}/steps`, { action: 'forcelock' })
    expect(all.body.map(({ is_immutable }) => is_immutable)).toEqual([1, 1])
    const one = await client.patch<Step>(`${entry}/steps/${id}`, { action: 'forceunlock' })
    expect(one).toMatchObject({ status: 200, body: { id, is_immutable: 0 } })
    expect((await list(entry)).map(({ is_immutable }) => is_immutable)).toEqual([0, 0])
    await client.patch(`${entry}/steps`, { action: 'forcelock' })
    const isTemplate = type === 'experiments_templates' || type === 'items_types'
    expect((await client.patch(`${entry}/steps/${id}`, { body: 'x' })).status).toBe(isTemplate ? 200 : 400)
    expect((await client.patch(`${entry}/steps/${id}`, { is_immutable: 0 })).status).toBe(isTemplate ? 200 : 400)
    expect((await client.patch(`${entry}/steps/${id}`, { action: 'finish' })).status).toBe(200)
    expect((await client.delete(`${entry}/steps/${id}`)).status).toBe(204)
  })
})

test.each([
  [{ body: ' two\r\nlines\n' }, 'two lines'],
  [{ body: `${'é'.repeat(300)}` }, 'é'.repeat(255)],
  [{ body: '  ' }, 'Untitled'],
  [{}, 'Untitled'],
  [{ body: 12 }, '12'],
  [{ body: '<b>|</b>' }, '<b>|</b>'],
])('the text %j becomes %j', async (sent, kept) => {
  expect((await stepOf(await entryOf(), sent)).body).toBe(kept)
})

test.each<[object, object]>([
  [{ body: 'a|b' }, { body: 'ab' }],
  [{ body: 'x'.repeat(5000) }, { body: 'x'.repeat(5000) }],
  [{ body: 'new', action: 'update' }, { body: 'new' }],
  [{ deadline: '2031-07-01' }, { deadline: '2031-07-01 00:00:00' }],
  [{ deadline: '2031-07-01T12:30:15' }, { deadline: '2031-07-01 12:30:15' }],
  // The hour that daylight saving skips, and the one it repeats.
  [{ deadline: '2031-03-30 02:30:00' }, { deadline: '2031-03-30 03:30:00' }],
  [{ deadline: '2031-10-26 02:30:00' }, { deadline: '2031-10-26 02:30:00' }],
  // The first and the last allowed second.
  [{ deadline: '1000-01-01' }, { deadline: '1000-01-01 00:00:00' }],
  [{ finished_time: '9999-12-31 23:59:59' }, { finished_time: '9999-12-31 23:59:59' }],
  [
    { deadline: null, finished_time: '2026-01-02 03:04:05' },
    { deadline: null, finished_time: '2026-01-02 03:04:05' },
  ],
  [{ finished_time: '' }, { finished_time: null }],
  [{}, { body: 'Dilute' }],
])('a step takes %j', async (sent, kept) => {
  const entry = await entryOf()
  const { id } = await stepOf(entry)
  const patched = await client.patch(`${entry}/steps/${id}`, sent)
  expect(patched).toMatchObject({ status: 200, body: { id, ...kept } })
  expect((await client.get(`${entry}/steps/${id}`)).body).toEqual(patched.body)
})

test.each<[object | string, number, string]>([
  [{ body: '' }, 400, 'body'],
  [{ body: ' | ' }, 400, 'body'],
  [{ body: { a: 1 } }, 400, 'body'],
  [{ body: 'x'.repeat(10_001) }, 400, 'body'],
  [{ body: 'a\0b' }, 400, 'body'],
  [{ deadline: 'tomorrow' }, 400, 'deadline'],
  [{ deadline: '2026-02-30 10:00' }, 400, 'deadline'],
  [{ deadline: 20260301 }, 400, 'deadline'],
  [{ body: 'kept out', deadline: 'x' }, 400, 'deadline'],
  [{ finished_time: '25:00' }, 400, 'finished_time'],
  [{ is_immutable: 1 }, 400, 'is_immutable'],
  [{ is_immutable: 7 }, 400, 'is_immutable'],
  [{ body: 'x', finished: 1 }, 400, 'finished'],
  [{ ordering: 1 }, 400, 'ordering'],
  [{ action: 'lock' }, 400, 'action'],
  [{ action: 'notif' }, 400, 'deadline'],
  [{ action: 3 }, 400, 'action'],
  ['{', 400, ''],
])('a PATCH of a step with %j answers %i and names %s', async (body, status, field) => {
  const entry = await entryOf()
  const step = await stepOf(entry)
  const before = await read(entry)
  const reply = await client.patch<{ message: string }>(`${entry}/steps/${step.id}`, body)
  expect(reply.status).toBe(status)
  expect(reply.body.message).toContain(field)
  expect(await read(entry)).toEqual(before)
})

test.each<[string, string, object | undefined, number]>([
  ['POST', '/steps', { body: 'x', action: 'finish' }, 400],
  ['POST', '/steps', { body: ['x'] }, 400],
  ['PATCH', '/steps', { action: 'finish' }, 400],
  ['PATCH', '/steps', {}, 400],
  ['PATCH', '/steps', { ordering: [1] }, 400],
  ['PATCH', '/steps', { ordering: 'x' }, 400],
  ['GET', '/steps/abc', undefined, 400],
  ['GET', '/steps/0', undefined, 404],
  ['GET', '/steps/99999', undefined, 404],
  ['PATCH', '/steps/99999', { action: 'finish' }, 404],
  ['PATCH', '/steps/99999', { body: '' }, 404],
  ['DELETE', '/steps/99999', undefined, 204],
  ['DELETE', '/steps', undefined, 404],
])('%s %s with %j answers %i', async (method, path, body, status) => {
  const entry = await entryOf()
  expect((await client.send(method, `${entry}${path}`, body)).status).toBe(status)
})

test('a step is none of another entry: 404, and it stays', async () => {
  const entry = await entryOf()
  const step = await stepOf(entry)
  for (const other of [await entryOf(), await entryOf('items')]) {
    const path = `${other}/steps/${step.id}`
    expect((await client.get(path)).status).toBe(404)
    expect((await client.patch(path, { action: 'finish' })).status).toBe(404)
    expect((await client.delete(path)).status).toBe(404)
  }
  // The right id under the wrong type is not found.
  expect((await client.get(`items/${entry.split('/')[1]}/steps`)).status).toBe(404)
  expect(await list(entry)).toEqual([step])
})

test('reading needs the right to read, changing the right to write; a lock stops others', async () => {
  const entry = await entryOf()
  const { id } = await stepOf(entry)
  const stranger = await app.given.user({ team: await app.given.team() })
  for (const [person, reading] of [
    [bob, 200],
    [stranger, 403],
  ] as const) {
    const as = app.as(person)
    expect((await as.get(`${entry}/steps`)).status).toBe(reading)
    expect((await as.get(`${entry}/steps/${id}`)).status).toBe(reading)
    expect((await as.post(`${entry}/steps`, { body: 'x' })).status).toBe(403)
    expect((await as.patch(`${entry}/steps/${id}`, { action: 'finish' })).status).toBe(403)
    expect((await as.patch(`${entry}/steps`, { action: 'forcelock' })).status).toBe(403)
    expect((await as.delete(`${entry}/steps/${id}`)).status).toBe(403)
    expect((await as.delete(`${entry}/steps/99999`)).status).toBe(403)
  }
  await client.patch(entry, { canwrite_base: 30, action: 'update' })
  expect((await app.as(bob).patch(`${entry}/steps/${id}`, { action: 'finish' })).status).toBe(200)
  await client.patch(entry, { action: 'lock' })
  expect((await app.as(bob).patch(`${entry}/steps/${id}`, { action: 'finish' })).status).toBe(403)
  expect((await client.patch(`${entry}/steps/${id}`, { action: 'finish' })).status).toBe(200)
  // Neither archiving nor deleting closes them: only write access counts.
  await client.patch(entry, { action: 'forceunlock' })
  await client.delete(entry)
  expect((await client.post(`${entry}/steps`, { body: 'After all' })).status).toBe(201)
})

test('steps are removed, and what follows moves on', async () => {
  const entry = await entryOf()
  const [first, second] = [await stepOf(entry, { body: 'one' }), await stepOf(entry, { body: 'two' })]
  const etag = (await client.get(`${entry}/steps/${first.id}`)).headers.etag ?? ''
  await client.patch(`${entry}/steps/${first.id}`, { body: 'uno' })
  const stale = await client.delete(`${entry}/steps/${first.id}`, undefined, { 'if-match': etag })
  expect(stale).toMatchObject({ status: 412, body: { current: { body: 'uno' } } })
  expect((await client.patch(`${entry}/steps/${first.id}`, { body: 'x' }, { 'if-match': etag })).status).toBe(412)
  expect((await client.delete(`${entry}/steps/${first.id}`)).status).toBe(204)
  expect((await client.delete(`${entry}/steps/${first.id}`)).status).toBe(204)
  const record = await read(entry)
  expect(record).toMatchObject({ next_step: 'two', steps: [{ id: second.id, ordering: 2 }] })
  expect(record.changelog[0]).toMatchObject({ target: 'steps', content: String(first.id) })
  // After the others, however many were deleted.
  expect(await stepOf(entry)).toMatchObject({ ordering: 3 })
})

test('the version of the entry stays: who is writing in it is not refused because of a step', async () => {
  const entry = await entryOf()
  const { headers } = await client.get(entry)
  await stepOf(entry)
  const after = await client.get(entry, { 'if-none-match': headers.etag ?? '' })
  expect(after.status).toBe(200)
  expect((await client.patch(entry, { title: 'Mine' }, { 'if-match': headers.etag ?? '' })).status).toBe(200)
})

test('steps are brought into another order, those that are immutable keep their place', async () => {
  const entry = await entryOf()
  const ids: number[] = []
  for (const body of ['a', 'b', 'c']) ids.push((await stepOf(entry, { body })).id)
  const [a = 0, b = 0, c = 0] = ids
  const moved = await client.patch<Step[]>(`${entry}/steps`, { ordering: [c, a, b] })
  expect(moved.body.map(({ body, ordering }) => [body, ordering])).toEqual([
    ['c', 1],
    ['a', 2],
    ['b', 3],
  ])
  expect((await read(entry)).next_step).toBe('c')
  for (const ordering of [
    [a, b],
    [a, b, c, c],
    [a, a, b],
    [a, b, 99999],
  ]) {
    expect((await client.patch(`${entry}/steps`, { ordering })).status).toBe(400)
  }
  await client.patch(`${entry}/steps`, { action: 'forcelock' })
  const refused = await client.patch<{ message: string }>(`${entry}/steps`, { ordering: [a, b, c] })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringContaining('locked') } })
  expect((await client.patch(`${entry}/steps`, { ordering: [c, a, b] })).status).toBe(200)
})

describe('deadlines', () => {
  const told = async (user: TestUser) =>
    (await app.as(user).get<Notification[]>('users/me/notifications')).body.filter(({ category }) => category === 13)

  test('are told to who asked for it, half an hour before', async () => {
    const entry = await entryOf()
    const { id } = await stepOf(entry)
    const path = `${entry}/steps/${id}`
    await client.patch(path, { deadline: inMinutes(45) })
    const on = await client.patch<Step>(path, { action: 'notif' })
    expect(on.body.deadline_notif).toBe(1)
    expect(await told(ada)).toEqual([])
    // "Remove all" does not remove what is not visible yet.
    await client.delete('users/me/notifications')
    const near = (await client.patch<Step>(path, { deadline: inMinutes(20) })).body
    const [notification, ...more] = await told(ada)
    expect(more).toEqual([])
    expect(notification).toMatchObject({
      category: 13,
      is_ack: 0,
      userid: ada.id,
      body: {
        step_id: id,
        entity_id: near.item_id,
        entity_page: 'experiments.php',
        deadline: near.deadline,
        step: 'Dilute',
      },
    })
    const single = await client.get<{ body: string }>(`users/me/notifications/${notification?.id}`)
    expect(JSON.parse(single.body.body)).toMatchObject({ step_id: id })
    await client.patch(path, { deadline: inMinutes(300) })
    expect(await told(ada)).toEqual([])
    expect((await client.get(`users/me/notifications/${notification?.id}`)).status).toBe(404)
  })

  test.each<[string, (path: string) => Promise<{ status: number }>, number]>([
    ['finishing the step', (path) => client.patch(path, { action: 'finish' }), 200],
    ['turning it off', (path) => client.patch(path, { action: 'notif' }), 200],
    ['notifdestroy', (path) => client.patch(path, { action: 'notifdestroy' }), 200],
    ['taking the deadline away', (path) => client.patch(path, { deadline: null }), 200],
    ['deleting the step', (path) => client.delete(path), 204],
  ])('%s takes the notification away', async (_name, end, status) => {
    const entry = await entryOf('items')
    const path = `${entry}/steps/${(await stepOf(entry)).id}`
    await client.patch(path, { deadline: inMinutes(5) })
    await client.patch(path, { action: 'notif' })
    expect(await told(ada)).toHaveLength(1)
    expect((await end(path)).status).toBe(status)
    expect(await told(ada)).toEqual([])
    if (status === 200) expect((await client.get<Step>(path)).body.deadline_notif).toBe(0)
  })

  test('who does not want to be told finds it as seen', async () => {
    const cyd = await app.given.user()
    await app.as(cyd).patch(`users/${cyd.id}`, { notif_step_deadline: 0 })
    const id = (await app.as(cyd).post('experiments', {})).id
    const { path = '' } = await app.as(cyd).post(`experiments/${id}/steps`, { body: 'x' })
    await app.as(cyd).patch(path, { deadline: inMinutes(5) })
    await app.as(cyd).patch(path, { action: 'notif' })
    expect(await told(cyd)).toMatchObject([{ is_ack: 1 }])
  })
})

describe('copies', () => {
  test('have the texts, order and immutability of steps, unfinished and without deadline', async () => {
    const template = await entryOf('experiments_templates')
    const [first, second] = [await stepOf(template, { body: 'one' }), await stepOf(template, { body: 'two' })]
    await client.patch(`${template}/steps/${first.id}`, { is_immutable: 1, deadline: '2031-01-01' })
    await client.patch(`${template}/steps/${second.id}`, { action: 'finish' })
    const made = await client.post('experiments', { template: Number(template.split('/')[1]) })
    const copied = await client.post(`experiments/${made.id}`, { action: 'duplicate' })
    const back = await client.post('experiments_templates', { entity: made.id })
    const steps = [
      { body: 'one', ordering: 1, is_immutable: 1, finished: 0, deadline: null, deadline_notif: 0 },
      { body: 'two', ordering: 2, is_immutable: 0, finished: 0, finished_time: null },
    ]
    for (const { path = '' } of [made, copied, back]) {
      expect((await client.get(path)).body).toMatchObject({
        steps,
        next_step: 'one',
        changelog: expect.arrayContaining([expect.objectContaining({ target: 'created' })]),
      })
    }
  })
})

test('an entry with very many steps is read in pages, and its record has the first thousand', async () => {
  const entry = await entryOf()
  const id = Number(entry.split('/')[1])
  await app.ctx.db.write(async (db) => {
    for (let from = 0; from < 2000; from += 500) {
      const rows = Array.from({ length: 500 }, (_, index) => ({
        entity_id: id,
        body: `Step ${from + index}`,
        ordering: from + index,
        finished: from + index < 1500 ? 1 : 0,
      }))
      await db.insertInto('steps').values(rows).execute()
    }
  })
  await stepOf(entry, { body: 'Last' })
  const record = await read(entry)
  expect(record.steps).toHaveLength(1000)
  expect(record.next_step).toBe('Step 1500')
  const page = await client.get<Step[]>(`${entry}/steps?limit=2&offset=1999`)
  expect(page.body.map(({ body }) => body)).toEqual(['Step 1999', 'Last'])
  const all = await client.get<Step[]>(`${entry}/steps`)
  expect([all.body.length, all.body.at(-1)?.body]).toEqual([2001, 'Last'])
  const { body } = await client.get<{ experiments: { id: number; steps: string[][] }[] }>('unfinished_steps')
  expect(body.experiments.find((row) => row.id === id)?.steps).toHaveLength(100)
})

test('unfinished steps are told by entry, own ones or those of the team that may be read', async () => {
  const team = await app.given.team()
  const [cyd, dan] = [await app.given.user({ team }), await app.given.user({ team })]
  const as = app.as(cyd)
  const given = async (type: string, title: string, texts: string[]) => {
    const { id } = await as.post(type, { title })
    const steps: [string, string][] = []
    for (const body of texts) steps.push([String((await as.post(`${type}/${id}/steps`, { body })).id), body])
    return { id, title, steps }
  }
  const old = await given('experiments', 'Old', ['a', 'b'])
  const hidden = await given('experiments', 'Hidden', ['secret'])
  const freezer = await given('items', 'Freezer', ['Defrost'])
  const done = await given('experiments', 'Done', ['over'])
  const gone = await given('experiments', 'Gone', ['never'])
  await given('experiments_templates', 'Template', ['not listed'])
  await as.patch(`experiments/${hidden.id}`, { canread_base: 10 })
  await as.patch(`experiments/${done.id}/steps/${done.steps[0]?.[0]}`, { action: 'finish' })
  await as.delete(`experiments/${gone.id}`)
  const all = { experiments_total: 2, items_total: 1 }
  expect((await as.get('unfinished_steps')).body).toEqual({ experiments: [hidden, old], items: [freezer], ...all })
  const ofOne = [
    ['limit=1', { experiments: [hidden], items: [freezer], ...all }],
    ['limit=1&offset=1', { experiments: [old], items: [], ...all }],
    ['limit=5&offset=7', { experiments: [], items: [], ...all }],
    ['scope=team&limit=1&offset=1', { experiments: [old], items: [], ...all }],
  ] as const
  for (const [query, page] of ofOne) expect((await as.get(`unfinished_steps?${query}`)).body).toEqual(page)
  const none = { experiments: [], items: [], experiments_total: 0, items_total: 0 }
  expect((await app.as(dan).get('unfinished_steps')).body).toEqual(none)
  const ofTeam = { experiments: [old], items: [freezer], experiments_total: 1, items_total: 1 }
  expect((await app.as(dan).get('unfinished_steps?scope=team')).body).toEqual(ofTeam)
  expect((await app.as(dan).get('unfinished_steps?scope=team&limit=1')).body).toEqual(ofTeam)
  expect((await app.as(dan).get('unfinished_steps?scope=world')).status).toBe(400)
  for (const method of ['POST', 'PATCH', 'DELETE']) {
    expect((await as.send(method, 'unfinished_steps', {})).status).toBe(400)
  }
})

test('the journal tells every change of a step', async () => {
  const entry = await entryOf()
  const { id } = await stepOf(entry)
  await client.patch(`${entry}/steps/${id}`, { body: 'Dilute twice' })
  await client.patch(`${entry}/steps`, { action: 'forcelock' })
  await client.delete(`${entry}/steps/${id}`)
  const events = await app.ctx.db.read
    .selectFrom('events')
    .select(['verb', 'fields', 'changes', 'subject_id'])
    .where('chain', '=', Number(entry.split('/')[1]))
    .where('subject', '=', 'step')
    .orderBy('position')
    .execute()
  expect(events.map(({ verb, fields }) => [verb, fields])).toEqual([
    ['created', 'body,ordering,finished,finished_time,deadline,deadline_notif,is_immutable'],
    ['updated', 'body'],
    ['updated', 'is_immutable'],
    ['deleted', 'body,ordering,finished,finished_time,deadline,deadline_notif,is_immutable'],
  ])
  expect(JSON.parse(events[1]?.changes ?? '')).toEqual({ body: { before: 'Dilute', after: 'Dilute twice' } })
  expect(new Set(events.map(({ subject_id }) => subject_id))).toEqual(new Set([id]))
})

test('an order, or a lock of all steps, that is sent again happens once', async () => {
  const entry = await entryOf()
  const [a, b] = [await stepOf(entry), await stepOf(entry)]
  const order = (ids: number[], headers = {}) => client.patch(`${entry}/steps`, { ordering: ids }, headers)
  const lock = (action: string, headers = {}) => client.patch(`${entry}/steps`, { action }, headers)
  const once = (key: string) => ({ 'idempotency-key': `${key} of ${entry}` })

  expect((await order([b.id, a.id], once('order'))).status).toBe(200)
  expect((await order([a.id, b.id])).status).toBe(200)
  expect((await order([b.id, a.id], once('order'))).status).toBe(200)
  expect((await list(entry)).map(({ id }) => id)).toEqual([a.id, b.id])

  expect((await lock('forcelock', once('lock'))).status).toBe(200)
  expect((await lock('forceunlock')).status).toBe(200)
  expect((await lock('forcelock', once('lock'))).status).toBe(200)
  expect((await list(entry)).map(({ is_immutable }) => is_immutable)).toEqual([0, 0])
})
