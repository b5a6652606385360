import type { RawBuilder } from 'kysely'
import type { Values } from '../../access/entry-filter.ts'
import type { Engine } from '../../db/dialect.ts'
import type { GramQuery, IdRange } from '../../db/entry-index.ts'
import { ENTRY_INDEX } from '../../db/entry-indexes.ts'
import { EVERY_GRAM, gramsOf } from '../../lib/grams.ts'
import { MARK } from '../../lib/search-words.ts'
import type { Match } from './match.ts'
import type { Pending } from './pending.ts'

/** More hardly narrow the result. */
const MOST_GRAMS = 8

/** The trigrams that a matching text must have; undefined if the index cannot help. */
export function gramsIn({ literals }: Match, mark?: keyof typeof MARK): GramQuery | undefined {
  const all = [...new Set(literals.flatMap(gramsApart))]
  if (all.length === 0) return undefined
  const step = Math.max(1, all.length / MOST_GRAMS)
  const count = Math.min(all.length, MOST_GRAMS)
  const prefix = mark ? MARK[mark] : ''
  const grams = Array.from({ length: count }, (_, index) => `${prefix}${all[Math.floor(index * step)]}`)
  // Trigrams are letters and digits only, so nothing needs escaping.
  return {
    sqlite: `(${grams.map((gram) => `"${gram}"`).join(' AND ')}) OR "${prefix}${EVERY_GRAM}"`,
    postgres: `(${grams.map((gram) => `'${gram}'`).join(' & ')}) | '${prefix}${EVERY_GRAM}'`,
  }
}

/**
 * Just enough trigrams to cover the words of a text. Those between them share two letters with their neighbours, so
 * they cost more than they narrow down.
 */
function gramsApart(text: string): string[] {
  const words = text.match(/[\p{L}\p{N}]{3,}/gu) ?? []
  return words.flatMap((word) => gramsOf(word).filter((_, at, all) => at % 3 === 0 || at === all.length - 1))
}

/** The values of these placeholders. */
export function gramValues(name: string, grams: GramQuery | undefined, pending: Pending): Values {
  return grams ? { [`${name}s`]: grams.sqlite, [`${name}p`]: grams.postgres, ...pending.values() } : {}
}

/** Entries with all trigrams of a placeholder. */
export function withGrams(name: string, pending: Pending) {
  return (p: Values, engine: Engine): RawBuilder<unknown> =>
    pending.andAll(engine, p, ENTRY_INDEX[engine].withGrams(queryOf(name, p)))
}

/** The same within a range of ids. */
export function withGramsWithin(name: string, pending: Pending) {
  return (p: Values & IdRange, engine: Engine): RawBuilder<unknown> =>
    pending.andAll(engine, p, ENTRY_INDEX[engine].withGrams(queryOf(name, p), p), p)
}

function queryOf(name: string, p: Values): GramQuery {
  return { sqlite: p[`${name}s`], postgres: p[`${name}p`] }
}
