import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Imports, what became of each entry of a source, and what sources say about who wrote something. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, big, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table imports (
      id ${id},
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      owner ${int} not null references users (userid),
      name ${text} not null,
      format ${text} not null,
      bytes ${big} not null,
      options ${text} not null,
      phase ${text} not null,
      state ${text} not null,
      archive ${text},
      total ${int},
      done ${int} not null default 0,
      made ${int} not null default 0,
      skipped ${int} not null default 0,
      refused ${int} not null default 0,
      removed ${int} not null default 0,
      kept ${int} not null default 0,
      warnings ${int} not null default 0,
      preview ${text},
      error ${text},
      via ${text} not null,
      address ${text} not null,
      process ${text},
      undone_by ${text},
      created_at ${text} not null,
      modified_at ${text} not null,
      expires_at ${text}
    )${end}`,
    'create index imports_userid on imports (userid, team, id)',
    'create index imports_team on imports (team, id)',
    'create index imports_expiring on imports (expires_at) where archive is not null',
    `create table import_entries (
      import_id ${int} not null references imports (id),
      number ${int} not null,
      key_hash ${text} not null,
      outcome ${text} not null,
      title ${text} not null,
      type ${int},
      entity_id ${int} references entities (id),
      team ${int} not null,
      content_hash ${text},
      is_linked ${int} not null,
      links ${text},
      fields ${text},
      notes ${text},
      primary key (import_id, number)
    )${end}`,
    'create unique index import_entries_key on import_entries (import_id, key_hash)',
    'create index import_entries_content on import_entries (team, content_hash)',
    'create index import_entries_entity on import_entries (entity_id)',
    'create index import_entries_unlinked on import_entries (import_id, number) where is_linked = 0',
    'create index import_entries_noted on import_entries (import_id, number) where notes is not null',
    `create table import_addresses (
      import_id ${int} not null references imports (id),
      address_hash ${text} not null,
      entity_id ${int} not null,
      type ${int} not null,
      primary key (import_id, address_hash)
    )${end}`,
    `create table origins (
      id ${id},
      entity_id ${int} not null references entities (id),
      comment_id ${int} not null,
      name ${text},
      email ${text},
      orcid ${text},
      created_at ${text},
      modified_at ${text},
      userid ${int} not null references users (userid)
    )${end}`,
    'create unique index origins_subject on origins (entity_id, comment_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
