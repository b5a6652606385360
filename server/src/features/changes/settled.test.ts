import type { FeedPage } from '@aliquot/contract/changes'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Client, testApp } from '../../../test/harness.ts'
import { eventually } from '../../../test/time/eventually.ts'
import { buildApp } from '../../app.ts'
import { change } from '../../change.ts'
import { record, SYSTEM } from '../../journal/record.ts'
import { openContext } from '../../start.ts'
import { addGroup, addMember, removeMember } from '../teamgroups/teamgroups.change.ts'

// SQLite has one writer at a time.
const onPostgres = process.env.TEST_ENGINE === 'postgres'

async function openLab(entries: number) {
  const { ctx, as, given } = await testApp({ DATABASE_POOL: '24' })
  const ada = await given.user()
  const ids: number[] = []
  for (let entry = 0; entry < entries; entry++) ids.push(await given.experiment(ada))
  const read = async (after: string, query = '') => {
    const { status, body } = await as(ada).get<FeedPage>(`changes?after=${after}${query}`)
    expect(status).toBe(200)
    return body
  }
  /** A transaction that has recorded an event, and commits when it is told to. */
  const begin = async (chain: number) => {
    const recorded = Promise.withResolvers<void>()
    const gate = Promise.withResolvers<'commit' | 'roll back'>()
    const done = ctx.db.write(async (db) => {
      const place = { chain, subject: 'entity', subjectId: chain, verb: 'updated' } as const
      await record(db, { ...SYSTEM, via: 'test' }, ctx.now(), { ...place, changes: {}, seal: null })
      recorded.resolve()
      if ((await gate.promise) === 'roll back') throw new Error('rolled back')
    })
    done.catch(() => {})
    // Otherwise a failed test could not close the database.
    onTestFinished(() => gate.resolve('roll back'))
    await recorded.promise
    const end = async (how: 'commit' | 'roll back') => {
      gate.resolve(how)
      await done.catch(() => {})
    }
    return { commit: () => end('commit'), rollBack: () => end('roll back') }
  }
  return { ctx, ada, ids, read, begin }
}

test.runIf(onPostgres)('an event that is committed late is told late, and none behind it before', async () => {
  const { ids, read, begin } = await openLab(3)
  const { cursor } = await read('now')
  const slow = await begin(ids[0] ?? 0)
  const gone = await begin(ids[1] ?? 0)
  const quick = await begin(ids[2] ?? 0)
  await quick.commit()
  expect((await read(cursor)).changes).toEqual([])
  // A cursor of this moment lies before the slow one, too.
  const { cursor: meanwhile } = await read('now')
  await gone.rollBack()
  expect((await read(cursor)).changes).toEqual([])
  const waiting = read(cursor, '&wait=30')
  await slow.commit()
  for (const page of [await waiting, await read(cursor), await read(meanwhile)]) {
    expect(page.changes.map(({ entity }) => entity?.id)).toEqual([ids[0], ids[2]])
  }
})

test.runIf(onPostgres)(
  'many slow transactions that commit in any order: nothing is skipped or told twice',
  async () => {
    const { ids, read, begin } = await openLab(12)
    let { cursor } = await read('now')
    const told: number[] = []
    let isOver = false
    const reading = (async () => {
      for (;;) {
        const wasOver = isOver
        const page = await read(cursor, '&limit=3&wait=1')
        told.push(...page.changes.map(({ entity }) => entity?.id ?? 0))
        cursor = page.cursor
        if (wasOver && !page.more && page.changes.length === 0) return
      }
    })()
    const expected: number[] = []
    for (let round = 0; round < 6; round++) {
      const open = []
      for (const id of ids) open.push({ id, transaction: await begin(id) })
      // The last one first, and every third not at all.
      for (const [index, { transaction }] of [...open.entries()].reverse()) {
        if (index % 3 === 2) await transaction.rollBack()
        else await transaction.commit()
      }
      expected.push(...open.filter((_, index) => index % 3 !== 2).map(({ id }) => id))
    }
    isOver = true
    await reading
    expect(told).toEqual(expected)
  },
)

test.runIf(onPostgres)('what another server on the same database does is told at once', async () => {
  const { ctx, ids, read } = await openLab(1)
  const other = await openContext(ctx.config, ctx.log)
  onTestFinished(() => other.db.close())
  const { cursor } = await read('now')
  const waiting = read(cursor, '&wait=30')
  await eventually(() => expect(ctx.feed.waiting).toBe(1))
  const start = performance.now()
  const chain = ids[0] ?? 0
  await other.db.write(async (db) => {
    const place = { chain, subject: 'entity', subjectId: chain, verb: 'updated' } as const
    await record(db, { ...SYSTEM, via: 'test' }, ctx.now(), { ...place, changes: {}, seal: null })
  })
  expect((await waiting).changes).toHaveLength(1)
  expect(performance.now() - start).toBeLessThan(15_000)
})

test.runIf(onPostgres)('a cursor of another server is good, also while a slow transaction is open', async () => {
  const { ctx, ada, ids, read, begin } = await openLab(2)
  const other = await openContext(ctx.config, ctx.log)
  onTestFinished(() => other.db.close())
  await other.feed.settled()
  await (await begin(ids[0] ?? 0)).commit()
  const { cursor: after } = await read('now')
  // The other server has not looked since, and from now on nothing settles.
  const slow = await begin(ids[1] ?? 0)
  const elsewhere = (query = '') => new Client(buildApp(other), ada.key).get<FeedPage>(`changes?after=${after}${query}`)
  expect(await elsewhere()).toMatchObject({ status: 200, body: { changes: [], cursor: after, more: false } })
  await slow.commit()
  expect((await elsewhere('&wait=30')).body.changes.map(({ entity }) => entity?.id)).toEqual([ids[1]])
})

test.runIf(onPostgres)(
  'a server that knows no place yet does not take the beginning for now',
  async () => {
    const { ctx, ada, ids, begin } = await openLab(1)
    const slow = await begin(ids[0] ?? 0)
    const other = await openContext(ctx.config, ctx.log)
    onTestFinished(() => other.db.close())
    const elsewhere = new Client(buildApp(other), ada.key)
    expect(await elsewhere.get('changes?after=now')).toMatchObject({ status: 503 })
    await slow.commit()
    expect(await elsewhere.get('changes?after=now')).toMatchObject({ status: 200, body: { changes: [] } })
  },
  30_000,
)

test.runIf(onPostgres)('an entry that can be read only because commits overtook each other is not told', async () => {
  const { ctx, as, given } = await testApp()
  const [ada, ben] = [await given.user(), await given.user()]
  const group = await change(ctx, SYSTEM, (work) => addGroup(work, { team: 1, name: 'Readers' }))
  const member = { teamgroup: group.id, userid: ben.id }
  await change(ctx, SYSTEM, (work) => addMember(work, member))
  const id = await given.experiment(ada, { canread_base: 10, canwrite_base: 10 })
  const read = async (after: string) => (await as(ben).get<FeedPage>(`changes?after=${after}`)).body
  const { cursor } = await read('now')
  await as(ada).post(`experiments/${id}/comments`, { comment: 'Pure' })
  // This settles the comment.
  await read('now')
  // First Ben leaves the group, then the entry is shared with it. The second is committed first.
  const hasLeft = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  const leaving = change(ctx, SYSTEM, async (work) => {
    await removeMember(work, member)
    hasLeft.resolve()
    await gate.promise
  })
  onTestFinished(() => gate.resolve())
  await hasLeft.promise
  await as(ada).patch(`experiments/${id}`, { canread: { teams: [], teamgroups: [group.id], users: [] } })
  expect((await as(ben).get(`experiments/${id}`)).status).toBe(200)
  expect((await read(cursor)).changes).toEqual([])
  gate.resolve()
  await leaving
  expect((await read(cursor)).changes).toEqual([])
})

test.runIf(onPostgres)('constant load does not hold the feed up', async () => {
  const { ctx, ids, begin } = await openLab(2)
  const first = (await ctx.db.settledEvent()).last
  let open = await begin(ids[0] ?? 0)
  let settled = first
  for (let round = 0; round < 40 && settled < first + 10; round++) {
    // There is always an open transaction.
    const next = await begin(ids[(round + 1) % 2] ?? 0)
    await open.commit()
    open = next
    settled = (await ctx.db.settledEvent()).settled
  }
  await open.commit()
  expect(settled).toBeGreaterThanOrEqual(first + 10)
})

test.runIf(onPostgres)('the feed goes on after 2^31 events', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  await sql`select setval('events_id_seq', 5000000000)`.execute(ctx.db.read)
  const id = await given.experiment(ada, { title: 'Crystals' })
  const read = async (after: string) => (await as(ada).get<FeedPage>(`changes?${after}`)).body
  const all = (await read('limit=1000')).changes.filter(({ entity }) => entity?.id === id)
  expect(all.map(({ kind }) => kind)).toEqual(['experiment.created', 'experiment.updated'])
  expect((await read(`after=${all[0]?.cursor}`)).changes).toEqual([all[1]])
})
