import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { limitsOf, openPipeline } from './pools.ts'
import { CommitLost, runTogether } from './shared-transaction.ts'

const onPostgres = process.env.TEST_ENGINE === 'postgres'

async function lab() {
  const { ctx, given } = await testApp()
  const pipeline = await openPipeline(ctx.config.DATABASE_URL ?? '', limitsOf(10_000))
  onTestFinished(() => pipeline.close())
  return { ctx, pipeline, entry: await given.experiment(await given.user()) }
}

test.runIf(onPostgres)('a commit without an answer is never made again, whatever broke the connection', async () => {
  const { pipeline, entry } = await lab()
  const broken = Object.assign(new Error('write ENETUNREACH'), { code: 'ENETUNREACH' })
  const work = async (db: Db) => {
    await sql`select 1`.execute(db)
    // The commit follows in this turn of the event loop.
    setImmediate(() => pipeline.destroy(broken))
  }
  const outcome = await runTogether(pipeline, [{ entry, onlyAdds: false, work }]).catch((error: unknown) => error)
  expect(outcome).toBeInstanceOf(CommitLost)
  expect(outcome).toMatchObject({ refusal: { status: 503, cause: broken } })
})

test.runIf(onPostgres)('a write that could not even be sent undoes the others', async () => {
  const { pipeline, entry } = await lab()
  const work = (db: Db) => setTitle(db, { id: entry, title: { not: 'a text' } as unknown as string })
  expect(await runTogether(pipeline, [{ entry, onlyAdds: false, work }])).toEqual(['undone'])
})

test.runIf(onPostgres)('the first reads of a change leave together with the begin', async () => {
  const { pipeline, entry } = await lab()
  const first = pipeline.batch
  const batches: number[] = []
  const work = async (db: Db) => {
    const titles = titleOf(db, { id: entry })
    batches.push(pipeline.batch)
    await titles
    batches.push(pipeline.batch)
  }
  await runTogether(pipeline, [{ entry, onlyAdds: false, work }])
  expect(batches).toEqual([first, first + 1])
})

test.runIf(onPostgres)(
  'a change sends no write before its entry is locked, and no read that would overtake it',
  async () => {
    const { ctx, pipeline, entry } = await lab()
    const holder = new pg.Client({ connectionString: ctx.config.DATABASE_URL ?? '' })
    await holder.connect()
    onTestFinished(() => holder.end())
    await holder.query('begin')
    await holder.query(`select 1 from entities where id = ${entry} for update`)
    const work = async (db: Db) => {
      await setTitle(db, { id: entry, title: 'Mine' })
      return titleOf(db, { id: entry })
    }
    const sharer = { entry, onlyAdds: false, work }
    const started = performance.now()
    expect(await runTogether(pipeline, [sharer])).toEqual(['undone'])
    expect(performance.now() - started).toBeLessThan(10_000)
    await holder.query('rollback')
    expect(await runTogether(pipeline, [sharer])).toEqual([{ value: [{ title: 'Mine' }] }])
  },
)

test.runIf(onPostgres)('without a begin no write is sent', async () => {
  const { ctx, pipeline } = await lab()
  const rename = (name: string) => (db: Db) => sql`update teams set name = ${name}`.execute(db)
  const renameLater = async (db: Db) => {
    await nextTurn()
    return rename('Later')(db)
  }
  // The server skips what is behind it in the packet.
  const failing = pipeline.run('select 1 / 0', undefined, []).catch(() => {})
  const sharers = [rename('At once'), renameLater].map((work) => ({ entry: 0, onlyAdds: false, work }))
  await expect(runTogether(pipeline, sharers)).rejects.toThrow()
  await failing
  const { rows } = await sql`select 1 from teams where name in ('At once', 'Later')`.execute(ctx.db.read)
  expect(rows).toEqual([])
})

test.runIf(onPostgres)('a connection whose settings are refused is closed', async () => {
  const { ctx } = await lab()
  const url = new URL(ctx.config.DATABASE_URL ?? '')
  url.searchParams.set('application_name', 'refused')
  await expect(openPipeline(url.href, { timeoutMs: -5, lockMs: 1 })).rejects.toThrow('statement_timeout')
  const isOpen = async () =>
    (await sql`select 1 from pg_stat_activity where application_name = 'refused'`.execute(ctx.db.read)).rows.length > 0
  await expect.poll(isOpen).toBe(false)
})

const titleOf = prepared((db: Db, p: { id: number }) =>
  db.selectFrom('entities').select('title').where('id', '=', p.id),
)

const setTitle = prepared(
  (db: Db, p: { id: number; title: string }) =>
    db.updateTable('entities').set({ title: p.title }).where('id', '=', p.id),
  { isUnanswered: true },
)
