import { sql } from 'kysely'
import type { IndexedEntry } from '../entry-index.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { changeOf, type StoredWords } from './index-change.ts'

/**
 * Writes what changed of an entry into the indexes. These only know which entries have a word, without positions
 * (detail=none), so that FTS5 removes and adds single words of an entry. What they have of it is also in
 * `entity_head_words` and `entity_text_words`. False if the main text is needed and was not given.
 */
export async function putEntry(db: Db, { id, head, text }: IndexedEntry): Promise<boolean> {
  const [stored] = await findStored(db, { id })
  if (!stored && !text) return false
  const change = changeOf(stored, head, text)
  for (const index of [WORDS, GRAMS]) {
    const { removed, added } = change[index.of]
    if (stored && removed.length + added.length === 0) continue
    // Even if empty: FTS5 counts rows, and refuses to remove one when it has counted none.
    if (stored) await index.remove(db, { id, words: removed.join(' ') })
    await index.add(db, { id, words: added.join(' ') })
  }
  const words = head.words.join(' ')
  const { searched, fields } = head
  if (!stored || stored.head !== words || stored.searched !== searched || stored.fields !== fields) {
    await storeHead(db, { id, words, searched, fields })
  }
  if (text) await storeText(db, { id, words: text.words.join(' '), rest: text.rest })
  return true
}

/** An index, and how its words of an entry are removed and added. */
const WORDS = {
  of: 'words',
  remove: prepared((db: Db, p: { id: number; words: string }) => ({
    compile: () =>
      sql<never>`insert into entity_search (entity_search, rowid, words) values ('delete', ${p.id}, ${p.words})`.compile(
        db,
      ),
  })),
  add: prepared((db: Db, p: { id: number; words: string }) => ({
    compile: () => sql<never>`insert into entity_search (rowid, words) values (${p.id}, ${p.words})`.compile(db),
  })),
} as const

const GRAMS = {
  of: 'grams',
  remove: prepared((db: Db, p: { id: number; words: string }) => ({
    compile: () =>
      sql<never>`insert into entity_search_grams (entity_search_grams, rowid, grams)
        values ('delete', ${p.id}, ${p.words})`.compile(db),
  })),
  add: prepared((db: Db, p: { id: number; words: string }) => ({
    compile: () => sql<never>`insert into entity_search_grams (rowid, grams) values (${p.id}, ${p.words})`.compile(db),
  })),
} as const

const findStored = prepared((db: Db, p: { id: number }) => ({
  compile: () =>
    sql<StoredWords>`
      select h.words as head, h.searched, h.fields, t.words as text, t.rest
      from entity_head_words as h join entity_text_words as t on t.id = h.id where h.id = ${p.id}`.compile(db),
}))

const storeHead = prepared((db: Db, p: { id: number; words: string; searched: string; fields: string }) => ({
  compile: () =>
    sql<never>`insert or replace into entity_head_words (id, words, searched, fields)
      values (${p.id}, ${p.words}, ${p.searched}, ${p.fields})`.compile(db),
}))

const storeText = prepared((db: Db, p: { id: number; words: string; rest: string }) => ({
  compile: () =>
    sql<never>`insert or replace into entity_text_words (id, words, rest)
      values (${p.id}, ${p.words}, ${p.rest})`.compile(db),
}))

/** Empties the indexes. Contentless ones forget all their words at once. */
export async function clearEntries(db: Db): Promise<void> {
  for (const index of ['entity_search', 'entity_search_grams']) {
    await sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('delete-all')`.execute(db)
  }
  for (const table of ['entity_head_words', 'entity_text_words']) await sql`delete from ${sql.table(table)}`.execute(db)
}
