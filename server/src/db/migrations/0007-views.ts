import { type Kysely, sql } from 'kysely'
import { columnTypes, engineOf } from './frozen/engine.ts'

/** Lists of entries that people keep under a name, for themselves or for their team. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { id, int, text, end } = columnTypes(engineOf(db))
  const statements = [
    `create table views (
      id ${id},
      userid ${int} not null references users (userid),
      team ${int} not null references teams (id),
      type ${int} not null,
      name ${text} not null,
      search ${text} not null,
      is_shared ${int} not null,
      created_at ${text} not null,
      modified_at ${text} not null,
      version ${int} not null default 1
    )${end}`,
    'create index views_owner on views (userid, team)',
    'create index views_shared on views (team) where is_shared = 1',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
