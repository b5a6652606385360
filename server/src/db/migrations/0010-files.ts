import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Files of entries: a row for each, the content under its hash in the file store. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, big, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table uploads (
      id ${id},
      entity_id ${int} not null references entities (id),
      userid ${int} not null references users (userid),
      real_name ${text} not null,
      long_name ${text} not null,
      comment ${text},
      hash ${text} not null,
      filesize ${big} not null,
      mime ${text} not null,
      state ${int} not null,
      parked_state ${int},
      immutable ${int} not null default 0,
      created_at ${text} not null,
      modified_at ${text} not null,
      version ${int} not null default 1
    )${end}`,
    'create unique index uploads_long_name on uploads (long_name)',
    'create index uploads_entity on uploads (entity_id, id)',
    'create index uploads_user on uploads (userid, created_at, id)',
    'create index uploads_hash on uploads (hash, id)',
    `alter table entities add column files ${int} not null default 0`,
    `create table upload_totals (
      team ${int} not null references teams (id),
      shard ${int} not null,
      files ${big} not null,
      bytes ${big} not null,
      primary key (team, shard)
    )${end}`,
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
