import { type Kysely, sql } from 'kysely'
import { engineOf } from './frozen/engine.ts'

/**
 * What searches for the newest entries look up: the fields of a name by the ids of their entries; and on PostgreSQL, whose
 * index of words has no order, each word behind the name of its entry's block of ids (see id-blocks.ts).
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const statements = ['create index entity_fields_entity on entity_fields (name_key, entity_id)']
  if (engineOf(db) === 'postgres') {
    statements.push(
      // With the names of blocks, more words than we leave an entry are too many for PostgreSQL: no save may fail by them.
      // Told what it costs, PostgreSQL asks the index in place of making the words of each entry anew.
      `create or replace function words_of_block(id integer, words tsvector) returns tsvector
        language plpgsql immutable cost 1000 as $$ begin
          return case when octet_length(words::text) <= 700000
            then replace(' ' || words::text, ' ''', ' ''#' || (id / 2048)::text || '.')::tsvector else ''::tsvector end;
        end $$`,
      'create index entity_search_blocks on entity_search using gin (words_of_block(entity_id, words))',
    )
  }
  for (const statement of statements) await sql.raw(statement).execute(db)
}
