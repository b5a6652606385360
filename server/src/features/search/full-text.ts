import { type RawBuilder, sql } from 'kysely'
import { type Filter, ID, type Values } from '../../access/entry-filter.ts'
import { ENTRY_INDEX } from '../../db/entry-indexes.ts'
import { InvalidInput } from '../../errors.ts'
import { MARK } from '../../lib/search-words.ts'
import { searchTokens } from '../../lib/text.ts'
import type { Pending } from './pending.ts'
import { longestOnly, type Search } from './search-query.ts'
import { anyOfWords, type Wanted } from './wanted-words.ts'

const MOST_WORDS = 20

/** Parses the search of the interface; undefined if it is empty, no words if nothing can match. */
export function readFullText(text: string | undefined): Search | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  const words = longestOnly(searchTokens(trimmed))
  if (words.length > MOST_WORDS) throw new InvalidInput('field.too_many_words', { field: 'search', most: MOST_WORDS })
  const number = /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : 0
  return { words, customId: number > 0 && number <= 2_147_483_647 ? number : undefined }
}

/** A word as the filters below look for it. */
export function placesOf(word: string): string[] {
  return [word, MARK.title + word, MARK.field + word]
}

/** Each word is a prefix of a word in title, text, tags, permanent id, a field value, a comment or a file. */
export function wordFilters({ words, customId }: Search, pending: Pending): Filter[] {
  return words.map((word, index) => anywhere(word, `any${index}`, customId, pending))
}

/** Entries with all words, wherever each of them is. */
export function jointOfWords(filters: readonly Filter[]): Filter | undefined {
  if (filters.length < 2) return undefined
  return {
    key: `any all ${filters.map(({ key }) => key)}`,
    condition: (p, engine) =>
      sql`${sql.join(
        filters.map(({ condition }) => condition(p, engine)),
        sql` and `,
      )}`,
    ids: (p, engine) => {
      const each = filters.flatMap(({ ids }, index) =>
        ids ? [sql`select id from (${ids(p, engine)}) as ${sql.raw(`j${index}`)}`] : [],
      )
      return sql`${sql.join(each, sql` intersect `)}`
    },
    values: Object.assign({}, ...filters.map(({ values }) => values)),
    covers: filters,
    isCostly: true,
  }
}

/** Each word is a prefix of a word in the title. */
export function titleFilters({ words }: Search, pending: Pending): Filter[] {
  return words.map((word, index) => inTitle(word, `top${index}`, pending))
}

/** At least one word is not in the title. */
export function notInTitle(search: Search, pending: Pending): Filter {
  const filters = titleFilters(search, pending)
  return {
    key: `not all in title ${filters.length}${pending.key}`,
    condition: (p, engine) => {
      const conditions = filters.map(({ condition }) => condition(p, engine))
      return sql`not (${sql.join(conditions, sql` and `)})`
    },
    values: Object.assign({}, ...filters.map(({ values }) => values)),
  }
}

/** The word is a prefix of one in the title. */
export function inTitle(word: string, name: string, pending: Pending): Filter {
  const marked = MARK.title + word
  return ofTitle(anyOfWords(name, [marked]), name, name, pending, pending.startingWith(name, [marked]))
}

/** The word is a whole word of the title. */
export function inTitleWhole(word: string, name: string, pending: Pending): Filter {
  const marked = MARK.title + word
  return ofTitle(anyOfWords(name, [marked], 'whole'), name, `${name} whole`, pending, pending.having(name, marked))
}

function ofTitle(
  { words, values }: Wanted,
  name: string,
  key: string,
  pending: Pending,
  pendingValues: Values,
): Filter {
  return {
    key: key + pending.key,
    condition: (p, engine) => pending.orElse(engine, p, name, ENTRY_INDEX[engine].hasTitleWord(ID, words(p))),
    ids: (p, engine) => pending.among(engine, p, name, ENTRY_INDEX[engine].withWord(words(p))),
    idsWithin: (p, engine) => pending.among(engine, p, name, ENTRY_INDEX[engine].withWord(words(p), p), p),
    isLazy: (p, engine) => ENTRY_INDEX[engine].isLazy(words(p)),
    values: { ...values, ...pendingValues },
    isAboutId: true,
  }
}

function anywhere(word: string, name: string, customId: number | undefined, pending: Pending): Filter {
  const places = [word, MARK.field + word]
  const { words, first, values } = anyOfWords(name, places)
  const numbered = `${name}n`
  return {
    key: `${name}${customId ? ' or number' : ''}${pending.key}`,
    condition: (p, engine) => {
      const index = ENTRY_INDEX[engine]
      const places = [
        pending.orElse(engine, p, name, index.hasWord(ID, words(p))),
        index.hasWordInComments(ID, first(p)),
        index.hasWordInFiles(ID, first(p)),
        ...(customId ? [sql`((entities.custom_id = ${p[numbered]}) is true)`] : []),
      ]
      return sql`(${sql.join(places, sql` or `)})`
    },
    ids: (p, engine) => {
      const index = ENTRY_INDEX[engine]
      return sql`
        select id from (${pending.among(engine, p, name, index.withWord(words(p)))}) as words
        union all select id from (${index.withWordInComments(first(p))}) as comments
        union all select id from (${index.withWordInFiles(first(p))}) as files
        ${customId ? sql`union all ${withNumber(p, p[numbered])}` : sql``}`
    },
    idsWithin: (p, engine) => {
      const index = ENTRY_INDEX[engine]
      return sql`
        select id from (${pending.among(engine, p, name, index.withWord(words(p), p), p)}) as words
        union all select id from (${index.withWordInComments(first(p), p)}) as comments
        union all select id from (${index.withWordInFiles(first(p), p)}) as files
        ${customId ? sql`union all ${withNumber(p, p[numbered])} and id between ${p.first} and ${p.last}` : sql``}`
    },
    isLazy: (p, engine) => ENTRY_INDEX[engine].isLazy(words(p)),
    values: { ...values, ...pending.startingWith(name, places), ...(customId && { [numbered]: customId }) },
    ...(!customId && { isAboutId: true }),
  }
}

function withNumber(p: Values, customId: unknown): RawBuilder<unknown> {
  return sql`select id from entities where type = ${p.type} and custom_id is not null and custom_id = ${customId}`
}
