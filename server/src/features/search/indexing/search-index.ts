import { sql } from 'kysely'
import { engineOf } from '../../../db/dialect.ts'
import { ENTRY_INDEX } from '../../../db/entry-indexes.ts'
import { FULL_TEXT, putWords as replaceWords } from '../../../db/full-text.ts'
import { prepared } from '../../../db/prepared.ts'
import type { Db } from '../../../db/schema.ts'
import type { IndexRow } from '../../../lib/search-words.ts'

/** Replaces the words and trigrams of an entry. On SQLite only an index connection can do this. */
export async function putIndexRow(db: Db, entityId: number, { words, grams }: IndexRow): Promise<void> {
  await putWords(db, { id: entityId, words: asRow(db, entityId, words) })
  await putGrams(db, { id: entityId, words: asRow(db, entityId, grams) })
}

/** The words as the value to write. */
export function asRow(db: Db, entityId: number, words: readonly string[]): string {
  return ENTRY_INDEX[engineOf(db)].valueOf(entityId, words)
}

/** Stores the folded title and main text. */
export const putText = prepared((db: Db, p: { id: number; title: string; body: string }) =>
  db
    .insertInto('entity_texts')
    .values({ entity_id: p.id, title: p.title, body: p.body })
    .onConflict((conflict) => conflict.column('entity_id').doUpdateSet({ title: p.title, body: p.body })),
)

/** Stores the folded title, and returns the length of the main text. */
export const putTitle = prepared((db: Db, p: { id: number; title: string }) =>
  db
    .updateTable('entity_texts')
    .set({ title: p.title })
    .where('entity_id', '=', p.id)
    .returning(sql<number>`octet_length(body)`.as('bytes')),
)

const putWords = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () => replaceWords(engine, FULL_TEXT.entries, p.id, p.words).compile(db),
}))

const putGrams = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () => replaceWords(engine, FULL_TEXT.trigrams, p.id, p.words).compile(db),
}))
