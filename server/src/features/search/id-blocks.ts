import { type RawBuilder, sql } from 'kysely'
import type { IdRange } from '../../access/entry-filter.ts'
import type { Engine } from '../../db/dialect.ts'

/**
 * Ids lie in blocks of this size. PostgreSQL's full-text index has no order: asked for a word it gives all entries or none.
 * So each entry has the name of its block among its words, and a search can ask for a word in the newest blocks alone. That
 * still reads all entries with words of a start, so words of entries are in an index with the name before each, too.
 */
const SIZE = 2048

/** What the block of an entry is called in the index. Words of texts are letters and digits only, so it is none of them. */
export function blockName(id: number): string {
  return `#${blockOf(id)}`
}

/** At least so many ids, beginning at one end of all there are. SQLite's index has an order, and needs no whole blocks. */
export function stretchFrom(engine: Engine, end: 'newest' | 'oldest', newest: number, wanted: number): IdRange {
  const [first, last] = end === 'oldest' ? [0, Math.min(newest, wanted)] : [Math.max(0, newest - wanted), newest]
  const whole = engine === 'postgres' ? blocksBetween(blockOf(first), blockOf(last)) : idsBetween(first, last)
  const length = Math.min(whole.last, newest) - whole.first + 1
  // Entries may have come since.
  return last === newest && engine === 'sqlite'
    ? { ...whole, last: Number.MAX_SAFE_INTEGER, length }
    : { ...whole, length }
}

export function holdsAll({ first, last }: IdRange, newest: number): boolean {
  return first === 0 && last >= newest
}

/** What each word begins with in a query for `idsInBlocks`. */
export const IN_BLOCK = '#.'

/**
 * Ids of what fulfils a query of PostgreSQL's full-text search in a stretch, one block after the other: so it ends with as
 * many as are wanted, and PostgreSQL, which cannot know beforehand how many it will find, does not read all entries instead.
 * The offset keeps it from turning the two around.
 */
export function idsInBlocks(query: unknown, { first, last }: IdRange): RawBuilder<unknown> {
  const blocks = sql`generate_series(${last}::integer / ${sql.lit(SIZE)}, ${first}::integer / ${sql.lit(SIZE)}, -1)`
  return sql`select entity_id as id from ${blocks} as block cross join lateral (
    select entity_id from entity_search
    where words_of_block(entity_id, words) @@ replace((${query})::text, '#', '#' || block)::tsquery offset 0) as found`
}

function idsBetween(first: number, last: number): Omit<IdRange, 'length'> {
  return { first: Math.floor(first), last: Math.ceil(last), blocks: '' }
}

function blocksBetween(from: number, to: number): Omit<IdRange, 'length'> {
  const names = Array.from({ length: to - from + 1 }, (_, index) => `'#${from + index}'`)
  return { first: from * SIZE, last: (to + 1) * SIZE - 1, blocks: names.join('|') }
}

function blockOf(id: number): number {
  return Math.floor(id / SIZE)
}
