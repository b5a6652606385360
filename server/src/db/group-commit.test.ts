import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../test/harness.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

test.runIf(onSqlite)('a row number that no number of JavaScript holds does not stop the next change', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  // As the full-text index gives them, in the middle of a commit.
  await ctx.db.write(async (db) => {
    await sql`create table numbers (id integer primary key)`.execute(db)
    await sql`insert into numbers values (9009398277996544)`.execute(db)
  })
  expect(await as(ada).post('experiments', {})).toMatchObject({ status: 201 })
})
