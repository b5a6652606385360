import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** The agents that bring files of instruments, with their last report. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table agents (
      id ${id},
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      name ${text} not null,
      host ${text} not null,
      version ${text} not null,
      apikey ${int},
      interval_seconds ${int} not null,
      waiting ${int} not null,
      errors ${int} not null,
      last_error ${text} not null,
      created_at ${text} not null,
      last_seen_at ${text} not null,
      told_silent_at ${text}
    )${end}`,
    'create unique index agents_name on agents (userid, team, name)',
    'create index agents_team on agents (team)',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
