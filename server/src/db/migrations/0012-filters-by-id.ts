import { type Kysely, sql } from 'kysely'

/**
 * What filters of lists look up, with the ids: of a category, status or rating that many entries have, the newest ones are
 * found without reading all of them.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = [
    'create index entities_category on entities (type, category, id) where category is not null',
    'drop index entities_status',
    'create index entities_status on entities (type, status, id) where status is not null',
    'drop index entities_rating',
    'create index entities_rating on entities (type, rating, id) where rating > 0',
  ]
  for (const statement of statements) await sql.raw(statement).execute(db)
}
