import { mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { Database } from '../database.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { openSqlite } from './open-sqlite.ts'

let folder: string
let database: Database
/** The connection of another process. */
let another: DatabaseSync

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'aliquot-test-'))
  database = openSqlite(join(folder, 'turn.db'))
  await database.write((db) => sql`create table lines (text text not null)`.execute(db))
  another = new DatabaseSync(join(folder, 'turn.db'))
})
afterEach(async () => {
  another.close()
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const countLines = prepared((db: Db, _: object) => ({
  compile: () => sql<{ lines: number }>`select count(*) as lines from lines`.compile(db),
}))
const read = async () => (await countLines(database.read, {}))[0]?.lines
const add = () => database.write((db) => sql`insert into lines (text) values ('ours')`.execute(db))
const addElsewhere = () => another.exec("insert into lines (text) values ('theirs')")

it('what is acknowledged is read at once, in whichever turn', async () => {
  expect(await read()).toBe(0)
  for (let count = 1; count <= 3; count++) {
    await add()
    expect(await read()).toBe(count)
  }
})

it('what another process writes is read in the next turn', async () => {
  expect(await read()).toBe(0)
  addElsewhere()
  expect(await read()).toBe(0)
  await nextTurn()
  expect(await read()).toBe(1)
})

it('who notices that rights may have changed reads nothing from before', async () => {
  const epoch = database.rightsEpoch()
  await nextTurn()
  expect(await read()).toBe(0)
  addElsewhere()
  expect(database.rightsEpoch()).not.toBe(epoch)
  expect(await read()).toBe(1)
})

it('the log is used again from its beginning although there are reads in the turn of each commit', async () => {
  await database.write((db) => sql`create table large (content blob not null)`.execute(db))
  await database.write((db) => sql`insert into large values (zeroblob(0))`.execute(db))
  for (let save = 0; save < 24; save++) {
    await nextTurn()
    const saved = database.write((db) => sql`update large set content = randomblob(4000000)`.execute(db))
    await read()
    await saved
  }
  expect(statSync(join(folder, 'turn.db-wal')).size).toBeLessThan(48_000_000)
})
