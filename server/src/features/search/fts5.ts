import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { IdRange } from '../../access/entry-filter.ts'
import type { WordIndex } from '../../db/sqlite/open-sqlite.ts'

/** How SQLite's full-text indexes are asked. */

/**
 * Ids of what fulfils a query of FTS5, everywhere or in a stretch. It knows the end of a list of ids at once and reads all of
 * them up to any other place: so those of a stretch, most of which end with the newest, come in descending order. Without a
 * limit SQLite would take the order for unneeded.
 */
export function idsMatching(
  index: 'entity_search' | 'entity_search_grams',
  query: unknown,
  within?: IdRange,
): RawBuilder<unknown> {
  const ids = sql`select rowid as id from ${sql.table(index)} where ${sql.ref(index)} match ${query}`
  if (!within) return ids
  const { first, last } = within
  // Numbers arrive as floating point, in which FTS5 sees no limits.
  const range = sql`rowid between cast(${first} as integer) and cast(${last} as integer)`
  return sql`select id from (${ids} and ${range} order by rowid desc limit -1) as descending`
}

/**
 * Does one of the words start like this? For SQLite, which keeps what FTS5 has indexed in tables of its own: read there, a
 * row costs less than half. Most rows do not have it anywhere, and only where it may be a word's start a copy is made.
 */
export function hasStart(words: RawBuilder<unknown>, start: unknown): RawBuilder<SqlBool> {
  return sql`${isIn(words, start)} and instr(' ' || ${words}, ' ' || ${start}) > 0`
}

/** Is this one of the words? */
export function hasWhole(words: RawBuilder<unknown>, word: unknown): RawBuilder<SqlBool> {
  return sql`${isIn(words, word)} and instr(' ' || ${words} || ' ', ' ' || ${word} || ' ') > 0`
}

/** Bytes are compared faster than characters, of which SQLite has to find the next one each time. */
function isIn(words: RawBuilder<unknown>, part: unknown): RawBuilder<SqlBool> {
  return sql`instr(cast(${words} as blob), cast(${part} as blob)) > 0`
}

/** More words that start alike are put together by FTS5 itself. */
const MOST_WORDS = 8

/**
 * What FTS5 is asked for to find words that start like this. For the start of a word, it puts the entries of all such words
 * together before it names the first of them; for whole words, it reads no more of their entries than are wanted. So the
 * words are looked up first, but for the start itself: it costs less to ask for a word that nobody wrote.
 *
 * Words are letters and digits only, perhaps behind a mark: nothing in them needs escaping, and the word after `heat` in the
 * index is the first one that does not come before `heat` and a blank.
 */
export function wordsStarting(index: WordIndex, start: unknown): RawBuilder<string> {
  const words = sql.table(`${index}_terms`)
  const next = (term: unknown) => sql`(select term from ${words} where term >= ${term} || ' ' order by term limit 1)`
  const isMeant = sql`term < ${start} || char(1114111)`
  // Mostly there is no other, and asking for one costs less than beginning a list.
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
