import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** A job counts for the person whose file needs it, so that people can take turns. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  const statements = [
    `alter table jobs add column person ${int} not null default 0`,
    'create index jobs_person on jobs (person, next_at, id) where next_at is not null',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
