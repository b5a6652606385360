import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from '../dialect.ts'

/** What sysadmins set for the whole instance. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table config (id ${int} not null primary key, chosen ${text} not null, version ${int} not null)${end}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
