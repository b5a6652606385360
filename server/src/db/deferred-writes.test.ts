import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from './database.ts'
import { addAtEnd, writeAtEnd } from './deferred-writes.ts'
import type { Db } from './schema.ts'
import { openSqlite } from './sqlite/open-sqlite.ts'

let folder: string
let database: Database

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aliquot-test-'))
  database = openSqlite(join(folder, 'last.db'))
  await database.write((db) => sql`create table lines (id integer primary key, text text not null)`.execute(db))
})
afterEach(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const add = (db: Db, text: string) => sql`insert into lines (text) values (${text})`.execute(db)
const lines = async () => {
  const db = database.read as unknown as Kysely<{ lines: { id: number; text: string } }>
  return (await db.selectFrom('lines').select('text').orderBy('id').execute()).map(({ text }) => text)
}

it('what is to be written last comes behind all changes of the group, in order', async () => {
  const both = ['a', 'b'].map((name) =>
    database.write(async (db) => {
      await writeAtEnd(db, () => add(db, `${name} last`))
      await add(db, `${name} first`)
    }),
  )
  await Promise.all(both)
  expect(await lines()).toEqual(['a first', 'b first', 'a last', 'b last'])
})

it('a change that fails takes what it wanted to write last with it, and nothing of the others', async () => {
  const results = await Promise.allSettled([
    database.write((db) => writeAtEnd(db, () => add(db, 'kept'))),
    database.write(async (db) => {
      await writeAtEnd(db, () => add(db, 'dropped'))
      throw new Error('no')
    }),
    database.write((db) => writeAtEnd(db, () => add(db, 'kept too'))),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await lines()).toEqual(['kept', 'kept too'])
})

it('when it cannot be written, nothing of the group is, and each is told', async () => {
  const results = await Promise.allSettled([
    database.write((db) => add(db, 'with the other')),
    database.write((db) => writeAtEnd(db, () => sql`insert into lines (text) values (null)`.execute(db))),
  ])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await lines()).toEqual([])
  await database.write((db) => add(db, 'the next'))
  expect(await lines()).toEqual(['the next'])
})

it('what the changes of a group add to a total is added once, without that of a change that fails', async () => {
  const addTo = (db: Db, name: string, amount: number) => addAtEnd(db, name, amount, (sum) => add(db, `${name} ${sum}`))
  const results = await Promise.allSettled([
    database.write((db) => addTo(db, 'a', 1)),
    database.write(async (db) => {
      await addTo(db, 'a', 10)
      throw new Error('no')
    }),
    database.write(async (db) => {
      await addTo(db, 'b', 5)
      await addTo(db, 'a', 2)
    }),
    database.write((db) => addTo(db, 'b', -5)),
  ])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
  expect(await lines()).toEqual(['a 3'])
  await database.write((db) => addTo(db, 'a', 4))
  expect(await lines()).toEqual(['a 3', 'a 4'])
})
