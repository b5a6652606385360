import { sql } from 'kysely'
import { engineOf } from '../../../db/dialect.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import type { IndexRow } from '../../../lib/search-words.ts'
import { blockName } from '../id-blocks.ts'

/** Replaces the words and trigrams of an entry. On SQLite only an index connection can do this. */
export async function putIndexRow(db: Db, entityId: number, { words, grams }: IndexRow): Promise<void> {
  await putWords(db, { id: entityId, words: asRow(db, entityId, words) })
  await putGrams(db, { id: entityId, words: asRow(db, entityId, grams) })
}

/** Both engines get finished words and only store them, so that both find the same entries. */
export function asRow(db: Db, entityId: number, words: readonly string[]): string {
  return engineOf(db) === 'sqlite' ? words.join(' ') : JSON.stringify([...words, blockName(entityId)])
}

/** Stores the folded title and main text. */
export const putText = prepared((db: Db, p: { id: number; title: string; body: string }) =>
  db
    .insertInto('entity_texts')
    .values({ entity_id: p.id, title: p.title, body: p.body })
    .onConflict((conflict) => conflict.column('entity_id').doUpdateSet({ title: p.title, body: p.body })),
)

export const putTitle = prepared((db: Db, p: { id: number; title: string }) =>
  db.updateTable('entity_texts').set({ title: p.title }).where('entity_id', '=', p.id),
)

const putWords = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () =>
    engine === 'sqlite'
      ? sql<never>`insert or replace into entity_search (rowid, words) values (${p.id}, ${p.words})`.compile(db)
      : sql<never>`
          insert into entity_search (entity_id, words) values (${p.id}, ${toVector(p.words)})
          on conflict (entity_id) do update set words = excluded.words
          where entity_search.words <> excluded.words`.compile(db),
}))

const putGrams = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () =>
    engine === 'sqlite'
      ? sql<never>`insert or replace into entity_search_grams (rowid, grams) values (${p.id}, ${p.words})`.compile(db)
      : sql<never>`
          insert into entity_search_grams (entity_id, grams) values (${p.id}, ${toVector(p.words)})
          on conflict (entity_id) do update set grams = excluded.grams
          where entity_search_grams.grams <> excluded.grams`.compile(db),
}))

export function toVector(words: string) {
  return sql`array_to_tsvector(array(select jsonb_array_elements_text(${words}::jsonb)))`
}
