import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { type Kysely, sql } from 'kysely'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openSqlite } from './open-sqlite.ts'
import { shapeOf } from './row-shape.ts'

let folder: string
let file: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'aliquot-test-'))
  file = join(folder, 'shape.db')
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

it('a row has the names of its columns; of two with one name the last counts', () => {
  const shape = shapeOf([{ name: 'id' }, { name: 'odd "name"' }, { name: 'id' }])
  expect(shape.columns).toBe(3)
  expect(shape.build([1, null, 'x'])).toEqual({ id: 'x', 'odd "name"': null })
})

it('a column that another process adds does not shift the others', async () => {
  const database = openSqlite(file)
  try {
    const db = database.read as unknown as Kysely<{ things: { id: number; name: string } }>
    await database.write((writing) => sql`create table things (id integer primary key, name text)`.execute(writing))
    await database.write((writing) => sql`insert into things values (1, 'first')`.execute(writing))
    const read = () =>
      db.selectFrom('things').selectAll('things').select(sql<string>`'end'`.as('last')).executeTakeFirst()
    expect(await read()).toEqual({ id: 1, name: 'first', last: 'end' })

    const other = new DatabaseSync(file)
    other.exec("alter table things add column colour text default 'red'")
    other.close()
    expect(await read()).toEqual({ id: 1, name: 'first', colour: 'red', last: 'end' })
  } finally {
    await database.close()
  }
})
