import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** What the source of an import says about who added a file, and who had locked an entry. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int, text } = columnTypes(engineOf(db))
  const statements = [
    `alter table origins add column upload_id ${int} not null default 0`,
    `alter table origins add column locked_at ${text}`,
    `alter table origins add column locked_by ${text}`,
    'drop index origins_subject',
    'create unique index origins_subject on origins (entity_id, comment_id, upload_id)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
