import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Work that goes on in the background, what it makes of the contents of files, and the index of names and texts of files. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const engine = engineOf(db)
  const { id, int, text, bytes, end } = columnTypes(engine)
  const statements = [
    `create table jobs (
      id ${id},
      kind ${text} not null,
      subject ${text} not null,
      next_at ${text},
      holder ${text},
      attempts ${int} not null default 0,
      position ${int} not null default 0,
      again ${int} not null default 0,
      error ${text},
      created_at ${text} not null
    )${end}`,
    'create unique index jobs_subject on jobs (kind, subject)',
    'create index jobs_next on jobs (next_at, id) where next_at is not null',
    `create table previews (
      hash ${text} primary key,
      version ${int} not null,
      pages ${int},
      problem ${text},
      made_at ${text} not null,
      thumbnail ${bytes},
      words ${text} not null,
      text ${bytes}
    )${end}`,
    ...(engine === 'sqlite'
      ? // The number of a row is that of the entry and that of the file: see features/search/file-index.ts.
        [`create virtual table entity_search_files using fts5 (words, detail=none, tokenize="ascii", prefix='2 3')`]
      : [
          `create table entity_search_files (
            upload_id integer primary key references uploads (id),
            entity_id integer not null references entities (id),
            words tsvector not null)`,
          'create index entity_search_files_entity on entity_search_files (entity_id)',
          'create index entity_search_files_words on entity_search_files using gin (words)',
        ]),
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
  // Files that are there already are looked through in the background.
  await sql`insert into jobs (kind, subject, next_at, created_at)
    select 'files', 'all', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.000Z'
    where exists (select 1 from uploads)`.execute(db)
}
