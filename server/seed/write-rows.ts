import { sql } from 'kysely'
import type { Context } from '../src/context.ts'
import { connectionOf } from '../src/db/connection.ts'
import { insertJson } from '../src/db/dialect.ts'
import { blockName } from '../src/db/postgres/id-blocks.ts'
import type { Db, Schema } from '../src/db/schema.ts'
import type { NextIds, Taken, Words } from './entry-rows.ts'

/** Stores rows, one statement per table. */
export async function writeRows({ db: database }: Context, { rows, words }: Taken): Promise<void> {
  await database.write(async (db) => {
    for (const [table, some] of Object.entries(rows)) {
      if (some.length > 0) await insertRows(db, table as keyof Schema, some)
    }
    for (const [index, some] of Object.entries(words)) await indexWords(db, index, some)
  })
}

async function insertRows(db: Db, table: keyof Schema, rows: readonly object[]): Promise<void> {
  const direct = connectionOf(db)?.sync
  if (!direct) return insertJson(db, table, JSON.stringify(rows))
  const columns = Object.keys(rows[0] ?? {})
  const statement = `insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`
  for (const row of rows) direct.run(statement, Object.values(row))
}

async function indexWords(db: Db, index: string, rows: readonly Words[]): Promise<void> {
  const direct = connectionOf(db)?.sync
  if (direct) {
    const statement = `insert into ${index} (rowid, words) values (?, ?)`
    for (const { row, words } of rows) direct.run(statement, [row, words.join(' ')])
    return
  }
  // Words contain no special characters, so PostgreSQL casts them, separated by blanks, to a tsvector.
  const json = JSON.stringify(rows.map(({ row, entity, words }) => [row, [...words, blockName(entity)].join(' ')]))
  await sql`
    insert into ${sql.table(index)} select (value ->> 0)::integer, (value ->> 1)::tsvector
    from json_array_elements(${json}::json)`.execute(db)
}

export async function nextIds(db: Db): Promise<NextIds> {
  const after = async (table: 'entities' | 'comments' | 'events') => {
    const { rows } = await sql<{ next: number }>`
      select coalesce(max(id), 0) + 1 as next from ${sql.table(table)}`.execute(db)
    return Number(rows[0]?.next)
  }
  return { entities: await after('entities'), comments: await after('comments'), events: await after('events') }
}
