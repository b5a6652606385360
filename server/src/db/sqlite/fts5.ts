import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IdRange } from '../entry-index.ts'
import type { WordIndex } from './open-sqlite.ts'
import { INDEXED_STARTS } from './search-file.ts'

/** How to query SQLite's full-text indexes. */

/**
 * The ids that match an FTS5 query, everywhere or in a range. FTS5 finds the end of a list of ids at once but reads
 * everything up to any other position; so a range, which mostly ends with the newest, is read in descending order.
 * Without a limit SQLite would drop the order as unneeded.
 */
export function idsMatching(
  index: 'entity_search' | 'entity_search_grams',
  query: unknown,
  within?: IdRange,
): RawBuilder<unknown> {
  const ids = sql`select rowid as id from ${sql.table(index)} where ${sql.ref(index)} match ${query}`
  if (!within) return ids
  const { first, last } = within
  // Numbers arrive as floating point, which FTS5 does not accept as bounds.
  const range = sql`rowid between cast(${first} as integer) and cast(${last} as integer)`
  return sql`select id from (${ids} and ${range} order by rowid desc limit -1) as descending`
}

/**
 * Whether one of the words has this prefix. Only for SQLite: the words are read from a table with them, such as FTS5's
 * own content table, which costs less than half. A substring test comes first, so that most rows need no copy.
 */
export function hasStart(words: RawBuilder<unknown>, start: unknown): RawBuilder<SqlBool> {
  return sql`${isIn(words, start)} and instr(' ' || ${words}, ' ' || ${start}) > 0`
}

/** Whether this is one of the words. */
export function hasWhole(words: RawBuilder<unknown>, word: unknown): RawBuilder<SqlBool> {
  return sql`${isIn(words, word)} and instr(' ' || ${words} || ' ', ' ' || ${word} || ' ') > 0`
}

/** SQLite compares bytes faster than characters, because it has to find where each next character begins. */
function isIn(words: RawBuilder<unknown>, part: unknown): RawBuilder<SqlBool> {
  return sql`instr(cast(${words} as blob), cast(${part} as blob)) > 0`
}

/** With more matching words, FTS5's own prefix search is used. */
const MOST_WORDS = 8

/**
 * The FTS5 query for words with this prefix. For a prefix FTS5 merges the entries of all matching words before it
 * returns the first; for whole words it reads lazily. So the words are looked up first, except the prefix itself:
 * asking for a word that does not exist is cheaper.
 *
 * Words are letters and digits only, perhaps after a mark: nothing needs escaping, and the word after `heat` in the
 * index is the first one that does not sort before `heat` and a blank.
 */
export function wordsStarting(index: WordIndex, start: unknown): RawBuilder<string> {
  // Mostly there is no other, and asking for one is cheaper than starting a list.
  return sql`(case when ${nextWord(index, start)} < ${endOf(start)} then (
    ${withMeant(index, start)} select case when count(*) > ${sql.lit(MOST_WORDS)} then '"' || ${start} || '"*'
      else group_concat('"' || term || '"', ' OR ') end
    from meant where term < ${endOf(start)}) else '"' || ${start} || '"' end)`
}

/** Whether FTS5 merges all entries of the words with this prefix: if there are many, and no index of this many letters. */
export function isMerged(index: WordIndex, start: unknown): RawBuilder<SqlBool> {
  const lengths = sql.join(INDEXED_STARTS.map((length) => sql.lit(length)))
  return sql`(length(${start}) not in (${lengths}) and (
    ${withMeant(index, start)} select count(*) > ${sql.lit(MOST_WORDS)} from meant where term < ${endOf(start)}))`
}

/** `meant` has the words with this prefix, and the prefix: one more than MOST_WORDS, then it stops. */
function withMeant(index: WordIndex, start: unknown): RawBuilder<unknown> {
  return sql`with recursive meant (term, number) as (
    select ${start}, 1
    union all select ${nextWord(index, sql`meant.term`)}, number + 1
      from meant where term < ${endOf(start)} and number <= ${sql.lit(MOST_WORDS)}
  )`
}

function nextWord(index: WordIndex, term: unknown): RawBuilder<unknown> {
  return sql`(select term from ${sql.table(`${index}_terms`)} where term >= ${term} || ' ' order by term limit 1)`
}

/** Sorts after all words with this prefix. */
function endOf(start: unknown): RawBuilder<unknown> {
  return sql`${start} || char(1114111)`
}
