import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { type TestApp, testApp } from '../../test/harness.ts'
import { verify } from '../verify/verify.ts'
import { checkpointState, makeCheckpoints } from './checkpoints.ts'
import { hashEvent } from './record.ts'

test('a checkpoint covers what was recorded since the one before', async () => {
  const app = await testApp()
  const user = await app.given.user()
  expect(await makeCheckpoints(app.ctx)).toBe(1)
  expect(await makeCheckpoints(app.ctx)).toBe(0)
  await app.given.experiment(user)
  expect(await checkpointState(app.ctx.db.read)).toMatchObject({ eventsSince: 1 })
  expect(await makeCheckpoints(app.ctx)).toBe(1)

  const rows = await app.ctx.db.read.selectFrom('checkpoints').selectAll().orderBy('id').execute()
  expect(rows.map(({ id }) => id)).toEqual([1, 2])
  expect(rows[1]).toMatchObject({ events: 1, prev_hash: rows[0]?.hash })
  expect(await checkpointState(app.ctx.db.read)).toEqual({ at: rows[1]?.at, eventsSince: 0, oldest: null })
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, checkpoints: 2 })
})

test('many events become several checkpoints, each of bounded size', async () => {
  const app = await testApp()
  await addEvents(app, 24_000)
  expect(await makeCheckpoints(app.ctx)).toBe(3)
  const rows = await app.ctx.db.read.selectFrom('checkpoints').select('events').orderBy('id').execute()
  expect(rows.map(({ events }) => events)).toEqual([10_000, 10_000, 4_005])
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [], events: 24_005, checkpoints: 3 })
})

test('checkpoints made at once, while others write, cover every event exactly once', async () => {
  const app = await testApp()
  const user = await app.given.user()
  const entries = await Promise.all([1, 2, 3].map(() => app.given.experiment(user)))
  const writing = entries.map(async (entry) => {
    for (let n = 0; n < 20; n++) await app.as(user).post(`experiments/${entry}/comments`, { comment: `${n}` })
  })
  const making = [1, 2].map(async () => {
    for (let n = 0; n < 10; n++) await makeCheckpoints(app.ctx)
  })
  await Promise.all([...writing, ...making])
  await makeCheckpoints(app.ctx)
  const { covered } = await app.ctx.db.read
    .selectFrom('checkpoints')
    .select(sql<number>`sum(events)`.as('covered'))
    .executeTakeFirstOrThrow()
  const { events } = await app.ctx.db.read
    .selectFrom('events')
    .select(sql<number>`count(*)`.as('events'))
    .executeTakeFirstOrThrow()
  expect(Number(covered)).toBe(events)
  expect(await verify(app.ctx.db)).toMatchObject({ ok: true, findings: [] })
})

/** Adds events without an entry or row of their own to the instance's chain. */
async function addEvents({ ctx }: TestApp, count: number): Promise<void> {
  await ctx.db.write(async (db) => {
    const head = await db.selectFrom('chains').selectAll().where('chain', '=', 0).executeTakeFirstOrThrow()
    let prev_hash = head.head
    const events = Array.from({ length: count }, (_, n) => {
      const event = {
        chain: 0,
        position: head.length + n + 1,
        at: ctx.now(),
        userid: null,
        via: 'test',
        address: '',
        subject: 'pin',
        subject_id: 1,
        verb: 'created',
        fields: '',
        continues: 0,
        changes: '{}',
        reason: null,
        seal: null,
        prev_hash,
      }
      prev_hash = hashEvent(event)
      return { ...event, hash: prev_hash }
    })
    for (let at = 0; at < count; at += 1000) {
      await db
        .insertInto('events')
        .values(events.slice(at, at + 1000))
        .execute()
    }
    await db
      .updateTable('chains')
      .set({ length: head.length + count, head: prev_hash })
      .where('chain', '=', 0)
      .execute()
  })
}
