import { sql } from 'kysely'
import type { IndexedEntry } from '../entry-index.ts'
import { prepared } from '../prepared.ts'
import type { Db } from '../schema.ts'
import { changeOf } from './index-change.ts'
import { joinWords, splitWords } from './stored-words.ts'

/**
 * Writes what changed of an entry into the indexes. These only know which entries have a word, without positions
 * (detail=none), so that FTS5 removes and adds single words of an entry. What they have of it is also in
 * `entity_words`. False if the main text is needed and was not given.
 */
export async function putEntry(db: Db, { id, head, text }: IndexedEntry): Promise<boolean> {
  const [row] = await findRow(db, { id })
  if (!row && !text) return false
  const stored = row && { ...row, ...splitWords(row.words) }
  const change = changeOf(stored, head, text)
  for (const index of [WORDS, GRAMS]) {
    const { removed, added } = change[index.of]
    if (stored && removed.length + added.length === 0) continue
    // Even if empty: FTS5 counts rows, and refuses to remove one when it has counted none.
    if (stored) await index.remove(db, { id, words: removed.join(' ') })
    await index.add(db, { id, words: added.join(' ') })
  }
  const { searched, fields } = head
  const words = joinWords({ head: head.words.join(' '), text: text ? text.words.join(' ') : (stored?.text ?? '') })
  const now = { words, searched, fields, rest: text ? text.rest : (row?.rest ?? '') }
  if (!row || !isSame(row, now)) await storeRow(db, { id, ...now })
  return true
}

/** A row of `entity_words`. */
interface Row {
  /** See stored-words.ts. */
  words: string
  searched: string
  fields: string
  rest: string
}

function isSame(a: Row, b: Row): boolean {
  return a.words === b.words && a.searched === b.searched && a.fields === b.fields && a.rest === b.rest
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

const findRow = prepared((db: Db, p: { id: number }) => ({
  compile: () => sql<Row>`select words, searched, fields, rest from entity_words where id = ${p.id}`.compile(db),
}))

const storeRow = prepared((db: Db, p: Row & { id: number }) => ({
  compile: () =>
    sql<never>`insert or replace into entity_words (id, words, searched, fields, rest)
      values (${p.id}, ${p.words}, ${p.searched}, ${p.fields}, ${p.rest})`.compile(db),
}))

/** Empties the indexes. Contentless ones forget all their words at once. */
export async function clearEntries(db: Db): Promise<void> {
  for (const index of ['entity_search', 'entity_search_grams']) {
    await sql`insert into ${sql.table(index)} (${sql.ref(index)}) values ('delete-all')`.execute(db)
  }
  await sql`delete from entity_words`.execute(db)
}
