import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { askedOfEach, type Engine } from '../../db/dialect.ts'
import { InvalidInput } from '../../errors.ts'
import { searchTokens } from '../../lib/text.ts'
import { type Filter, ID, type Stretch, type Values } from '../entities/list-parts.ts'
import { MARK } from '../entities/search-index.ts'
import { longestOnly, type Search } from '../entities/search-query.ts'

const MOST_WORDS = 20

/** Reads what the interface searches for; undefined when it is empty, no words when nothing can match. */
export function readFullText(text: string | undefined): Search | undefined {
  const trimmed = text?.trim() ?? ''
  if (trimmed === '') return undefined
  const words = longestOnly(searchTokens(trimmed))
  if (words.length > MOST_WORDS) throw new InvalidInput(`search: must have at most ${MOST_WORDS} words`)
  const number = /^\d{1,10}$/.test(trimmed) ? Number(trimmed) : 0
  return { words, customId: number > 0 && number <= 2_147_483_647 ? number : undefined }
}

/** Each word is the start of a word in title, text, tags, permanent id, a value of a field, or a comment. */
export function wordFilters({ words, customId }: Search): Filter[] {
  return words.map((word, index) => anywhere(word, `any${index}`, customId))
}

/** Those that have all words, wherever each of them is. */
export function jointOfWords(filters: readonly Filter[]): Filter | undefined {
  if (filters.length < 2) return undefined
  return {
    key: `any all ${filters.length}`,
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

/** Each word is the start of a word in the title. */
export function titleFilters({ words }: Search): Filter[] {
  return words.map((word, index) => inTitle(word, `top${index}`))
}

/** Some word is not in the title. */
export function notInTitle(search: Search): Filter {
  const filters = titleFilters(search)
  return {
    key: `not all in title ${filters.length}`,
    condition: (p, engine) => {
      const conditions = filters.map(({ condition }) => condition(p, engine))
      return sql`not (${sql.join(conditions, sql` and `)})`
    },
    values: Object.assign({}, ...filters.map(({ values }) => values)),
  }
}

function inTitle(word: string, name: string): Filter {
  const marked = MARK.title + word
  return {
    key: name,
    condition: (p, engine) => ofEntry(engine, [p[`${name}w`]], p[`${name}p`]),
    ids: (p, engine) => fromEntries(engine, p, name),
    idsWithin: (p, engine) => fromEntries(engine, p, name, p),
    values: { ...queryValues(name, [marked]), [`${name}w`]: marked },
  }
}

function anywhere(word: string, name: string, customId: number | undefined): Filter {
  const marked = MARK.field + word
  const numbered = `${name}n`
  return {
    key: `${name}${customId ? ' or number' : ''}`,
    condition: (p, engine) => {
      const places = [
        ofEntry(engine, [p[`${name}w`], p[`${name}f`]], p[`${name}p`]),
        ofComments(engine, p[`${name}w`], p[`${name}p`]),
        ...(customId ? [sql`((entities.custom_id = ${p[numbered]}) is true)`] : []),
      ]
      return sql`(${sql.join(places, sql` or `)})`
    },
    ids: (p, engine) => sql`
      select id from (${fromEntries(engine, p, name)}) as words
      union all select id from (${fromComments(engine, p, name)}) as comments
      ${
        customId
          ? sql`union all select id from entities
        where type = ${p.type} and custom_id is not null and custom_id = ${p[numbered]}`
          : sql``
      }`,
    ...(!customId && {
      idsWithin: (p, engine) => sql`
        select id from (${fromEntries(engine, p, name, p)}) as words
        union all select id from (${fromComments(engine, p, name, p)}) as comments`,
    }),
    values: {
      ...queryValues(name, [word, marked]),
      [`${name}w`]: word,
      [`${name}f`]: marked,
      ...(customId && { [numbered]: customId }),
    },
  }
}

/** Words are letters and digits only, perhaps behind a mark, so nothing in them needs escaping. */
function queryValues(name: string, words: readonly string[]): Values {
  return {
    [`${name}s`]: words.map((word) => `"${word}"*`).join(' OR '),
    [`${name}p`]: words.map((word) => `'${word}':*`).join(' | '),
  }
}

/** Does a word of the entry start like one of these? */
function ofEntry(engine: Engine, starts: readonly string[], query: string): RawBuilder<SqlBool> {
  if (engine === 'postgres') {
    const words = sql`select 1 from entity_search as s where s.entity_id = ${ID} and s.words @@ (${query}::text)::tsquery`
    return askedOfEach(engine, sql`exists (${words})`)
  }
  const found = starts.map((start) => sql`instr(' ' || s.words, ' ' || ${start}) > 0`)
  return sql`exists (select 1 from entity_search as s where s.rowid = ${ID} and (${sql.join(found, sql` or `)}))`
}

function ofComments(engine: Engine, start: string, query: string): RawBuilder<SqlBool> {
  const comments = sql`select 1 from comments as c join entity_search_comments as s`
  return engine === 'sqlite'
    ? sql`exists (${comments} on s.rowid = c.id where c.entity_id = ${ID} and instr(' ' || s.words, ' ' || ${start}) > 0)`
    : askedOfEach(
        engine,
        sql`exists (${comments} on s.comment_id = c.id where c.entity_id = ${ID} and s.words @@ (${query}::text)::tsquery)`,
      )
}

function fromEntries(engine: Engine, p: Values, name: string, within?: Stretch): RawBuilder<unknown> {
  if (engine === 'postgres') {
    return sql`select entity_id as id from entity_search where words @@ (${queryWithin(p[`${name}p`], within)})`
  }
  const range = within ? sql`and rowid between ${within.first} and ${within.last}` : sql``
  return sql`select rowid as id from entity_search where entity_search match ${p[`${name}s`]} ${range}`
}

function fromComments(engine: Engine, p: Values, name: string, within?: Stretch): RawBuilder<unknown> {
  if (engine === 'postgres') {
    return sql`select c.entity_id as id from entity_search_comments as s join comments as c on c.id = s.comment_id
      where s.words @@ (${queryWithin(p[`${name}p`], within)})`
  }
  const range = within ? sql`and c.entity_id between ${within.first} and ${within.last}` : sql``
  return sql`select c.entity_id as id from entity_search_comments cross join comments as c
    on c.id = entity_search_comments.rowid where entity_search_comments match ${p[`${name}s`]} ${range}`
}

function queryWithin(query: string, within: Stretch | undefined): RawBuilder<unknown> {
  return within ? sql`(${within.blocks}::text)::tsquery && (${query}::text)::tsquery` : sql`(${query}::text)::tsquery`
}
