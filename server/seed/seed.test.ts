import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import pino from 'pino'
import { expect, onTestFinished, test, vi } from 'vitest'
import { readConfig } from '../src/config.ts'
import { engineOf } from '../src/db/dialect.ts'
import { ENTRY_INDEX } from '../src/db/entry-indexes.ts'
import type { Db } from '../src/db/schema.ts'
import { indexPending, startOver } from '../src/features/search/indexing/keep-indexed.ts'
import { rebuildSearch } from '../src/features/search/indexing/rebuild.ts'
import { openContext } from '../src/start.ts'
import { verify } from '../src/verify/verify.ts'
import { testApp } from '../test/harness.ts'
import { passedOn, testInstance } from '../test/program.ts'
import { eventually } from '../test/time/eventually.ts'
import { seed } from './seed.ts'

test('a seeded instance is what the service itself would have written', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { ctx, as, given } = await testApp()
  const indexes = await indexNames(ctx.db.read)
  const [team] = await seed(ctx, { entries: 300, users: 12, teams: 2 })
  expect((await verify(ctx.db)).findings).toEqual([])
  expect(await indexNames(ctx.db.read)).toEqual(indexes)

  const written = await searched(ctx.db.read)
  await ctx.db.write(rebuildSearch)
  await startOver(ctx.db, ctx.config)
  await indexPending(ctx)
  expect(await searched(ctx.db.read)).toEqual(written)

  // It continues from there.
  const ada = await given.user({ team: team?.id })
  const { id } = await as(ada).post('experiments', { title: 'rareword' })
  expect(id).toBe(301)
  expect(await as(ada).post(`experiments/${id}/comments`, { comment: 'First' })).toMatchObject({ status: 201 })
  const { body } = await as(ada).get<{ id: number }[]>('experiments?q=rareword&scope=3&limit=100')
  expect(body.map((entry) => entry.id)).toContain(301)
  expect(body.length).toBeGreaterThan(5)
  expect((await verify(ctx.db)).findings).toEqual([])
})

test('a run that is interrupted leaves fewer entries, and an instance is seeded once', async () => {
  vi.spyOn(console, 'log').mockImplementation(() => {})
  const { ctx } = await testApp()
  const indexes = await indexNames(ctx.db.read)
  await seed(ctx, { entries: 300, users: 12, teams: 2 }, AbortSignal.abort())
  expect(await indexNames(ctx.db.read)).toEqual(indexes)
  expect(await verify(ctx.db)).toMatchObject({ chains: 1, findings: [] })
  await expect(seed(ctx, { entries: 1, users: 1, teams: 1 })).rejects.toThrow(/seeded already: seed a fresh one/)
  expect(await verify(ctx.db)).toMatchObject({ chains: 1, findings: [] })
})

test('what a run lacks that was killed is made when it is started again', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const { env } = await testInstance()
  const ctx = await openContext(readConfig(env), pino({ level: 'silent' }))
  onTestFinished(() => ctx.db.close())
  const indexes = await indexNames(ctx.db.read)
  const args = [join(import.meta.dirname, 'seed.ts'), '--entries', '1000000', '--users', '12', '--teams', '2']
  const child = spawn(process.execPath, args, {
    env: { ...passedOn(['PATH', 'NODE_COMPILE_CACHE']), ...env },
    stdio: 'ignore',
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const ended = once(child, 'exit')
  const entries = async () => (await ctx.db.read.selectFrom('entities').select('id').limit(1).execute()).length
  await eventually(async () => expect(await entries()).toBe(1), { timeout: 20_000, interval: 20 })
  child.kill('SIGKILL')
  await ended
  expect(await indexNames(ctx.db.read)).not.toEqual(indexes)

  await expect(seed(ctx, { entries: 1, users: 1, teams: 1 })).rejects.toThrow(/seeded already/)
  expect(said).toHaveBeenCalledWith(expect.stringMatching(/^An earlier run ended in the middle/))
  expect(await indexNames(ctx.db.read)).toEqual(indexes)
  expect(await tableNames(ctx.db.read)).not.toContain('seed_dropped_indexes')
  expect(await verify(ctx.db)).toMatchObject({ findings: [] })
})

async function tableNames(db: Db): Promise<string[]> {
  return (await db.introspection.getTables()).map(({ name }) => name)
}

async function indexNames(db: Db): Promise<string[]> {
  const query =
    engineOf(db) === 'postgres'
      ? sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema() order by 1`
      : sql<{ name: string }>`select name from sqlite_master where type = 'index' order by 1`
  return (await query.execute(db)).rows.map(({ name }) => name)
}

/** The search data, row by row. SQLite's trigrams are only in their index. */
async function searched(db: Db) {
  const { entryRows } = ENTRY_INDEX[engineOf(db)]
  const rowsOf = async (query: string) => (await sql.raw<object>(query).execute(db)).rows
  return {
    texts: await rowsOf('select * from entity_texts order by 1'),
    fields: await rowsOf('select * from entity_fields order by 1, 2'),
    words: await Promise.all(entryRows.map(({ table }) => rowsOf(`select * from ${table} order by 1`))),
    comments: await rowsOf('select * from entity_search_comments order by 1'),
  }
}
