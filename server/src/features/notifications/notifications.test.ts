import { type Notification, notifications } from '@aliquot/contract/notifications'
import { expect, onTestFinished, test, vi } from 'vitest'
import { type TestApp, type TestUser, testApp } from '../../../test/harness.ts'
import { eventually } from '../../../test/time/eventually.ts'
import { change } from '../../change.ts'
import { verify } from '../../verify/verify.ts'
import { startMail } from '../mail/mail.worker.ts'
import { addMembership, archiveMembership, removeMembership, setMembership } from '../users/users.memberships.ts'

const AUTHOR = { userid: null, via: 'test', address: '' }

/** Ada has an experiment, and Bob is in her team. */
async function givenLab() {
  const app = await testApp()
  const ada = await app.given.user({ firstname: 'Ada', lastname: 'Lovelace' })
  const bob = await app.given.user({ firstname: 'Bob', lastname: 'Ross' })
  const id = await app.given.experiment(ada, { title: 'Crystals' })
  return { ...app, app, ada, bob, id }
}

async function comment(app: TestApp, by: TestUser, id: number, text = 'Why 4 °C?'): Promise<number> {
  const added = await app.as(by).post(`experiments/${id}/comments`, { comment: text })
  expect(added.status).toBe(201)
  return added.id
}

/** The comment of a notification. */
function commentIn(told: Notification): string | undefined {
  return told.category === 10 ? told.body.comment : undefined
}

function listed(app: TestApp, user: TestUser, query: Record<string, string | number> = {}) {
  return app.as(user).call(notifications.list, { params: { id: 'me' }, query })
}

test("somebody else's comment is told to the owner of the entry, and to nobody else", async () => {
  const { app, ada, bob, id, ctx } = await givenLab()
  const carl = await app.given.user()
  const commentId = await comment(app, bob, id)
  const { status, body, headers } = await listed(app, ada)
  expect(status).toBe(200)
  expect(headers['x-total-count']).toBe('1')
  expect(body).toEqual([
    {
      id: expect.any(Number),
      category: 10,
      body: {
        page: 'experiments.php',
        entity_id: id,
        entity_title: 'Crystals',
        commenter_userid: bob.id,
        commenter_fullname: 'Bob Ross',
        comment_id: commentId,
        comment: 'Why 4 °C?',
      },
      is_ack: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      userid: ada.id,
    },
  ])
  for (const other of [bob, carl]) expect((await listed(app, other)).body).toEqual([])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('who asked for a review is told what the reviewer writes, like the owner, while the request is open', async () => {
  const { app, ada, bob, id } = await givenLab()
  const [carl, dora] = [await app.given.user(), await app.given.user()]
  const ask = (by: TestUser) =>
    app.as(by).post(`experiments/${id}/request_actions`, { target_userid: bob.id, target_action: 30 })
  const request = await ask(carl)
  expect(request.status).toBe(201)
  expect((await ask(ada)).status).toBe(201)
  await comment(app, dora, id, 'Nice colours')
  await comment(app, bob, id, 'The ladder is missing')
  const wordsTo = async (user: TestUser) => (await listed(app, user)).body.flatMap((told) => commentIn(told) ?? [])
  expect(await wordsTo(carl)).toEqual(['The ladder is missing'])
  expect(await wordsTo(ada)).toEqual(['The ladder is missing', 'Nice colours'])
  expect(await wordsTo(dora)).toEqual([])

  expect((await app.as(bob).delete(`experiments/${id}/request_actions/${request.id}`)).status).toBe(204)
  await comment(app, bob, id, 'Something else')
  expect(await wordsTo(carl)).toEqual(['The ladder is missing'])
})

test('who asked the owner of an entry for a review is told what the owner writes', async () => {
  const { app, ada, bob, id } = await givenLab()
  const request = { target_userid: ada.id, target_action: 30 }
  expect((await app.as(bob).post(`experiments/${id}/request_actions`, request)).status).toBe(201)
  await comment(app, ada, id, 'Not yet finished')
  expect((await listed(app, bob)).body.map(commentIn)).toEqual(['Not yet finished'])
  expect((await listed(app, ada)).body.map(commentIn)).toEqual([undefined])
})

test('what one writes oneself is not told, and a comment that goes takes its notification along', async () => {
  const { app, ada, bob, id, ctx } = await givenLab()
  await comment(app, ada, id)
  expect((await listed(app, ada)).body).toEqual([])
  const commentId = await comment(app, bob, id)
  await comment(app, bob, id, 'Second')
  await app.as(bob).delete(`experiments/${id}/comments/${commentId}`)
  expect((await listed(app, ada)).body.map(commentIn)).toEqual(['Second'])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a comment that is refused, or sent twice, tells nothing or once', async () => {
  const { app, ada, bob, id } = await givenLab()
  const hidden = await app.given.experiment(ada, { canread_base: 10 })
  expect((await app.as(bob).post(`experiments/${hidden}/comments`, { comment: 'x' })).status).toBe(403)
  const once = { 'idempotency-key': 'one' }
  for (const _ of [1, 2]) await app.as(bob).post(`experiments/${id}/comments`, { comment: 'x' }, once)
  expect((await listed(app, ada)).body).toHaveLength(1)
})

test('the newest ten come by default, pages as asked, and the unseen apart', async () => {
  const { app, ada, bob, id } = await givenLab()
  for (let number = 1; number <= 12; number++) await comment(app, bob, id, `number ${number}`)
  const all = await listed(app, ada)
  expect(all.body.map(commentIn)).toEqual(Array.from({ length: 10 }, (_, index) => `number ${12 - index}`))
  expect(all.headers['x-total-count']).toBe('12')
  const page = await listed(app, ada, { limit: 5, offset: 10 })
  expect(page.body.map(commentIn)).toEqual(['number 2', 'number 1'])

  const [newest] = all.body
  await app.as(ada).patch(`users/me/notifications/${newest?.id}`, { is_ack: 1 })
  const unseen = await listed(app, ada, { is_ack: 0, limit: 1 })
  expect(unseen.headers['x-total-count']).toBe('11')
  expect(unseen.body.map(commentIn)).toEqual(['number 11'])
  expect((await listed(app, ada)).body[0]).toMatchObject({ id: newest?.id, is_ack: 1 })
  expect((await app.as(ada).get('users/me/notifications?is_ack=2')).status).toBe(400)
})

test('one is marked as seen and not seen, all are, and each leaves an event', async () => {
  const { app, ada, bob, id, ctx } = await givenLab()
  await comment(app, bob, id)
  await comment(app, bob, id)
  const [first, second] = (await listed(app, ada)).body
  const path = `users/me/notifications/${first?.id}`
  const seen = await app.as(ada).patch<{ body: string }>(path, { is_ack: 1 })
  expect(seen).toMatchObject({
    status: 200,
    body: { id: first?.id, is_ack: 1, send_email: 1, email_sent: 0, email_sent_at: null, userid: ada.id },
  })
  expect(JSON.parse(seen.body.body)).toEqual(first?.body)
  expect(await lastEvent(ctx)).toMatchObject({ subject: 'notification', subject_id: ada.id, verb: 'updated' })
  // For older programs, an empty body means 0.
  expect((await app.as(ada).patch(path, {})).body).toMatchObject({ is_ack: 0 })
  expect((await app.as(ada).get(path)).body).toMatchObject({ is_ack: 0 })

  const all = await app.as(ada).patch('users/me/notifications', { is_ack: 1 })
  expect(all.status).toBe(204)
  expect((await listed(app, ada)).body.map(({ is_ack }) => is_ack)).toEqual([1, 1])
  const before = await lastEvent(ctx)
  expect((await app.as(ada).patch('users/me/notifications', { is_ack: 1 })).status).toBe(204)
  expect(await lastEvent(ctx)).toEqual(before)
  expect((await app.as(ada).patch(`users/me/notifications/${second?.id}`, { is_ack: 'x' })).status).toBe(400)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('marking all as seen leaves alone what another team shows', async () => {
  const { app, ada, bob, ctx } = await givenLab()
  const second = await app.given.team('Second')
  await change(ctx, AUTHOR, async (work) => {
    await addMembership(work, ada.id, second, false)
    await addMembership(work, bob.id, second, false)
  })
  const there = { ...ada, team: second, key: await app.given.key({ id: ada.id, team: second }) }
  const bobThere = { ...bob, team: second, key: await app.given.key({ id: bob.id, team: second }) }
  const id = await app.given.experiment(bobThere, { title: 'Salts', canread_base: 30 })
  await app.as(bobThere).post(`experiments/${id}/comments`, {
    comment: `Look, [@Ada Lovelace](/people/${ada.id})`,
  })
  expect((await listed(app, ada)).body).toEqual([])
  expect((await app.as(ada).patch('users/me/notifications', { is_ack: 1 })).status).toBe(204)
  expect((await listed(app, there, { is_ack: 0 })).body).toHaveLength(1)
  await app.as(there).patch('users/me/notifications', { is_ack: 1 })
  expect((await listed(app, there, { is_ack: 0 })).body).toEqual([])
})

test('a deadline that moves is told anew, on the page and by e-mail as one wishes by then', async () => {
  const { app, ada, id, ctx } = await givenLab()
  const steps = `experiments/${id}/steps`
  const step = `${steps}/${(await app.as(ada).post(steps, { body: 'Weigh' })).id}`
  const inMinutes = (minutes: number) =>
    new Date(Date.parse(ctx.now()) + minutes * 60_000).toISOString().slice(0, 19).replace('T', ' ')
  await app.as(ada).patch(step, { deadline: inMinutes(10) })
  await app.as(ada).patch(step, { action: 'notif' })
  await app.as(ada).patch('users/me/notifications', { is_ack: 1 })
  await app.as(ada).patch(step, { deadline: inMinutes(12) })
  expect((await listed(app, ada)).body).toMatchObject([{ category: 13, is_ack: 0 }])
  await app.as(ada).patch('users/me', { notif_step_deadline: 0, notif_step_deadline_email: 0 })
  await app.as(ada).patch(step, { deadline: inMinutes(14) })
  const [told] = (await listed(app, ada)).body
  expect(told).toMatchObject({ category: 13, is_ack: 1 })
  expect((await app.as(ada).get(`users/me/notifications/${told?.id}`)).body).toMatchObject({ send_email: 0 })
})

test('one or all are removed; one that is not there is gone already', async () => {
  const { app, ada, bob, id } = await givenLab()
  for (const text of ['a', 'b', 'c']) await comment(app, bob, id, text)
  const [newest] = (await listed(app, ada)).body
  const path = `users/me/notifications/${newest?.id}`
  for (const _ of [1, 2]) expect((await app.as(ada).delete(path)).status).toBe(204)
  expect((await listed(app, ada)).body.map(commentIn)).toEqual(['b', 'a'])
  expect((await app.as(ada).get(path)).status).toBe(404)
  expect((await app.as(ada).patch(path, { is_ack: 1 })).status).toBe(404)
  for (const _ of [1, 2]) expect((await app.as(ada).delete('users/me/notifications')).status).toBe(204)
  expect((await listed(app, ada)).body).toEqual([])
})

test('notifications are for oneself: no admin and no sysadmin reads or changes them', async () => {
  const { app, ada, bob, id } = await givenLab()
  await comment(app, bob, id)
  const [told] = (await listed(app, ada)).body
  const paths = [
    `users/${ada.id}/notifications`,
    `users/${ada.id}/notifications/${told?.id}`,
    'users/999/notifications',
  ]
  const boss = await app.given.user({ isAdmin: true, isSysadmin: true })
  for (const path of paths) {
    expect((await app.as(boss).get(path)).status, path).toBe(403)
    expect((await app.as(boss).patch(path, { is_ack: 1 })).status, path).toBe(403)
    expect((await app.as(boss).patch(path, { nonsense: 1 })).status, path).toBe(403)
    expect((await app.as(boss).delete(path)).status, path).toBe(403)
  }
  // The id of another person's notification under one's own path.
  const mine = `users/me/notifications/${told?.id}`
  expect((await app.as(boss).get(mine)).status).toBe(404)
  expect((await app.as(boss).patch(mine, { is_ack: 1 })).status).toBe(404)
  expect((await app.as(boss).delete(mine)).status).toBe(204)
  expect((await listed(app, ada)).body).toMatchObject([{ id: told?.id, is_ack: 0 }])
})

test('who may no longer read an entry learns nothing of it from an old notification', async () => {
  const { app, ada, bob, id, ctx } = await givenLab()
  await comment(app, bob, id)
  const [told] = (await listed(app, ada)).body
  // The entry is transferred to somebody who keeps it private.
  const giveAway = { userid: bob.id, canread_base: 10, canwrite_base: 10 }
  await ctx.db.write((db) => db.updateTable('entities').set(giveAway).where('id', '=', id).execute())
  const list = await listed(app, ada)
  expect(list.body).toEqual([])
  expect(list.headers['x-total-count']).toBe('0')
  expect((await listed(app, ada, { is_ack: 0 })).headers['x-total-count']).toBe('0')
  expect((await app.as(ada).get(`users/me/notifications/${told?.id}`)).status).toBe(404)
  expect((await app.as(ada).patch(`users/me/notifications/${told?.id}`, { is_ack: 1 })).status).toBe(404)
})

test('who does not want to be told finds it as seen, and who is archived everywhere is not told', async () => {
  const { app, ada, bob, id, ctx } = await givenLab()
  await app.as(ada).patch('users/me', { notif_comment_created: 0 })
  await comment(app, bob, id)
  expect((await listed(app, ada)).body).toMatchObject([{ is_ack: 1 }])
  await archiveMembership(ctx, AUTHOR, ada.id, 1)
  await comment(app, bob, id)
  expect(await ctx.db.read.selectFrom('notifications').select('id').execute()).toHaveLength(1)
})

test('a long comment is told by its beginning, as it is now', async () => {
  const { app, ada, bob, id } = await givenLab()
  const commentId = await comment(app, bob, id, '🧪'.repeat(300))
  expect((await listed(app, ada)).body.map(commentIn)[0]).toBe('🧪'.repeat(200))
  await app.as(bob).patch(`experiments/${id}/comments/${commentId}`, { comment: 'Never mind' })
  expect((await listed(app, ada)).body.map(commentIn)[0]).toBe('Never mind')
})

test('a new person is told to the other admins of the team, and to nobody else', async () => {
  const { app, ada, ctx } = await givenLab()
  const [admin, creator, archived] = await givenAdmins(app)
  await archiveMembership(ctx, AUTHOR, archived.id, 1)
  const elsewhere = await app.given.user({ team: await app.given.team(), isAdmin: true })
  const made = await app.as(creator).post('users', { email: 'max@example.org', firstname: 'Max', lastname: 'Born' })
  expect(made.status).toBe(201)
  const { body, headers } = await listed(app, admin)
  expect(headers['x-total-count']).toBe('1')
  expect(body).toEqual([
    {
      id: expect.any(Number),
      category: 11,
      body: { userid: made.id, fullname: 'Max Born', team: 'Default team' },
      is_ack: 0,
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
      userid: admin.id,
    },
  ])
  for (const other of [ada, creator, elsewhere]) expect((await listed(app, other)).body).toEqual([])
  const rows = await ctx.db.read.selectFrom('notifications').select('userid').execute()
  expect(rows).toEqual([{ userid: admin.id }])

  const path = `users/me/notifications/${body[0]?.id}`
  const seen = await app.as(admin).patch<{ body: string }>(path, { is_ack: 1 })
  expect(seen).toMatchObject({ status: 200, body: { category: 11, is_ack: 1 } })
  expect(JSON.parse(seen.body.body)).toEqual(body[0]?.body)
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

test('a refused account tells nothing, one that is asked for twice tells once, a new admin nothing of themselves', async () => {
  const { app, ada } = await givenLab()
  const [admin, creator] = await givenAdmins(app)
  expect((await app.as(creator).post('users', { email: ada.email })).status).toBe(400)
  expect((await listed(app, admin)).body).toEqual([])
  const once = { 'idempotency-key': 'one' }
  for (const _ of [1, 2]) await app.as(creator).post('users', { email: 'max@example.org' }, once)
  expect((await listed(app, admin)).body).toHaveLength(1)
  // From the command line nobody is left out.
  const third = await app.given.user({ isAdmin: true })
  expect((await listed(app, third)).body).toEqual([])
  expect((await listed(app, creator)).body).toMatchObject([{ category: 11, body: { userid: third.id } }])
})

test('an account that waits for validation is told as that, until it is validated', async () => {
  const { app } = await givenLab()
  const [admin, other] = await givenAdmins(app)
  const waiting = await app.given.user({ isValidated: false })
  const told = { category: 12, body: { userid: waiting.id } }
  for (const one of [admin, other]) expect((await listed(app, one)).body).toMatchObject([{ ...told, is_ack: 0 }])
  expect((await app.as(admin).patch(`users/${waiting.id}`, { action: 'validate' })).status).toBe(200)
  for (const one of [admin, other]) expect((await listed(app, one)).body).toMatchObject([{ ...told, is_ack: 1 }])
})

test('who does not want to be told of new people finds them as seen, each kind by its own preference', async () => {
  const { app } = await givenLab()
  const [admin] = await givenAdmins(app)
  for (const [off, on] of [
    ['notif_user_created', 'notif_user_need_validation'],
    ['notif_user_need_validation', 'notif_user_created'],
  ] as const) {
    expect((await app.as(admin).patch('users/me', { [off]: 0, [on]: 1 })).status).toBe(200)
    await app.given.user()
    await app.given.user({ isValidated: false })
    const [waits, isNew] = (await listed(app, admin)).body
    expect(isNew).toMatchObject({ category: 11, is_ack: off === 'notif_user_created' ? 1 : 0 })
    expect(waits).toMatchObject({ category: 12, is_ack: off === 'notif_user_created' ? 0 : 1 })
  }
})

test('a new person is no news any more for who is not admin there, and once they have left or are deleted', async () => {
  const { app, ctx } = await givenLab()
  const [admin, boss] = await givenAdmins(app)
  const max = await app.given.user()
  const [told] = (await listed(app, admin)).body
  const place = (is_admin: 0 | 1) => setMembership(ctx, AUTHOR, admin.id, 1, { is_admin })
  const sees = async () => [
    (await listed(app, admin)).headers['x-total-count'],
    (await listed(app, admin, { is_ack: 0 })).body.length,
    (await app.as(admin).get(`users/me/notifications/${told?.id}`)).status,
  ]
  expect(await sees()).toEqual(['1', 1, 200])
  await place(0)
  expect(await sees()).toEqual(['0', 0, 404])
  await place(1)
  expect(await sees()).toEqual(['1', 1, 200])
  // With a key of another team one is no admin of this one.
  const second = await app.given.team()
  await change(ctx, AUTHOR, (work) => addMembership(work, admin.id, second, true))
  const elsewhere = app.as(await app.given.key({ id: admin.id, team: second }))
  expect((await elsewhere.get(`users/me/notifications/${told?.id}`)).status).toBe(404)

  await change(ctx, AUTHOR, (work) => addMembership(work, max.id, second, false))
  await removeMembership(ctx, AUTHOR, max.id, 1)
  expect(await sees()).toEqual(['0', 0, 404])
  await change(ctx, AUTHOR, (work) => addMembership(work, max.id, 1, false))
  await removeMembership(ctx, AUTHOR, max.id, second)
  expect(await sees()).toEqual(['1', 1, 200])
  expect((await app.as(boss).delete(`users/${max.id}`)).status).toBe(204)
  expect(await sees()).toEqual(['0', 0, 404])
  const left = ctx.db.read.selectFrom('notifications').select('id').where('from_userid', '=', max.id)
  expect(await left.execute()).toEqual([])
  expect(await verify(ctx.db)).toMatchObject({ ok: true, findings: [] })
})

/** Admins of the first team who have no notifications yet. */
async function givenAdmins({ ctx, given }: TestApp): Promise<[TestUser, TestUser, TestUser]> {
  const admins: [TestUser, TestUser, TestUser] = [await given.user(), await given.user(), await given.user()]
  for (const { id } of admins) await setMembership(ctx, AUTHOR, id, 1, { is_admin: 1 })
  return admins
}

function lastEvent({ db }: TestApp['ctx']) {
  return db.read.selectFrom('events').selectAll().orderBy('id', 'desc').limit(1).executeTakeFirstOrThrow()
}

test('who loses a notification, or whose notification changes, is told to read them again', async () => {
  const { app, ctx, ada, bob, id } = await givenLab()
  const admin = await app.given.user({ isAdmin: true })
  const told: number[] = []
  ctx.signals.onSignal((userid) => told.push(userid))
  /** Who is told of a change. Signals within a short time are one. */
  const toldBy = async (work: () => Promise<{ status: number }>) => {
    await new Promise((resolve) => setTimeout(resolve, 450))
    told.length = 0
    expect((await work()).status).toBeLessThan(300)
    return told
  }
  const entry = `experiments/${id}`
  const commentId = await comment(app, bob, id)
  expect.soft(await toldBy(() => app.as(bob).delete(`${entry}/comments/${commentId}`))).toEqual([ada.id])
  const step = `${entry}/steps/${(await app.as(ada).post(`${entry}/steps`, { body: 'Weigh' })).id}`
  await app.as(ada).patch(step, { deadline: '2030-01-01 10:00:00' })
  expect((await app.as(ada).patch(step, { action: 'notif' })).status).toBe(200)
  const later = { deadline: '2030-01-02 10:00:00' }
  expect.soft(await toldBy(() => app.as(ada).patch(step, later))).toEqual([ada.id])
  expect.soft(await toldBy(() => app.as(ada).delete(step))).toEqual([ada.id])
  const request = { target_userid: bob.id, target_action: 30 }
  const asked = `${entry}/request_actions/${(await app.as(ada).post(`${entry}/request_actions`, request)).id}`
  expect.soft(await toldBy(() => app.as(ada).delete(asked))).toEqual([bob.id])
  await app.as(ada).post(`${entry}/request_actions`, request)
  expect.soft(await toldBy(() => app.as(bob).patch(entry, { action: 'review' }))).toContain(bob.id)
  const waiting = await app.given.user({ isValidated: false })
  expect
    .soft(await toldBy(() => app.as(admin).patch(`users/${waiting.id}`, { action: 'validate' })))
    .toContain(admin.id)
})

test('the page is told when the notification of a deadline becomes visible', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  onTestFinished(() => void vi.useRealTimers())
  const { app, ctx, ada, id } = await givenLab()
  const steps = `experiments/${id}/steps`
  const step = `${steps}/${(await app.as(ada).post(steps, { body: 'Weigh' })).id}`
  const deadline = new Date(Date.parse(ctx.now()) + 3 * 86_400_000).toISOString().slice(0, 19).replace('T', ' ')
  await app.as(ada).patch(step, { deadline })
  expect((await app.as(ada).patch(step, { action: 'notif' })).status).toBe(200)
  await new Promise((resolve) => setTimeout(resolve, 450))
  const told: number[] = []
  ctx.signals.onSignal((userid) => told.push(userid))
  const worker = startMail(ctx)
  onTestFinished(() => worker.stop())
  vi.advanceTimersByTime(15_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(told).toEqual([])
  const { now } = ctx
  ctx.now = () => new Date(Date.parse(now()) + 4 * 86_400_000).toISOString()
  vi.advanceTimersByTime(15_000)
  await eventually(() => expect(told).toEqual([ada.id]))
  vi.advanceTimersByTime(15_000)
  await new Promise((resolve) => setTimeout(resolve, 300))
  expect(told).toEqual([ada.id])
})

test('a category is listed by itself, read or not', async () => {
  const { app, ada, bob, id } = await givenLab()
  await comment(app, bob, id)
  const [told] = (await listed(app, ada)).body
  expect((await listed(app, ada, { category: 10 })).body).toMatchObject([{ id: told?.id }])
  const others = await listed(app, ada, { category: 110 })
  expect(others.body).toEqual([])
  expect(others.headers['x-total-count']).toBe('0')
  await app.as(ada).patch(`users/me/notifications/${told?.id}`, { is_ack: 1 })
  expect((await listed(app, ada, { category: 10, is_ack: 0 })).body).toEqual([])
  expect((await app.as(ada).get('users/me/notifications?category=15')).status).toBe(400)
})
