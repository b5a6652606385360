import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IdRange } from '../entry-index.ts'
import type { WordIndex } from './open-sqlite.ts'

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
  const words = sql.table(`${index}_terms`)
  const next = (term: unknown) => sql`(select term from ${words} where term >= ${term} || ' ' order by term limit 1)`
  const isMeant = sql`term < ${start} || char(1114111)`
  // Mostly there is no other, and asking for one is cheaper than starting a list.
  return sql`(case when ${next(start)} < ${start} || char(1114111) then (
    with recursive meant (term, number) as (
      select ${start}, 1
      union all select ${next(sql`meant.term`)}, number + 1
        from meant where ${isMeant} and number <= ${sql.lit(MOST_WORDS)}
    )
    select case when count(*) > ${sql.lit(MOST_WORDS)} then '"' || ${start} || '"*'
      else group_concat('"' || term || '"', ' OR ') end
    from meant where ${isMeant}) else '"' || ${start} || '"' end)`
}
