import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { testApp } from '../../../test/harness.ts'
import { CommitLog } from './commit-log.ts'
import { GroupCommit } from './group-commit.ts'
import { openConnection, sharedKysely } from './open-sqlite.ts'
import { TurnSnapshot } from './shared-read-snapshot.ts'

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

test.runIf(onSqlite).each(['committing', 'committed', 'refused', 'checkpoint', 'repair'] as const)(
  'when %s throws, everybody is answered and the next change is stored',
  async (step) => {
    const { commits, fail } = openFailing(step)
    const add = (name: string) => commits.run((db) => sql`insert into names values (${name})`.execute(db))
    const refuse = () => commits.run(() => Promise.reject(new Error('refused')))
    await commits.run((db) => sql`create table names (name text not null)`.execute(db))
    const mend = fail()
    const answers = await Promise.allSettled([add('a'), refuse(), add('b')])
    expect(answers[1]).toMatchObject({ status: 'rejected' })
    mend()
    await add('c')
    await commits.idle()
  },
)

/** A queue whose log can throw at one step. */
function openFailing(step: 'committing' | 'committed' | 'refused' | 'checkpoint' | 'repair') {
  const folder = mkdtempSync(join(tmpdir(), 'aliquot-test-'))
  const [writer, reader] = [0, 1].map(() => openConnection(join(folder, 'queue.db'), { cache: 1000, mapped: 0 }))
  if (!writer || !reader) throw new Error('not open')
  onTestFinished(() => {
    writer.close()
    reader.close()
    rmSync(folder, { recursive: true, force: true })
  })
  const log = new CommitLog(join(folder, 'queue.db'), writer, new TurnSnapshot(reader))
  const commits = new GroupCommit(writer, sharedKysely(writer), log)
  const fail = () => {
    const real = log[step]
    log[step] = () => {
      throw new Error(`${step} failed`)
    }
    return () => Object.assign(log, { [step]: real })
  }
  return { commits, fail }
}
