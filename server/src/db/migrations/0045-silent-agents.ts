import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Agents can end on purpose. The service looks every minute for those that are silent and nobody was told of. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { int } = columnTypes(engineOf(db))
  const statements = [
    `alter table agents add column has_ended ${int} not null default 0`,
    'create index agents_untold on agents (last_seen_at) where told_silent_at is null and has_ended = 0',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
