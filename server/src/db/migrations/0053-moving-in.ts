import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Servers from which a notebook moved in, and what each of their records has become. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table move_sources (
      id ${id},
      address ${text} not null,
      userid ${int} not null references users (userid),
      process ${text},
      state ${text} not null default 'new',
      is_dry ${int} not null default 1,
      phase ${text},
      done ${int} not null default 0,
      total ${int},
      error ${text},
      report ${text},
      created_at ${text} not null,
      modified_at ${text} not null
    )${end}`,
    'create unique index move_sources_address on move_sources (address)',
    'create index move_sources_userid on move_sources (userid)',
    `create table moved (
      source_id ${int} not null references move_sources (id),
      kind ${int} not null,
      their_id ${int} not null,
      our_id ${int},
      state ${int} not null,
      seen_by ${int} not null,
      listed ${text},
      brought ${text},
      position ${int},
      is_linked ${int} not null,
      parts ${text},
      title ${text},
      notes ${text},
      primary key (source_id, kind, their_id)
    )${end}`,
    'create index moved_here on moved (our_id) where kind <= 4',
    'create index moved_waiting on moved (source_id, kind, their_id) where state = 0',
    'create index moved_unlinked on moved (source_id, kind, their_id) where is_linked = 0',
    'create index moved_noted on moved (source_id, kind, their_id) where notes is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
