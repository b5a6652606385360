import { type RawBuilder, sql } from 'kysely'
import { allOf, type Filter, ID, type Values } from '../../access/entry-filter.ts'
import type { Engine } from '../../db/dialect.ts'
import type { IdRange } from '../../db/entry-index.ts'
import { ENTRY_INDEX } from '../../db/entry-indexes.ts'
import { InvalidInput } from '../../errors.ts'
import { searchTokens } from '../../lib/text.ts'
import type { Pending } from './pending.ts'
import { FIELD_NAMES } from './terms.ts'
import { anyOfWords, queryOf, queryValues } from './wanted-words.ts'

/** The parsed form of a plain search. */
export interface Search {
  /** Each must be a prefix of a word of the entry. */
  words: string[]
  /** The whole `q` as a number: an entry with this custom id matches too. */
  customId: number | undefined
}

const MOST_WORDS = 24
const MOST_CUSTOM_ID = 2_147_483_647

/** Parses a plain `q`; undefined if it is empty, no words if nothing can match. */
export function readSearch(q: string | undefined): Search | undefined {
  const text = q?.trim() ?? ''
  if (text === '') return undefined
  const words = longestOnly(searchTokens(text.replace(/(^|\s)AND(?=\s)/g, ' ')))
  if (words.length > MOST_WORDS) throw new InvalidInput('field.too_many_words', { field: 'q', most: MOST_WORDS })
  // As on a label: 1042 or #1042.
  const number = Number(/^#?(\d{1,10})$/.exec(text)?.[1])
  return { words, customId: number <= MOST_CUSTOM_ID ? number : undefined }
}

const ADVANCED = [
  new RegExp(`(^|[\\s(!])(${FIELD_NAMES.join('|')}):`, 'i'),
  /(^|[\s(])(OR|NOT)([\s(]|$)/,
  /\||(^|[\s(&])![\p{L}\p{N}("']/u,
  // Quotes around words. A quote inside a word is an apostrophe.
  /(^|[\s(!&])["']|["']([\s)&]|$)/,
]

/**
 * Whether a `q` uses the search language. `a AND b`, `a & b` and `(a b)` mean the same as `a b`, so they are plain:
 * words are then looked up by prefix, which costs less than by substring.
 */
export function isAdvanced(q: string | undefined): q is string {
  return q !== undefined && ADVANCED.some((pattern) => pattern.test(q))
}

/** Drops words that are prefixes of others. */
export function longestOnly(words: readonly string[]): string[] {
  return words.filter((word) => !words.some((other) => other !== word && other.startsWith(word)))
}

/** The search as filters, one per word. */
export function searchFilters({ words, customId }: Search, pending: Pending): Filter[] {
  if (customId !== undefined) return [numberFilter(words, customId, pending)]
  return words.map((word, index) => wordFilter(word, nameOf(word, index), pending))
}

/** All words as one filter: the index tells at once if no entry has all of them. */
export function jointFilter(
  filters: readonly Filter[],
  { words, customId }: Search,
  pending: Pending,
): Filter | undefined {
  if (words.length < 2 || customId !== undefined) return undefined
  const each = words.map((word, index) => anyOfWords(nameOf(word, index), [word]))
  const withAll = (p: Values, engine: Engine, within?: IdRange) =>
    ENTRY_INDEX[engine].withAll(
      each.map((wanted) => wanted.words(p)),
      queryOf('words', p),
      within,
    )
  return {
    key: `all ${words.length} words${pending.key}`,
    condition: (p, engine) =>
      sql`${sql.join(
        filters.map((filter) => filter.condition(p, engine)),
        sql` and `,
      )}`,
    ids: (p, engine) => pending.among(engine, p, 'words', withAll(p, engine)),
    idsWithin: (p, engine) => pending.among(engine, p, 'words', withAll(p, engine, p), p),
    isLazy: (p, engine) => allOf(each.map((wanted) => ENTRY_INDEX[engine].isLazy(wanted.words(p)))),
    values: {
      ...Object.assign({}, ...each.map(({ values }) => values)),
      ...queryValues('words', words, '&'),
      ...pending.startingWith('words', ...words.map((word) => [word])),
    },
    covers: filters,
  }
}

/** The name of a word's placeholder. */
function nameOf(_: string, index: number): string {
  return `word${index}`
}

function wordFilter(
  word: string,
  name: string,
  pending: Pending,
): Required<Pick<Filter, 'ids' | 'idsWithin' | 'isLazy'>> & Filter {
  const { words, values } = anyOfWords(name, [word])
  return {
    key: name + pending.key,
    condition: (p, engine) => pending.orElse(engine, p, name, ENTRY_INDEX[engine].hasWord(ID, words(p))),
    ids: (p, engine) => pending.among(engine, p, name, ENTRY_INDEX[engine].withPrefix(words(p))),
    idsWithin: (p, engine) => pending.among(engine, p, name, ENTRY_INDEX[engine].withWord(words(p), p), p),
    isLazy: (p, engine) => ENTRY_INDEX[engine].isLazy(words(p)),
    values: { ...values, ...pending.startingWith(name, [word]) },
    isAboutId: true,
  }
}

/** A number is a single word. */
function numberFilter([word = '']: readonly string[], customId: number, pending: Pending): Filter {
  const { condition, ids, idsWithin, isLazy, values } = wordFilter(word, 'word', pending)
  return {
    key: `number${pending.key}`,
    condition: (p, engine) => sql`(${condition(p, engine)} or entities.custom_id = ${p.customId})`,
    ids: (p, engine) => sql`select id from (${ids(p, engine)}) as named union all ${withNumber(p)}`,
    idsWithin: (p, engine) => sql`
      select id from (${idsWithin(p, engine)}) as named
      union all ${withNumber(p)} and id between ${p.first} and ${p.last}`,
    isLazy,
    values: { ...values, customId },
  }
}

function withNumber(p: Values): RawBuilder<unknown> {
  return sql`select id from entities where type = ${p.type} and custom_id is not null and custom_id = ${p.customId}`
}
