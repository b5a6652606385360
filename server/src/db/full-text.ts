import { type RawBuilder, sql } from 'kysely'
import { type Engine, jsonRows } from './dialect.ts'

/**
 * A full-text index. Both engines get finished words and only store them, so that both find the same rows: SQLite in an
 * FTS5 table with the id as rowid, PostgreSQL in a tsvector column.
 */
export interface FullTextIndex {
  table: string
  /** The id column on PostgreSQL. */
  id: string
  words: string
}

export const FULL_TEXT = {
  people: { table: 'people_search', id: 'userid', words: 'words' },
  entries: { table: 'entity_search', id: 'entity_id', words: 'words' },
  trigrams: { table: 'entity_search_grams', id: 'entity_id', words: 'grams' },
  comments: { table: 'entity_search_comments', id: 'comment_id', words: 'words' },
} as const satisfies Readonly<Record<string, FullTextIndex>>

/** The id column. Pass `alias` if the query renames the index. */
export function indexedId(engine: Engine, { table, id }: FullTextIndex, alias = table): RawBuilder<number> {
  return sql.ref(`${alias}.${engine === 'sqlite' ? 'rowid' : id}`)
}

/** The words as the value to write into an index. */
export function wordsValue(engine: Engine, words: readonly string[]): string {
  return engine === 'sqlite' ? words.join(' ') : JSON.stringify(words)
}

/** Replaces the words of a row. */
export function putWords(engine: Engine, index: FullTextIndex, id: unknown, value: string): RawBuilder<never> {
  const [table, words] = [sql.table(index.table), sql.ref(index.words)]
  if (engine === 'sqlite') return sql`insert or replace into ${table} (rowid, ${words}) values (${id}, ${value})`
  return sql`insert into ${table} (${sql.ref(index.id)}, ${words}) values (${id}, ${vectorOf(value)})
    on conflict (${sql.ref(index.id)}) do update set ${words} = excluded.${words}
    where ${sql.ref(`${index.table}.${index.words}`)} <> excluded.${words}`
}

/** Writes the words of many rows that have none yet. */
export function insertWords(
  engine: Engine,
  index: FullTextIndex,
  rows: readonly { id: number; words: readonly string[] }[],
): RawBuilder<never> {
  const [table, words] = [sql.table(index.table), sql.ref(index.words)]
  const list = JSON.stringify(rows.map((row) => ({ id: row.id, words: wordsValue(engine, row.words) })))
  const listed = jsonRows(engine, list, { id: 'integer', words: 'text' })
  if (engine === 'sqlite') return sql`insert into ${table} (rowid, ${words}) ${listed}`
  return sql`insert into ${table} (${sql.ref(index.id)}, ${words})
    select id, ${vectorOf(sql.ref('words'))} from (${listed}) as words_of_rows`
}

export function vectorOf(value: unknown): RawBuilder<unknown> {
  return sql`array_to_tsvector(array(select jsonb_array_elements_text(${value}::jsonb)))`
}

/** A word to search for, or a prefix of one. It contains no quotes. */
export interface WantedWord {
  word: string
  isStart: boolean
}

/** True for rows with all of these words. Needs at least one. */
export function hasAllWords(engine: Engine, index: FullTextIndex, wanted: readonly WantedWord[]): RawBuilder<boolean> {
  if (engine === 'sqlite') {
    const query = wanted.map(({ word, isStart }) => `"${word}"${isStart ? '*' : ''}`).join(' AND ')
    return sql`${sql.table(index.table)} match ${query}`
  }
  const query = wanted.map(({ word, isStart }) => `'${word}'${isStart ? ':*' : ''}`).join(' & ')
  return sql`${sql.ref(`${index.table}.${index.words}`)} @@ ${query}::tsquery`
}

/** Prefixes as the value that `hasAnyStart` takes. */
export function startsValue(starts: readonly string[]): string {
  return JSON.stringify({ list: starts, query: starts.map((start) => `'${start}':*`).join(' | ') })
}

/** True for rows with a word that has one of these prefixes. Use it on few rows: SQLite reads the words of each. */
export function hasAnyStart(engine: Engine, words: RawBuilder<unknown>, starts: unknown): RawBuilder<boolean> {
  return engine === 'sqlite'
    ? sql`exists (select 1 from json_each(${starts}, '$.list') as w where instr(' ' || ${words}, ' ' || w.value) > 0)`
    : sql`${words} @@ (${starts}::jsonb ->> 'query')::tsquery`
}

/**
 * Whether the index returns rows lazily in order of id. PostgreSQL's has no order: it reads all matching rows before it
 * returns the first.
 */
export const NAMES_IN_ORDER: Readonly<Record<Engine, boolean>> = { sqlite: true, postgres: false }
