import { type Kysely, sql } from 'kysely'

/**
 * The saves that go on with an earlier one, in place of what happened around an entry: these are few chains and many
 * rows, and every comment, step and file is one index cheaper. What is in an entry's history is what is no such save.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'drop index events_around',
    "create index events_saves on events (chain, position) where subject = 'entity' and continues = 1",
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
