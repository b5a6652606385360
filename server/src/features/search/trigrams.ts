import { type RawBuilder, sql } from 'kysely'
import type { IdRange, Values } from '../../access/entry-filter.ts'
import type { Engine } from '../../db/dialect.ts'
import { EVERY_GRAM, gramsOf } from '../../lib/search-text.ts'
import { MARK } from '../../lib/search-words.ts'
import { idsMatching } from './fts5.ts'
import type { Match } from './match.ts'
import type { Pending } from './pending.ts'

/** The query of the trigram index for each engine. */
export interface Grams {
  sqlite: string
  postgres: string
}

/** More hardly narrow the result. */
const MOST_GRAMS = 8

/** The trigrams that a matching text must have; undefined if the index cannot help. */
export function gramsIn({ literals }: Match, mark?: keyof typeof MARK): Grams | undefined {
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
export function gramValues(name: string, grams: Grams | undefined, pending: Pending): Values {
  return grams ? { [`${name}s`]: grams.sqlite, [`${name}p`]: grams.postgres, ...pending.values() } : {}
}

/** Entries with all trigrams of a placeholder. */
export function withGrams(name: string, pending: Pending) {
  return (p: Values, engine: Engine): RawBuilder<unknown> => {
    const named =
      engine === 'sqlite'
        ? idsMatching('entity_search_grams', p[`${name}s`])
        : sql`select entity_id as id from entity_search_grams where grams @@ (${p[`${name}p`]}::text)::tsquery`
    return pending.andAll(engine, p, named)
  }
}

/** The same within a range of ids. */
export function withGramsWithin(name: string, pending: Pending) {
  return (p: Values & IdRange, engine: Engine): RawBuilder<unknown> => {
    const named =
      engine === 'sqlite'
        ? idsMatching('entity_search_grams', p[`${name}s`], p)
        : sql`select entity_id as id from entity_search_grams
            where grams @@ ((${p.blocks}::text)::tsquery && (${p[`${name}p`]}::text)::tsquery)`
    return pending.andAll(engine, p, named, p)
  }
}
