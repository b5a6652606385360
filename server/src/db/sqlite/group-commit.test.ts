import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'

const onSqlite = process.env.TEST_ENGINE !== 'postgres'

test.runIf(onSqlite)('a row number that no number of JavaScript holds does not stop the next change', async () => {
  const { ctx, as, given } = await testApp()
  const ada = await given.user()
  // The full-text index creates such ids in the middle of a commit.
  await ctx.db.write(async (db) => {
    await sql`create table numbers (id integer primary key)`.execute(db)
    await sql`insert into numbers values (9009398277996544)`.execute(db)
  })
  expect(await as(ada).post('experiments', {})).toMatchObject({ status: 201 })
})

test.runIf(onSqlite)('refused changes leave nothing behind, those that share their commit are kept', async () => {
  const { ctx } = await testApp()
  await ctx.db.write((db) => sql`create table names (name text not null unique)`.execute(db))
  const add = (name: string) => ctx.db.write((db) => sql`insert into names values (${name})`.execute(db))
  const refuse = (name: string) =>
    ctx.db.write(async (db) => {
      await sql`insert into names values (${name})`.execute(db)
      throw new Error(`not ${name}`)
    })
  const outcomes = async (changes: Promise<unknown>[]) =>
    (await Promise.allSettled(changes)).map(({ status }) => status)
  const [kept, refused] = ['fulfilled', 'rejected']

  // The first group meets an unexpected refusal and the second an expected one; then one runs alone.
  expect(await outcomes([add('a'), refuse('x'), add('b'), add('a')])).toEqual([kept, refused, kept, refused])
  expect(await outcomes([refuse('x'), add('c'), refuse('y')])).toEqual([refused, kept, refused])
  await expect(refuse('z')).rejects.toThrow('not z')

  const { rows } = await sql<{ name: string }>`select name from names order by name`.execute(ctx.db.read)
  expect(rows.map(({ name }) => name)).toEqual(['a', 'b', 'c'])
})

test.runIf(onSqlite)('changes that arrive in one turn after the other share a commit', async () => {
  const { ctx } = await testApp()
  await ctx.db.write((db) => sql`create table turns (turn integer)`.execute(db))
  const commits = () => ctx.db.writeQueue()?.commits ?? 0
  const before = commits()
  const changes: Promise<unknown>[] = []
  for (let turn = 0; turn < 5; turn++) {
    changes.push(ctx.db.write((db) => sql`insert into turns values (${turn})`.execute(db)))
    await nextTurn()
  }
  await Promise.all(changes)
  expect(commits() - before).toBe(1)
})
