import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Exports that are made in the background, and kept for some days. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, big, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table exports (
      id ${id},
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      format ${text} not null,
      options ${text} not null,
      state ${int} not null,
      total ${int},
      done ${int} not null default 0,
      file ${text},
      name ${text},
      bytes ${big},
      hash ${text},
      error ${text},
      via ${text} not null,
      address ${text} not null,
      created_at ${text} not null,
      modified_at ${text} not null,
      expires_at ${text} not null
    )${end}`,
    'create index exports_userid on exports (userid, id)',
    'create index exports_expiring on exports (expires_at)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
