import { sql } from 'kysely'
import { engineOf } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { gramsOf, type SearchedBody, searchText } from '../../lib/search-text.ts'
import { searchTokens } from '../../lib/text.ts'
import { blockName } from './id-blocks.ts'

/** The searchable texts of an entry. */
export interface SearchedTexts {
  title: string
  date: string | null
  elabid: string | null
  tags: readonly string[]
  body: SearchedBody
  /** The folded values of its extra fields. */
  values: readonly string[]
}

/**
 * Prefixes that mark words and trigrams of titles and fields, to tell them from the main text. Words are letters and
 * digits only, so nobody searches for a mark by accident.
 */
export const MARK = { title: '»', field: '«' } as const

/** Replaces the indexed texts of an entry. */
export async function indexEntity(db: Db, entityId: number, texts: SearchedTexts): Promise<void> {
  await putText(db, { id: entityId, title: searchText(texts.title), body: texts.body.text })
  await putWords(db, { id: entityId, words: asRow(db, entityId, wordsOf(texts)) })
  await putGrams(db, { id: entityId, words: asRow(db, entityId, gramsOfAll(texts)) })
}

/** Both engines get finished words and only store them, so that both find the same entries. */
export function asRow(db: Db, entityId: number, words: readonly string[]): string {
  return engineOf(db) === 'sqlite' ? words.join(' ') : JSON.stringify([...words, blockName(entityId)])
}

/** The most words of all fields; further ones are not indexed. */
const MOST_FIELD_WORDS = 2000

export function wordsOf({ title, elabid, tags, body, values }: SearchedTexts): string[] {
  const ofTitle = searchTokens(title)
  const ofFields = searchTokens(values.join(' ')).slice(0, MOST_FIELD_WORDS)
  const words = new Set([...ofTitle, ...searchTokens([elabid ?? '', ...tags].join(' ')), ...splitWords(body.words)])
  // Title words come first, because a title search relies on them.
  return asManyAsFit([
    ...ofTitle.map((word) => MARK.title + word),
    ...words,
    ...ofFields.map((word) => MARK.field + word),
  ])
}

/**
 * Including quotes and a blank around each word. PostgreSQL's limit is a million bytes, and one index adds a block name
 * to each word.
 */
const MOST_BYTES = 690_000
/** This many always fit, whatever their length. */
const FEW = 2000

function asManyAsFit(words: string[]): string[] {
  if (words.length <= FEW) return words
  let bytes = 0
  const end = words.findIndex((word) => {
    bytes += Buffer.byteLength(word) + 3
    return bytes > MOST_BYTES
  })
  return end < 0 ? words : words.slice(0, end)
}

export function gramsOfAll({ title, date, elabid, body, values }: SearchedTexts): string[] {
  const grams = new Set([...gramsOf(searchText([title, date, elabid].join(' '))), ...splitWords(body.grams)])
  return [...grams, ...gramsOf(values.join(' ')).map((gram) => MARK.field + gram)]
}

function splitWords(words: string): string[] {
  return words === '' ? [] : words.split(' ')
}

const putText = prepared((db: Db, p: { id: number; title: string; body: string }) =>
  db
    .insertInto('entity_texts')
    .values({ entity_id: p.id, title: p.title, body: p.body })
    .onConflict((conflict) => conflict.column('entity_id').doUpdateSet({ title: p.title, body: p.body })),
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
