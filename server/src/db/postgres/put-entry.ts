import { sql } from 'kysely'
import { gramsOfEntry, gramsWithout } from '../../lib/search-words.ts'
import type { IndexedEntry } from '../entry-index.ts'
import { FULL_TEXT, putWords as replaceWords, wordsValue } from '../full-text.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { blockName } from './id-blocks.ts'

/**
 * Writes an entry into the indexes, with all its words: whatever changed, PostgreSQL indexes all words of a new version
 * of a row. False if its main text is missing.
 */
export async function putEntry(db: Db, { id, head, text }: IndexedEntry): Promise<boolean> {
  if (!text) return false
  // With the name of the block, which searches ask for too.
  const rowOf = (words: readonly string[]) => wordsValue('postgres', [...words, blockName(id)])
  await putWords(db, { id, words: rowOf([...head.words, ...text.words]) })
  const grams = gramsWithout(gramsOfEntry({ ...head, text: text.words.join(' '), rest: text.rest }))
  await putGrams(db, { id, words: rowOf(grams) })
  return true
}

const putWords = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () => replaceWords(engine, FULL_TEXT.entries, p.id, p.words).compile(db),
}))

const putGrams = prepared((db: Db, p: { id: number; words: string }, engine) => ({
  compile: () => replaceWords(engine, FULL_TEXT.trigrams, p.id, p.words).compile(db),
}))

/** Empties the indexes. */
export async function clearEntries(db: Db): Promise<void> {
  for (const index of ['entity_search', 'entity_search_grams']) await sql`delete from ${sql.table(index)}`.execute(db)
}
