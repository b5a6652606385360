import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Filter, ID, type IdRange, type Values } from '../../access/entry-filter.ts'
import { askedOfEach, type Engine } from '../../db/dialect.ts'
import { InvalidInput } from '../../errors.ts'
import { MARK } from '../../lib/search-words.ts'
import { searchTokens } from '../../lib/text.ts'
import { fromFiles, ofFiles } from './file-index.ts'
import { hasStart, hasWhole, idsMatching, wordsStarting } from './fts5.ts'
import { IN_BLOCK, idsInBlocks } from './id-blocks.ts'
import type { Pending } from './pending.ts'
import { longestOnly, type Search } from './search-query.ts'

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
  return {
    key: name + pending.key,
    condition: (p, engine) => pending.orElse(engine, p, name, ofEntry(engine, [p[`${name}w`]], p[`${name}p`])),
    ids: (p, engine) => pending.among(engine, p, name, fromEntries(engine, [p[`${name}w`]], p[`${name}p`])),
    idsWithin: (p, engine) =>
      pending.among(engine, p, name, fromEntriesWithin(engine, [p[`${name}w`]], p[`${name}b`], p), p),
    values: { [`${name}w`]: marked, ...queriesFor(name, [marked]), ...pending.startingWith(name, [marked]) },
    isAboutId: true,
  }
}

/** The word is a whole word of the title. */
export function inTitleWhole(word: string, name: string, pending: Pending): Filter {
  const [term, query, inBlock] = [`${name}w`, `${name}p`, `${name}b`]
  const has = (p: Values, engine: Engine) =>
    engine === 'sqlite' ? inContent(hasWhole(sql.ref('s.c0'), p[term])) : ofEntry(engine, [], p[query])
  const named = (p: Values, engine: Engine) =>
    engine === 'sqlite' ? idsMatching('entity_search', quoted(p[term])) : fromEntries(engine, [], p[query])
  const namedWithin = (p: Values & IdRange, engine: Engine) =>
    engine === 'sqlite' ? idsMatching('entity_search', quoted(p[term]), p) : idsInBlocks(p[inBlock], p)
  return {
    key: `${name} whole${pending.key}`,
    condition: (p, engine) => pending.orElse(engine, p, name, has(p, engine)),
    ids: (p, engine) => pending.among(engine, p, name, named(p, engine)),
    idsWithin: (p, engine) => pending.among(engine, p, name, namedWithin(p, engine), p),
    values: {
      [term]: MARK.title + word,
      [query]: `'${MARK.title}${word}'`,
      [inBlock]: `'${IN_BLOCK}${MARK.title}${word}'`,
      ...pending.having(name, MARK.title + word),
    },
    isAboutId: true,
  }
}

/** A quoted word for FTS5. */
function quoted(word: unknown): RawBuilder<unknown> {
  return sql`'"' || ${word} || '"'`
}

function anywhere(word: string, name: string, customId: number | undefined, pending: Pending): Filter {
  const marked = MARK.field + word
  const numbered = `${name}n`
  const starts = (p: Values) => [p[`${name}w`], p[`${name}f`]]
  return {
    key: `${name}${customId ? ' or number' : ''}${pending.key}`,
    condition: (p, engine) => {
      const places = [
        pending.orElse(engine, p, name, ofEntry(engine, starts(p), p[`${name}p`])),
        ofComments(engine, p[`${name}w`], p[`${name}p`]),
        ofFiles(engine, p[`${name}w`], p[`${name}p`]),
        ...(customId ? [sql`((entities.custom_id = ${p[numbered]}) is true)`] : []),
      ]
      return sql`(${sql.join(places, sql` or `)})`
    },
    ids: (p, engine) => sql`
      select id from (${pending.among(engine, p, name, fromEntries(engine, starts(p), p[`${name}p`]))}) as words
      union all select id from (${fromComments(engine, p[`${name}w`], p[`${name}p`])}) as comments
      union all select id from (${fromFiles(engine, p[`${name}w`], queryWithin(p[`${name}p`], undefined))}) as files
      ${customId ? sql`union all ${withNumber(p, p[numbered])}` : sql``}`,
    idsWithin: (p, engine) => sql`
      select id from (
        ${pending.among(engine, p, name, fromEntriesWithin(engine, starts(p), p[`${name}b`], p), p)}) as words
      union all select id from (${fromComments(engine, p[`${name}w`], p[`${name}p`], p)}) as comments
      union all select id from (${fromFiles(engine, p[`${name}w`], queryWithin(p[`${name}p`], p), p)}) as files
      ${customId ? sql`union all ${withNumber(p, p[numbered])} and id between ${p.first} and ${p.last}` : sql``}`,
    values: {
      [`${name}w`]: word,
      [`${name}f`]: marked,
      ...queriesFor(name, [word, marked]),
      ...pending.startingWith(name, [word, marked]),
      ...(customId && { [numbered]: customId }),
    },
    ...(!customId && { isAboutId: true }),
  }
}

function withNumber(p: Values, customId: unknown): RawBuilder<unknown> {
  return sql`select id from entities where type = ${p.type} and custom_id is not null and custom_id = ${customId}`
}

/**
 * PostgreSQL's queries, everywhere and in blocks. Words are letters and digits only, perhaps after a mark: nothing
 * needs escaping.
 */
function queriesFor(name: string, starts: readonly string[]): Values {
  const queryFor = (prefix: string) => starts.map((start) => `'${prefix}${start}':*`).join(' | ')
  return { [`${name}p`]: queryFor(''), [`${name}b`]: queryFor(IN_BLOCK) }
}

/** Whether a word of the entry has one of these prefixes. */
function ofEntry(engine: Engine, starts: readonly unknown[], query: unknown): RawBuilder<SqlBool> {
  if (engine === 'postgres') {
    const words = sql`select 1 from entity_search as s where s.entity_id = ${ID} and s.words @@ (${query}::text)::tsquery`
    return askedOfEach(engine, sql`exists (${words})`)
  }
  const found = starts.map((start) => hasStart(sql.ref('s.c0'), start))
  return inContent(sql`(${sql.join(found, sql` or `)})`)
}

function inContent(condition: RawBuilder<SqlBool>): RawBuilder<SqlBool> {
  return sql`exists (select 1 from entity_search_content as s where s.id = ${ID} and ${condition})`
}

function ofComments(engine: Engine, start: unknown, query: unknown): RawBuilder<SqlBool> {
  return engine === 'sqlite'
    ? sql`exists (select 1 from comments as c join entity_search_comments_content as s on s.id = c.id
        where c.entity_id = ${ID} and ${hasStart(sql.ref('s.c0'), start)})`
    : askedOfEach(
        engine,
        sql`exists (select 1 from comments as c join entity_search_comments as s on s.comment_id = c.id
          where c.entity_id = ${ID} and s.words @@ (${query}::text)::tsquery)`,
      )
}

function fromEntries(engine: Engine, starts: readonly unknown[], query: unknown): RawBuilder<unknown> {
  return engine === 'postgres'
    ? sql`select entity_id as id from entity_search where words @@ (${query}::text)::tsquery`
    : idsMatching('entity_search', allStarting(starts))
}

function fromEntriesWithin(
  engine: Engine,
  starts: readonly unknown[],
  query: unknown,
  within: IdRange,
): RawBuilder<unknown> {
  return engine === 'postgres' ? idsInBlocks(query, within) : idsMatching('entity_search', allStarting(starts), within)
}

function allStarting(starts: readonly unknown[]): RawBuilder<unknown> {
  return sql.join(
    starts.map((start) => wordsStarting('entity_search', start)),
    sql` || ' OR ' || `,
  )
}

function fromComments(engine: Engine, start: unknown, query: unknown, within?: IdRange): RawBuilder<unknown> {
  if (engine === 'postgres') {
    return sql`select c.entity_id as id from entity_search_comments as s join comments as c on c.id = s.comment_id
      where s.words @@ (${queryWithin(query, within)})`
  }
  // The index has comments in their own order. A range of entries has few, so each is checked.
  if (within) {
    return sql`select c.entity_id as id from comments as c cross join entity_search_comments_content as s on s.id = c.id
      where c.entity_id between ${within.first} and ${within.last} and ${hasStart(sql.ref('s.c0'), start)}`
  }
  return sql`select c.entity_id as id from entity_search_comments cross join comments as c
    on c.id = entity_search_comments.rowid
    where entity_search_comments match ${wordsStarting('entity_search_comments', start)}`
}

function queryWithin(query: unknown, within: IdRange | undefined): RawBuilder<unknown> {
  return within ? sql`(${within.blocks}::text)::tsquery && (${query}::text)::tsquery` : sql`(${query}::text)::tsquery`
}
