import { type RawBuilder, sql } from 'kysely'
import type { IdRange } from '../entry-index.ts'

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

/** The whole blocks that contain these ids. */
export function blocksAround(first: number, last: number): Omit<IdRange, 'length'> {
  const [from, to] = [blockOf(first), blockOf(last)]
  const names = Array.from({ length: to - from + 1 }, (_, index) => `'#${from + index}'`)
  return { first: from * SIZE, last: (to + 1) * SIZE - 1, blocks: names.join('|') }
}

/**
 * The ids that match a full-text query in a range, block by block: it stops after as many as wanted, and PostgreSQL,
 * which cannot estimate the number, does not scan all entries instead. The offset keeps it from swapping the loop over
 * blocks with the lookup.
 */
export function idsInBlocks(query: unknown, { first, last }: IdRange): RawBuilder<unknown> {
  const blocks = sql`generate_series(${last}::integer / ${sql.lit(SIZE)}, ${first}::integer / ${sql.lit(SIZE)}, -1)`
  return sql`select entity_id as id from ${blocks} as block cross join lateral (
    select entity_id from entity_search
    where words_of_block(entity_id, words) @@ replace((${query})::text, '#', '#' || block)::tsquery offset 0) as found`
}

function blockOf(id: number): number {
  return Math.floor(id / SIZE)
}
