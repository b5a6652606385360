import { expect, test } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { mailServer } from '../../../test/mail/mail-server.ts'
import { verify } from '../../verify/verify.ts'
import { sendDue } from '../mail/mail.outbox.ts'
import { archiveMembership } from '../users/users.memberships.ts'
import { FollowsWorker } from './follows.worker.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }
const MINUTE = 60_000

/** Ada has an experiment that her team reads, and Bob and Eve follow it. */
async function givenLab() {
  const app = await testApp({ BASE_URL: 'https://notebook.example.org' })
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const bob = await app.given.user({ firstname: 'Bob', lastname: 'Ross' })
  const eve = await app.given.user({ firstname: 'Eve', lastname: 'Curie' })
  const id = await app.given.experiment(ada, { title: 'Crystals' })
  for (const one of [bob, eve]) expect((await app.as(one).post(`experiments/${id}/follow`, {})).status).toBe(201)
  const worker = new FollowsWorker(app.ctx)
  return { app, as: app.as, ctx: app.ctx, ada, bob, eve, id, worker }
}

interface Told {
  id: number
  category: number
  is_ack: number
  created_at: string
  body: { changes: { kind: string; count: number }[]; count: number; since: string; fullname: string }
}

async function told(app: TestApp, who: TestUser): Promise<Told[]> {
  return (await app.as(who).get<Told[]>('users/me/notifications')).body
}

function passTime({ ctx }: Pick<TestApp, 'ctx'>, ms: number): void {
  const { now } = ctx
  ctx.now = () => new Date(Date.parse(now()) + ms).toISOString()
}

test('whoever may read an entry follows it and stops, twice as well as once, and each leaves an event', async () => {
  const { app, as, ctx, ada, bob, id } = await givenLab()
  const path = `experiments/${id}/follow`
  const again = await as(bob).post(path, {})
  expect(again).toMatchObject({ status: 201, path: `/api/v2/${path}` })
  expect((await as(bob).get(path)).body).toEqual({ is_following: 1, since: expect.stringMatching(/^\d{4}-/) })
  expect((await as(ada).get(path)).body).toEqual({ is_following: 0, since: null })
  const other = await app.given.experiment(ada, { title: 'Other' })
  await as(bob).post(`experiments/${other}/follow`, {})
  const list = await as(bob).get('users/me/follows')
  expect(list.headers['x-total-count']).toBe('2')
  expect(list.body).toMatchObject([
    { entity_type: 'experiments', entity_id: other, title: 'Other' },
    { entity_id: id, title: 'Crystals' },
  ])
  expect((await as(bob).get('users/me/follows?limit=1&offset=1')).body).toMatchObject([{ entity_id: id }])
  expect((await as(ada).get(`users/${bob.id}/follows`)).status).toBe(403)
  for (const _ of [1, 2]) expect((await as(bob).delete(path)).status).toBe(204)
  expect((await as(bob).get(path)).body).toEqual({ is_following: 0, since: null })
  const events = await ctx.db.read
    .selectFrom('events')
    .select(['verb', 'userid', 'changes'])
    .where('subject', '=', 'follow')
    .where('subject_id', '=', bob.id)
    .orderBy('id')
    .execute()
  expect(events.map(({ verb, changes }) => [verb, JSON.parse(changes ?? '')])).toEqual([
    ['created', { entity: { after: id } }],
    ['created', { entity: { after: other } }],
    ['deleted', { entity: { before: id } }],
  ])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('an entry that one may not read, or that is not there, is not followed', async () => {
  const { app, as, ada, bob } = await givenLab()
  const hidden = await app.given.experiment(ada, { canread_base: 10 })
  for (const path of [`experiments/${hidden}/follow`, 'experiments/99999/follow']) {
    const status = path.includes('99999') ? 404 : 403
    expect((await as(bob).post(path, {})).status).toBe(status)
    expect((await as(bob).get(path)).status).toBe(status)
    expect((await as(bob).delete(path)).status).toBe(status)
  }
})

test('others’ changes become one unread notification that grows; one’s own do not count', async () => {
  const { app, as, ada, bob, eve, id, worker } = await givenLab()
  for (let count = 1; count <= 5; count++) await as(ada).patch(`experiments/${id}`, { body: `<p>${count}</p>` })
  await as(bob).post(`experiments/${id}/comments`, { comment: 'Why 4 °C?' })
  expect(await worker.catchUp()).toBe(true)
  const [ofBob] = await told(app, bob)
  expect(ofBob).toMatchObject({
    category: 120,
    is_ack: 0,
    body: {
      entity_page: 'experiments.php',
      entity_id: id,
      entity_title: 'Crystals',
      entity_type_value: 1,
      userid: ada.id,
      fullname: 'Ada Lovelace',
      changes: [{ kind: 'experiment.updated', count: 5 }],
      count: 5,
    },
  })
  expect((await told(app, eve))[0]?.body).toMatchObject({
    fullname: 'Bob Ross',
    changes: [
      { kind: 'experiment.updated', count: 5 },
      { kind: 'comment.created', count: 1 },
    ],
    count: 6,
  })
  expect((await as(ada).post(`experiments/${id}/steps`, { body: 'Cool' })).status).toBe(201)
  await worker.catchUp()
  expect(await told(app, bob)).toMatchObject([{ id: ofBob?.id, body: { count: 6, since: ofBob?.body.since } }])
  // What was read stays as it is, and the next change begins another one.
  await as(bob).patch(`users/me/notifications/${ofBob?.id}`, { is_ack: 1 })
  await as(ada).patch(`experiments/${id}`, { title: 'Bigger crystals' })
  await worker.catchUp()
  expect(await told(app, bob)).toMatchObject([
    { is_ack: 0, body: { count: 1, entity_title: 'Bigger crystals' } },
    { id: ofBob?.id, is_ack: 1, body: { count: 6 } },
  ])
})

test('one that grows comes first again', async () => {
  const { app, as, ada, bob, id, worker } = await givenLab()
  const other = await app.given.experiment(ada)
  await as(bob).post(`experiments/${other}/follow`, {})
  for (const [index, entry] of [id, other, id].entries()) {
    passTime(app, MINUTE)
    await as(ada).patch(`experiments/${entry}`, { title: `Version ${index}` })
    await worker.catchUp()
  }
  expect((await told(app, bob)).map(({ body }) => body)).toMatchObject([{ entity_id: id }, { entity_id: other }])
})

test('owners who follow their entry are told of a comment once', async () => {
  const { app, as, ada, bob, id, worker } = await givenLab()
  await as(ada).post(`experiments/${id}/follow`, {})
  await as(bob).post(`experiments/${id}/comments`, { comment: 'Why?' })
  await worker.catchUp()
  expect((await told(app, ada)).map(({ category }) => category)).toEqual([10])
})

test('what happened before somebody followed is not told', async () => {
  const { app, as, ada, bob, id, worker } = await givenLab()
  const [late] = [await app.given.user()]
  await as(ada).patch(`experiments/${id}`, { title: 'Before' })
  await as(late).post(`experiments/${id}/follow`, {})
  await worker.catchUp()
  expect(await told(app, late)).toEqual([])
  expect(await told(app, bob)).toHaveLength(1)
})

test('lost access ends following without a word, and an old notification tells nothing', async () => {
  const { app, as, ctx, ada, bob, eve, id, worker } = await givenLab()
  await as(ada).patch(`experiments/${id}`, { title: 'Shared' })
  await worker.catchUp()
  expect(await told(app, bob)).toHaveLength(1)
  await as(ada).patch(`experiments/${id}`, { canread_base: 20 })
  await as(ada).patch(`experiments/${id}`, { title: 'Secret' })
  await worker.catchUp()
  expect(await told(app, bob)).toEqual([])
  expect(await ctx.db.read.selectFrom('follows').selectAll().execute()).toEqual([])
  await as(ada).patch(`experiments/${id}`, { canread_base: 30 })
  await as(ada).patch(`experiments/${id}`, { title: 'Open again' })
  await worker.catchUp()
  expect((await told(app, eve)).map(({ body }) => body.count)).toEqual([1])
})

test('somebody who is archived everywhere is not told, and follows on when they come back', async () => {
  const { app, as, ctx, ada, bob, id, worker } = await givenLab()
  await archiveMembership(ctx, AUTHOR, bob.id, 1)
  await as(ada).patch(`experiments/${id}`, { title: 'Meanwhile' })
  await worker.catchUp()
  expect(await ctx.db.read.selectFrom('notifications').select('userid').execute()).not.toContainEqual({
    userid: bob.id,
  })
  expect(await ctx.db.read.selectFrom('follows').select('userid').execute()).toContainEqual({ userid: bob.id })
  expect(app).toBeDefined()
})

test('of two workers one tells of each event, and a new one goes on where the last stopped', async () => {
  const { app, as, ctx, ada, bob, id, worker } = await givenLab()
  const other = new FollowsWorker(ctx)
  await as(ada).patch(`experiments/${id}`, { title: 'One' })
  await worker.catchUp()
  await other.catchUp()
  await as(ada).patch(`experiments/${id}`, { title: 'Two' })
  const both = await Promise.all([worker.catchUp(), other.catchUp()])
  expect(both).toContain(true)
  await new FollowsWorker(ctx).catchUp()
  expect((await told(app, bob)).map(({ body }) => body.count)).toEqual([2])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a failure between the place and the notifications leaves neither', async () => {
  const { app, as, ctx, ada, bob, id, worker } = await givenLab()
  await worker.catchUp()
  await as(ada).patch(`experiments/${id}`, { title: 'One' })
  const { write } = ctx.db
  ctx.db.write = (work, options) =>
    write(async (db) => {
      await work(db)
      throw new Error('killed')
    }, options)
  await expect(worker.catchUp()).rejects.toThrow('killed')
  ctx.db.write = write
  expect(await told(app, bob)).toEqual([])
  await new FollowsWorker(ctx).catchUp()
  expect((await told(app, bob)).map(({ body }) => body.count)).toEqual([1])
})

test('who wants it nowhere gets no rows; by e-mail it comes once for many changes, and not again within an hour', async () => {
  const { app, as, ctx, ada, bob, eve, id, worker } = await givenLab()
  const server = await mailServer()
  await server.use(ctx)
  await as(eve).patch('users/me', { notif_followed: 0 })
  await as(bob).patch('users/me', { notif_followed_email: 1, notif_followed_email_when: 'now' })
  const write = async (title: string) => {
    await as(ada).patch(`experiments/${id}`, { title })
    await worker.catchUp()
    await sendDue(ctx)
  }
  await write('One')
  await write('Two')
  expect(server.mails).toEqual([])
  passTime(app, 6 * MINUTE)
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  expect(server.mails[0]?.text).toContain('2 changes in this entry that you follow, the last by Ada Lovelace.')
  await write('Three')
  passTime(app, 10 * MINUTE)
  await sendDue(ctx)
  expect(server.mails).toHaveLength(1)
  passTime(app, 50 * MINUTE)
  await sendDue(ctx)
  expect(server.mails).toHaveLength(2)
  expect(server.mails[1]?.header('Message-ID')).not.toBe(server.mails[0]?.header('Message-ID'))
  expect(await told(app, eve)).toEqual([])
})

test('what happens after one has read it rings again, also while its e-mail waits', async () => {
  const { app, as, ada, bob, id, worker } = await givenLab()
  await as(bob).patch('users/me', { notif_followed_email: 1 })
  await as(ada).patch(`experiments/${id}`, { title: 'First' })
  await worker.catchUp()
  const [first] = await told(app, bob)
  await as(bob).patch(`users/me/notifications/${first?.id}`, { is_ack: 1 })
  await as(ada).patch(`experiments/${id}`, { title: 'Second' })
  await worker.catchUp()
  expect(await told(app, bob)).toMatchObject([
    { is_ack: 0, body: { count: 1 } },
    { id: first?.id, is_ack: 1, body: { count: 1 } },
  ])
})

test('who is mentioned in a comment is told of that, not of the comment too', async () => {
  const { app, as, ada, bob, eve, id, worker } = await givenLab()
  await as(ada).post(`experiments/${id}/comments`, { comment: `[@Bob Ross](/people/${bob.id}), why 4 °C?` })
  await worker.catchUp()
  expect((await told(app, bob)).map(({ category }) => category)).toEqual([110])
  expect((await told(app, eve)).map(({ category }) => category)).toEqual([120])
})
