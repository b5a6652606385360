import { type Kysely, sql } from 'kysely'
import { engineOf } from '../dialect.ts'

/**
 * What searches for the newest entries look up: the fields of a name by the ids of their entries; and on PostgreSQL, whose
 * index of words has no order, each word behind the name of its entry's block of ids (see id-blocks.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = ['create index entity_fields_entity on entity_fields (name_key, entity_id)']
  if (engineOf(db) === 'postgres') {
    statements.push(`create index entity_search_blocks on entity_search using gin (
      (replace(' ' || words::text, ' ''', ' ''#' || (entity_id / 2048)::text || '.')::tsvector))`)
  }
  for (const statement of statements) await sql.raw(statement).execute(db)
}
