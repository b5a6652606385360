import { sql } from 'kysely'
import { expect, test, vi } from 'vitest'
import { engineOf } from '../src/db/dialect.ts'
import type { Db } from '../src/db/schema.ts'
import { rebuildSearch } from '../src/features/search/rebuild.ts'
import { verify } from '../src/journal/verify.ts'
import { testApp } from '../test/harness.ts'
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
  expect(await searched(ctx.db.read)).toEqual(written)

  // It goes on from there.
  const ada = await given.user({ team: team?.id })
  const { id } = await as(ada).post('experiments', { title: 'rareword' })
  expect(id).toBe(301)
  expect(await as(ada).post(`experiments/${id}/comments`, { comment: 'First' })).toMatchObject({ status: 201 })
  const { body } = await as(ada).get<{ id: number }[]>('experiments?q=rareword&scope=3&limit=100')
  expect(body.map((entry) => entry.id)).toContain(301)
  expect(body.length).toBeGreaterThan(5)
  expect((await verify(ctx.db)).findings).toEqual([])
})

async function indexNames(db: Db): Promise<string[]> {
  const query =
    engineOf(db) === 'postgres'
      ? sql<{ name: string }>`select indexname as name from pg_indexes where schemaname = current_schema() order by 1`
      : sql<{ name: string }>`select name from sqlite_master where type = 'index' order by 1`
  return (await query.execute(db)).rows.map(({ name }) => name)
}

/** What searches read, row by row. Grams of SQLite are in their index alone. */
async function searched(db: Db) {
  const rowsOf = async (query: string) => (await sql.raw<object>(query).execute(db)).rows
  return {
    texts: await rowsOf('select * from entity_texts order by 1'),
    fields: await rowsOf('select * from entity_fields order by 1, 2'),
    words: await rowsOf('select * from entity_search order by 1'),
    comments: await rowsOf('select * from entity_search_comments order by 1'),
  }
}
