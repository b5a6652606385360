import { type RawBuilder, sql } from 'kysely'
import type { IdRange } from '../../access/entry-filter.ts'
import type { Engine } from '../../db/dialect.ts'

/**
 * Ids are divided into blocks of this size. PostgreSQL's full-text index has no order: it returns all matches of a word
 * or none. So each entry has the name of its block among its words, and a search can ask for a word in the newest
 * blocks only. For a prefix that would still read all entries with it, so each word is also indexed with the block name
 * in front.
 */
const SIZE = 2048

/** The name of an entry's block in the index. Words are letters and digits only, so it never clashes with one. */
export function blockName(id: number): string {
  return `#${blockOf(id)}`
}

/** A range of at least `wanted` ids from one end. SQLite's index has an order and needs no whole blocks. */
export function stretchFrom(engine: Engine, end: 'newest' | 'oldest', newest: number, wanted: number): IdRange {
  const [first, last] = end === 'oldest' ? [0, Math.min(newest, wanted)] : [Math.max(0, newest - wanted), newest]
  const whole = engine === 'postgres' ? blocksBetween(blockOf(first), blockOf(last)) : idsBetween(first, last)
  const length = Math.min(whole.last, newest) - whole.first + 1
  // Newer entries may exist by now.
  return last === newest && engine === 'sqlite'
    ? { ...whole, last: Number.MAX_SAFE_INTEGER, length }
    : { ...whole, length }
}

export function holdsAll({ first, last }: IdRange, newest: number): boolean {
  return first === 0 && last >= newest
}

/** The prefix of each word in a query for `idsInBlocks`, which inserts the number of the block. */
export const IN_BLOCK = '#.'

/**
 * The ids that match a PostgreSQL full-text query in a range, block by block: it stops after as many as wanted, and
 * PostgreSQL, which cannot estimate the number, does not scan all entries instead. The offset keeps it from swapping
 * the loop over blocks with the lookup.
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
