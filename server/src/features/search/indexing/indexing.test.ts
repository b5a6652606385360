import { closeSync, fstatSync, openSync, writeSync } from 'node:fs'
import { copyFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import type { EntityListRow } from '@aliquot/contract/entities'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { Client, type TestApp, type TestUser, testApp } from '../../../../test/harness.ts'
import { type Known, QUERIES, WORDS } from '../../../../test/search-model.ts'
import { testRandom } from '../../../../test/seed.ts'
import { buildApp } from '../../../app.ts'
import type { Context } from '../../../context.ts'
import { engineOf } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import { openIndexes } from '../../../db/open.ts'
import { openContext } from '../../../start.ts'
import { verify } from '../../../verify/verify.ts'
import { fillIndexes } from './fill-indexes.ts'
import { indexBacklog } from './index-backlog.ts'
import { startIndexer } from './indexer.ts'
import { indexPending } from './keep-indexed.ts'
import { isLeftUnmerged } from './merge-indexes.ts'
import { Turn } from './turn.ts'

test('every search knows every change at once, indexed or not, in two processes that end in the middle', async () => {
  const random = testRandom()
  const lab = await testApp()
  const person = await lab.given.user()
  let other = await openOther(lab)
  onTestFinished(() => other.close())
  const known: Known[] = []
  const pick = () => random.pick(WORDS)
  const phrase = () => Array.from({ length: random.int(1, 4) }, pick).join(' ')
  const either = () => (random.chance(0.5) ? { ctx: lab.ctx, client: lab.as(person) } : other.as(person))

  const steps: (() => Promise<unknown>)[] = [
    async () => {
      const [title, body] = [phrase(), phrase()]
      const { id } = await either().client.post('experiments', { title, body })
      known.push({ id, title, body, tags: [], batch: '' })
    },
    async () => {
      const entry = random.pick(known)
      entry.title = phrase()
      await changed(entry, { title: entry.title })
    },
    async () => {
      const entry = random.pick(known)
      entry.body = phrase()
      await changed(entry, { body: entry.body })
    },
    async () => {
      const entry = random.pick(known)
      entry.tags = random.chance(0.5) ? [pick()] : []
      await changed(entry, { tags: entry.tags })
    },
    async () => {
      const entry = random.pick(known)
      entry.batch = phrase()
      await changed(entry, { metadata: { extra_fields: { Batch: { type: 'text', value: entry.batch } } } })
    },
    () => indexPending(either().ctx),
    async () => {
      // A change comes while its entry is being indexed, by both.
      const entry = random.pick(known)
      entry.body = phrase()
      const both = [indexPending(lab.ctx), indexPending(other.ctx)]
      await Promise.all([...both, changed(entry, { body: entry.body })])
    },
    () =>
      expect(indexPending(endingInTheMiddle(either().ctx)))
        .rejects.toThrow('killed')
        .catch(() => {}),
    async () => {
      await other.close()
      other = await openOther(lab)
    },
  ]
  const changed = async (entry: Known, change: object) =>
    expect((await either().client.patch(`experiments/${entry.id}`, change)).status).toBe(200)

  for (let n = 0; n < 12; n++) await steps[0]?.()
  for (let round = 0; round < 60; round++) {
    await random.pick(steps)()
    const [query, isMeant] = random.pick(QUERIES)(pick(), pick())
    const meant = known.filter(isMeant).map(({ id }) => id)
    const { client } = either()
    const { body } = await client.get<EntityListRow[]>(`experiments?${encodeURI(query)}&limit=100`)
    expect([query, body.map(({ id }) => id).sort((a, b) => a - b)], `round ${round}`).toEqual([query, meant])
  }
  expect((await verify(lab.ctx.db)).findings).toEqual([])
  await indexPending(lab.ctx)
  expect(await pendingIds(lab.ctx)).toEqual([])
  expect((await verify(lab.ctx.db)).findings).toEqual([])
})

test('a save stores no words of the search indexes, and the background does soon after', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  const { id } = await user.post('experiments', { title: 'Quartz', body: 'zircon' })
  expect(await pendingIds(ctx)).toEqual([id])
  expect(await indexedIds(ctx)).toEqual([])
  const indexer = startIndexer(ctx)
  onTestFinished(() => indexer.stop())
  await expect.poll(() => pendingIds(ctx), { timeout: 60_000 }).toEqual([])
  expect(await indexedIds(ctx)).toEqual([id])
})

test.runIf(process.env.TEST_ENGINE !== 'postgres')('a start merges the segments that the last run left', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  const found: number[] = []
  for (let n = 0; n < 12; n++) {
    found.push((await user.post('experiments', { title: 'Quartz' })).id)
    await indexPending(ctx)
  }
  expect(await isLeftUnmerged(ctx.db.read)).toBe(true)
  const indexer = startIndexer(ctx)
  onTestFinished(() => indexer.stop())
  await expect.poll(() => isLeftUnmerged(ctx.db.read), { timeout: 60_000 }).toBe(false)
  expect(await segmentsOf(ctx)).toBe(1)
  const { body } = await user.get<EntityListRow[]>('experiments?q=quartz&sort=asc')
  expect(body.map(({ id }) => id)).toEqual(found)
})

test('of several servers one fills the indexes, and another one goes on when it has ended', async () => {
  const lab = await testApp()
  const other = await openOther(lab)
  onTestFinished(() => other.close())
  const user = lab.as(await lab.given.user())
  const [first, second] = [startIndexer(lab.ctx), startIndexer(other.ctx)]
  await user.post('experiments', { title: 'Quartz' })
  await expect.poll(() => pendingIds(lab.ctx), { timeout: 60_000 }).toEqual([])
  await first.stop()
  await user.post('experiments', { title: 'Zircon' })
  await expect.poll(() => pendingIds(lab.ctx), { timeout: 60_000 }).toEqual([])
  await second.stop()
})

test('a start with many unindexed entries does not index beside a server that has the turn', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  for (let n = 0; n < 11; n++) await user.post('experiments', { title: `quartz ${n}` })
  await ctx.db.write((db) => sql`update search_pending set bytes = 1000000`.execute(db))
  const other = new Turn(ctx)
  expect(await other.take()).toBe(true)
  const started = indexBacklog(ctx)
  await sleep(500)
  expect(await indexedIds(ctx)).toEqual([])
  await other.end()
  await started
  expect(await pendingIds(ctx)).toEqual([])
  // The turn was given back.
  expect(await other.take()).toBe(true)
})

test.runIf(process.env.TEST_ENGINE === 'postgres')('the planner is told when many entries were indexed', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  const lastLook = async () => {
    const { rows } = await sql<{ last_analyze: Date | null }>`
      select last_analyze from pg_stat_user_tables where relname = 'entities'`.execute(ctx.db.read)
    return rows[0]?.last_analyze
  }
  expect(await lastLook()).toBe(null)
  for (let n = 0; n < 3; n++) await user.post('experiments', { title: `quartz ${n}` })
  const indexer = startIndexer(ctx, { manyEntries: 3 })
  onTestFinished(() => indexer.stop())
  await expect.poll(lastLook, { timeout: 60_000 }).not.toBe(null)
})

test('when too many wait, a save is answered once there is room', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  ctx.backlog.onAdded(() => {})
  ctx.backlog.saw(1_000_000, 0)
  let isAnswered = false
  const saved = user.post('experiments', { title: 'Quartz' }).then(() => {
    isAnswered = true
  })
  await expect.poll(() => pendingIds(ctx)).toHaveLength(1)
  // A change that does not concern the indexes does not wait.
  expect((await user.post('todolist', { content: 'Weigh it' })).status).toBe(201)
  expect(isAnswered).toBe(false)
  ctx.backlog.saw(0, 0)
  await saved

  ctx.backlog.saw(1_000_000, 0)
  const other = user.post('experiments', { title: 'Zinc' })
  await expect.poll(() => pendingIds(ctx)).toHaveLength(2)
  ctx.backlog.isStuck = true
  await other
})

test.skipIf(process.env.TEST_ENGINE === 'postgres')(
  'indexes that are lost, older or damaged are made again',
  async () => {
    const lab = await testApp()
    const { ctx } = lab
    const person = await lab.given.user()
    const file = join(ctx.config.DATA_DIR, 'search.db')
    const { id: first } = await lab.as(person).post('experiments', { title: 'quartz' })
    const others = await Promise.all(['zinc', 'xenon'].map((title) => lab.as(person).post('experiments', { title })))
    await indexPending(ctx)
    const older = `${file}.older`
    await copyFile(file, older)
    for (const title of ['zircon', 'yttrium']) {
      await lab.as(person).patch(`experiments/${first}`, { title })
      await indexPending(ctx)
    }
    await ctx.db.close()
    for (const replace of [() => rm(file), () => copyFile(older, file), () => writeFile(file, 'x'.repeat(9000))]) {
      await replace()
      const again = await openOther(lab)
      expect(await pendingIds(again.ctx)).toEqual([first, ...others.map(({ id }) => id)])
      for (const indexed of [0, 3]) {
        const { body } = await again.as(person).client.get<EntityListRow[]>('experiments?q=yttrium')
        expect([indexed, body.map(({ id }) => id)]).toEqual([indexed, [first]])
        const { body: old } = await again.as(person).client.get<EntityListRow[]>('experiments?q=quartz')
        expect(old).toEqual([])
        await indexPending(again.ctx)
      }
      expect((await verify(again.ctx.db)).findings).toEqual([])
      await again.close()
    }
  },
)

test.skipIf(process.env.TEST_ENGINE === 'postgres')(
  'indexes that are damaged while the service runs are made again, and searches are refused until then',
  async () => {
    const lab = await testApp()
    const { ctx } = lab
    const user = lab.as(await lab.given.user())
    const search = () => user.get<EntityListRow[]>('experiments?q=quartz&limit=100')
    for (let n = 0; n < 20; n++) await user.post('experiments', { title: `quartz ${n}` })
    await indexPending(ctx)
    expect((await search()).body).toHaveLength(20)
    damage(join(ctx.config.DATA_DIR, 'search.db'))
    await user.post('experiments', { title: 'quartz 20' })
    const damaged = await search()
    expect(damaged).toMatchObject({ status: 503, body: { message: expect.stringContaining('search index') } })
    expect(await user.get('experiments')).toMatchObject({ status: 200 })

    const indexer = startIndexer(ctx)
    onTestFinished(() => indexer.stop())
    await expect
      .poll(
        async () => {
          const { status, body } = await search()
          expect([200, 503]).toContain(status)
          return status === 200 && body.length
        },
        { timeout: 60_000 },
      )
      .toBe(21)
    await expect.poll(() => pendingIds(ctx), { timeout: 60_000 }).toEqual([])
    expect((await search()).body).toHaveLength(21)
    expect((await verify(ctx.db)).findings).toEqual([])
  },
)

test.skipIf(process.env.TEST_ENGINE === 'postgres').each([
  { pause: 'short', pauseMs: 500 },
  { pause: 'long', pauseMs: 300_000 },
])(
  'indexes that are damaged twice are made again after a $pause pause, which Retry-After tells',
  async ({ pauseMs }) => {
    const lab = await testApp()
    const { ctx } = lab
    const user = lab.as(await lab.given.user())
    const search = () => user.get<EntityListRow[]>('experiments?q=quartz&limit=100')
    const found = async () => {
      const { status, body } = await search()
      return status === 200 && body.length
    }
    for (let n = 0; n < 20; n++) await user.post('experiments', { title: `quartz ${n}` })
    await indexPending(ctx)
    damage(join(ctx.config.DATA_DIR, 'search.db'))
    const first = await search()
    expect(first).toMatchObject({ status: 503, headers: { 'retry-after': '10' } })
    const indexer = startIndexer(ctx, { pauseMs })
    onTestFinished(() => indexer.stop())
    await expect.poll(found, { timeout: 60_000 }).toBe(20)
    await expect.poll(() => pendingIds(ctx), { timeout: 60_000 }).toEqual([])

    damage(join(ctx.config.DATA_DIR, 'search.db'))
    await user.post('experiments', { title: 'quartz 20' })
    if (pauseMs < 10_000) {
      await expect.poll(found, { timeout: 60_000 }).toBe(21)
      return
    }
    await expect.poll(async () => (await search()).status, { timeout: 60_000 }).toBe(503)
    const seconds = Number((await search()).headers['retry-after'])
    expect(seconds).toBeGreaterThan(60)
    expect(seconds).toBeLessThanOrEqual(310)
  },
)

test.skipIf(process.env.TEST_ENGINE === 'postgres')(
  'indexes that turn out to be damaged when they are filled are made again, in all servers',
  async () => {
    const lab = await testApp()
    const { ctx } = lab
    const person = await lab.given.user()
    const user = lab.as(person)
    await user.post('experiments', { title: 'quartz' })
    await indexPending(ctx)
    const other = await openOther(lab)
    onTestFinished(() => other.close())
    const indexers = [startIndexer(ctx), startIndexer(other.ctx)]
    onTestFinished(async () => void (await Promise.all(indexers.map((indexer) => indexer.stop()))))
    damage(join(ctx.config.DATA_DIR, 'search.db'))
    await user.post('experiments', { title: 'quartz and zinc' })
    for (const client of [user, other.as(person).client]) {
      await expect
        .poll(async () => (await client.get<EntityListRow[]>('experiments?q=quartz')).body.length, { timeout: 60_000 })
        .toBe(2)
    }
    // Both read the new file: only it has this entry, once it is no longer pending.
    await user.post('experiments', { title: 'quartz and xenon' })
    await expect.poll(() => pendingIds(ctx), { timeout: 60_000 }).toEqual([])
    for (const client of [user, other.as(person).client]) {
      await expect
        .poll(async () => (await client.get<EntityListRow[]>('experiments?q=quartz')).body.length, { timeout: 20_000 })
        .toBe(3)
    }
  },
)

test('words beyond the limits of the index are found neither before nor after it', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  const dna = 'acgt'.repeat(18)
  const many = Array.from({ length: 20_001 }, (_, n) => `n${n}`).join(' ')
  const { id } = await user.post('experiments', { title: `Primer ${dna} tube 3`, body: many })
  for (const state of ['pending', 'indexed']) {
    const found = async (query: string) =>
      (await user.get<EntityListRow[]>(`experiments?${encodeURI(query)}`)).body.map((row) => row.id)
    expect([state, await found(`fastq=primer ${dna} tube`)]).toEqual([state, [id]])
    expect([state, await found(`extended=title:"r ${dna} t"`)]).toEqual([state, [id]])
    expect([state, await found('q=n19999')]).toEqual([state, [id]])
    expect([state, await found('q=n20000')]).toEqual([state, []])
    await indexPending(ctx)
  }
})

test('a turn that a wrong clock gave until next year is taken over', async () => {
  const { ctx, as, given } = await testApp()
  await ctx.db.write((db) =>
    db.updateTable('search_indexer').set({ holder: 'gone', until: '2099-01-01T00:00:00.000Z' }).execute(),
  )
  await as(await given.user()).post('experiments', { title: 'Quartz' })
  const indexer = startIndexer(ctx)
  onTestFinished(() => indexer.stop())
  await expect.poll(() => pendingIds(ctx), { timeout: 60_000 }).toEqual([])
})

test('a new title leaves the searched text alone', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  const { id } = await user.post('experiments', { title: 'Quartz', body: 'zircon' })
  await ctx.db.write((db) => sql`update entity_texts set body = 'xenon' where entity_id = ${id}`.execute(db))
  await user.patch(`experiments/${id}`, { title: 'Zinc' })
  const texts = await ctx.db.read.selectFrom('entity_texts').select(['title', 'body']).execute()
  expect(texts).toEqual([{ title: 'zinc', body: 'xenon' }])
})

test.skipIf(process.env.TEST_ENGINE === 'postgres')('a new title does not index the text again', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  const { id } = await user.post('experiments', { title: 'Quartz', body: 'zircon' })
  await indexPending(ctx)
  await ctx.db.write((db) => sql`update entity_texts set body = 'xenon' where entity_id = ${id}`.execute(db))
  await user.patch(`experiments/${id}`, { title: 'Zinc' })
  const found = async (word: string) => (await user.get<EntityListRow[]>(`experiments?q=${word}`)).body.length
  for (const state of ['pending', 'indexed']) {
    const each = await Promise.all(['quartz', 'zinc', 'zircon', 'xenon'].map(found))
    expect([state, ...each]).toEqual([state, 0, 1, 1, 0])
    await indexPending(ctx)
  }
})

test('changes of an entry gather before it is indexed, unless its mark is from a clock that is ahead', async () => {
  const { ctx, as, given } = await testApp()
  const user = as(await given.user())
  const { id } = await user.post('experiments', { title: 'Quartz' })
  const indexes = await openIndexes(ctx.config)
  onTestFinished(() => indexes.close())
  const indexedWhen = async (until: number, now: number) => {
    const times = { until: new Date(until).toISOString(), now: new Date(now).toISOString() }
    return (await fillIndexes(indexes, 0, times)).entries.map((entry) => entry.id)
  }
  const [{ since = '' } = {}] = await ctx.db.read.selectFrom('search_pending').select('since').execute()
  const marked = Date.parse(since)
  expect(await indexedWhen(marked - 1, marked + 2000)).toEqual([])
  expect(await indexedWhen(marked, marked + 2000)).toEqual([id])
  expect(await indexedWhen(marked - 10_000, marked - 8000)).toEqual([id])
})

/** Overwrites all pages but the first, which names the others. */
function damage(file: string): void {
  const connection = new DatabaseSync(file)
  connection.exec('pragma wal_checkpoint(truncate)')
  connection.close()
  const opened = openSync(file, 'r+')
  const { size } = fstatSync(opened)
  writeSync(opened, Buffer.alloc(size - 4096, 'x'), 0, size - 4096, 4096)
  closeSync(opened)
}

/** A second process on the same database. */
async function openOther({ ctx: { config, log } }: TestApp) {
  const ctx = await openContext(config, log)
  const app = buildApp(ctx)
  return {
    ctx,
    as: ({ key }: TestUser) => ({ ctx, client: new Client(app, key) }),
    async close() {
      await app.close()
      await ctx.db.close()
    },
  }
}

/** Ends after the indexes are written, and before the marks are removed. */
function endingInTheMiddle({ db, config }: Context) {
  return { db: { ...db, write: () => Promise.reject(new Error('killed')) }, config }
}

async function pendingIds({ db }: Context): Promise<number[]> {
  const rows = await db.read.selectFrom('search_pending').select('entity_id').orderBy('entity_id').execute()
  return rows.map(({ entity_id }) => entity_id)
}

/** The number of FTS5 segments. */
async function segmentsOf({ db: { read } }: Context): Promise<number> {
  const { rows } = await sql<{ segments: number }>`
    select count(distinct segid) as segments from entity_search_idx`.execute(read)
  return rows[0]?.segments ?? 0
}

async function indexedIds({ db: { read } }: Context): Promise<number[]> {
  const [{ table = '', id = '' } = {}] = ENTRY_INDEX[engineOf(read)].entryRows
  const { rows } = await sql<{ id: number }>`select ${sql.ref(id)} as id from ${sql.table(table)} order by 1`.execute(
    read,
  )
  return rows.map((row) => row.id)
}
