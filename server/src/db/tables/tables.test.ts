import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { TABLES } from './all.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

// SQLite lists its foreign keys in one place; the migrations are the same on both engines.
test.runIf(onSqlite)('every column that refers to a person says what becomes of it with the account', async () => {
  const { ctx } = await testApp()
  const { rows } = await sql<{ place: string }>`
    select t.name || '.' || f."from" as place
    from sqlite_schema as t, pragma_foreign_key_list(t.name) as f
    where t.type = 'table' and f."table" = 'users' order by 1`.execute(ctx.db.read)
  expect(rows.length).toBeGreaterThan(10)

  const told = TABLES.flatMap((table) =>
    'people' in table ? Object.keys(table.people).map((column) => `${table.name}.${column}`) : [],
  )
  const silent = rows.map(({ place }) => place).filter((place) => !told.includes(place) && !SEARCH.has(place))
  expect(silent, 'name these in `people` of their description in db/tables').toEqual([])
})

/** A search index; the change that deletes an account removes the name from it. */
const SEARCH = new Set(['people_search.userid'])

test.each(TABLES.map((table) => [table.name, table] as const))(
  'the key of %s tells its rows apart',
  async (_, table) => {
    const { ctx } = await testApp()
    const columns = (await ctx.db.read.introspection.getTables()).find(({ name }) => name === table.name)?.columns ?? []
    const names = columns.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...table.key]))
    const named = [
      ...('unguarded' in table ? Object.keys(table.unguarded) : []),
      ...('people' in table ? Object.keys(table.people) : []),
    ]
    expect(names).toEqual(expect.arrayContaining(named))
  },
)
