import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Filter, ID, type Values } from '../../access/entry-filter.ts'
import { askedOfEach, containsText, type Engine, inNumbers, joinAsWritten, withoutIndex } from '../../db/dialect.ts'
import type { IdRange } from '../../db/entry-index.ts'
import { startOfDay } from '../../lib/dates.ts'
import { wordsOfFolded } from '../../lib/text.ts'
import { columnFilter, ofEverySort } from '../entry-lists/filters.ts'
import { GOING } from '../tags/going.ts'
import type { AmongTerm, DaysTerm, FieldTerm, NumberTerm, Query, TextTerm } from './ast.ts'
import { inTitle, inTitleWhole } from './full-text.ts'
import type { Match } from './match.ts'
import type { Pending } from './pending.ts'
import { nextDay } from './terms.ts'
import { gramsIn, gramValues, withGrams, withGramsWithin } from './trigrams.ts'

/**
 * Compiles a query to the filters of a list, one per required part. Names must be resolved. The prefix keeps the
 * placeholders of several queries apart.
 */
export function compileQuery(query: Query, zone: string, prefix: string, pending: Pending): Filter[] {
  const scope: Scope = { zone, prefix, pending, used: 0 }
  const parts = query.kind === 'and' ? query.parts : [query]
  return parts.flatMap((part) => [
    ...(parts.length <= MOST_HELPED ? wordsInTitle(part, scope) : []),
    compile(part, scope),
  ])
}

/** Queries with more parts are selective enough without extra filters. */
const MOST_HELPED = 10
const MOST_WORDS = 3

/**
 * The words that a text in the title implies: after the first separator each word is a whole word of the title, and the
 * last one is a prefix unless a separator follows. The word index has even short ones, which the trigram index lacks:
 * `PCR 12`.
 */
function wordsInTitle(query: Query, scope: Scope): Filter[] {
  if (query.kind !== 'text' || query.in !== 'title') return []
  const found = query.match.literals.map((literal) => {
    const [, ...words] = literal.split(/[^\p{L}\p{N}]+/u)
    const start = words.pop() ?? ''
    return { wholes: wordsOfFolded(words.join(' ')), starts: wordsOfFolded(start) }
  })
  const wholes = new Set(found.flatMap((one) => one.wholes))
  const starts = new Set(found.flatMap((one) => one.starts)).difference(wholes)
  return [
    ...[...wholes].map((word) => inTitleWhole(word, nameIn(scope), scope.pending)),
    ...[...starts].map((word) => inTitle(word, nameIn(scope), scope.pending)),
  ].slice(0, MOST_WORDS)
}

interface Scope {
  zone: string
  prefix: string
  pending: Pending
  /** The number of named placeholders. */
  used: number
}

type Condition = Filter['condition']

function compile(query: Query, scope: Scope): Filter {
  switch (query.kind) {
    case 'and':
      return allOf(query.parts.map((part) => compile(part, scope)))
    case 'or':
      return anyOf(query.parts.map((part) => compile(part, scope)))
    case 'not':
      return negated(compile(query.part, scope))
    case 'text':
      return textFilter(query, scope)
    case 'field':
      return fieldFilter(query, scope)
    case 'number':
      return numberFilter(query, scope)
    case 'days':
      return daysFilter(query, scope)
    case 'among':
      return amongFilter(query, scope)
    case 'tagged':
      return taggedFilter()
    case 'named':
      throw new Error(`The name after ${query.field}: has not been resolved`)
  }
}

function allOf(parts: readonly Filter[]): Filter {
  const condition: Condition = (p, engine) => joined(parts, p, engine, sql` and `)
  const about = aboutIds(parts)
  // Any indexed part will do, because the others are checked after it.
  const known = parts.find(({ idsWithin }) => idsWithin) ?? parts.find(({ ids }) => ids)
  return {
    key: keyOf('and', parts),
    condition,
    ...about,
    ...(known?.ids && { ids: checked(known.ids, { condition, ...about }) }),
    ...(known?.idsWithin && { idsWithin: checked(known.idsWithin, { condition, ...about }) }),
    values: valuesOf(parts),
  }
}

function anyOf(parts: readonly Filter[]): Filter {
  const ids = parts.flatMap((part) => (part.ids ? [part.ids] : []))
  const within = parts.flatMap((part) => (part.idsWithin ? [part.idsWithin] : []))
  return {
    key: keyOf('or', parts),
    condition: (p, engine) => joined(parts, p, engine, sql` or `),
    ...(ids.length === parts.length && { ids: united(ids) }),
    ...(within.length === parts.length && { idsWithin: united(within) }),
    values: valuesOf(parts),
    ...aboutIds(parts),
  }
}

function negated(part: Filter): Filter {
  return {
    key: keyOf('not', [part]),
    condition: (p, engine) => sql`not ${part.condition(p, engine)}`,
    values: part.values,
    ...aboutIds([part]),
  }
}

function aboutIds(parts: readonly Filter[]): Pick<Filter, 'isAboutId'> {
  return parts.every(({ isAboutId }) => isAboutId) ? { isAboutId: true } : {}
}

function keyOf(kind: string, parts: readonly Filter[]): string {
  return `${kind}(${parts.map(({ key }) => key).join(',')})`
}

function valuesOf(parts: readonly Filter[]): Values {
  return Object.assign({}, ...parts.map(({ values }) => values))
}

function joined(parts: readonly Filter[], p: Values, engine: Engine, by: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`(${sql.join(
    parts.map((part) => part.condition(p, engine)),
    by,
  )})`
}

/** Limits a source that ends with its conditions to a range. */
function cut(source: Source<Values>): Source<Values & IdRange> {
  return (p, engine) => sql`${source(p, engine)} and id between ${p.first} and ${p.last}`
}

type Source<P extends Values> = (p: P, engine: Engine) => RawBuilder<unknown>

function united<P extends Values>(sources: readonly Source<P>[]): Source<P> {
  return (p, engine) => {
    const selects = sources.map(
      (source, index) => sql`select id from (${source(p, engine)}) as ${sql.raw(`u${index}`)}`,
    )
    return sql`${sql.join(selects, sql` union all `)}`
  }
}

/** The rows of a source that meet a condition. The source comes first: SQLite keeps the order of a cross join. */
function checked<P extends Values>(source: Source<P>, { condition, isAboutId }: Checked): Source<P> {
  return (p, engine) => {
    const named = source(p, engine)
    if (isAboutId) return sql`select ${ID} as id from (${named}) as entities where ${condition(p, engine)}`
    return sql`
      select ${ID} as id from (${named}) as named
      ${joinAsWritten(engine)} entities on ${ID} = named.id
      where ${condition(p, engine)}`
  }
}

type Checked = Pick<Filter, 'condition' | 'isAboutId'>

/** A condition that is false, not null, for missing values, so that NOT makes it true. */
function known(condition: RawBuilder<unknown>): RawBuilder<SqlBool> {
  return sql`((${condition}) is true)`
}

function compare(engine: Engine, { how }: Match, column: RawBuilder<unknown>, value: unknown): RawBuilder<SqlBool> {
  if (how === 'whole') return sql`${column} = ${value}`
  if (how === 'like') return sql`${column} like ${value} escape '\\'`
  return containsText(engine, column, value)
}

function nameIn(scope: Scope): string {
  return `${scope.prefix}${scope.used++}`
}

function textFilter(term: TextTerm, scope: Scope): Filter {
  const { match, customId } = term
  const name = nameIn(scope)
  const condition: Condition = (p, engine) => textCondition(term, engine, p, name)
  const grams = gramsIn(match)
  const about: Pick<Filter, 'isAboutId'> = term.in === 'title' || term.in === 'body' ? { isAboutId: true } : {}
  const check = { condition, ...about }
  const numbered: Source<Values> = (p) => sql`
    select id from entities where type = ${p.type} and custom_id is not null and custom_id = ${p[`${name}n`]}`
  return {
    key: `${name} text ${term.in} ${match.how}${customId ? ' or number' : ''}${grams ? scope.pending.key : ' short'}`,
    ...check,
    ...(grams && {
      ids: united([checked(withGrams(name, scope.pending), check), ...(customId ? [numbered] : [])]),
      idsWithin: united([checked(withGramsWithin(name, scope.pending), check), ...(customId ? [cut(numbered)] : [])]),
    }),
    values: {
      [name]: match.text,
      ...(customId && { [`${name}n`]: customId }),
      ...gramValues(name, grams, scope.pending),
    },
  }
}

function textCondition(term: TextTerm, engine: Engine, p: Values, name: string): RawBuilder<SqlBool> {
  const { match, customId } = term
  const fits = (column: string) => compare(engine, match, sql.ref(column), p[name])
  if (term.in === 'elabid') return known(fits('entities.elabid'))
  const columns = term.in === 'anywhere' ? ['t.title', 't.body'] : [`t.${term.in}`]
  const texts = askedOfEach(
    engine,
    sql`exists (select 1 from entity_texts as t where t.entity_id = ${ID} and (${sql.join(columns.map(fits), sql` or `)}))`,
  )
  if (term.in !== 'anywhere') return texts
  const others = [known(fits('entities.date')), known(fits('entities.elabid'))]
  if (customId) others.push(known(sql`entities.custom_id = ${p[`${name}n`]}`))
  return sql`(${sql.join([texts, ...others], sql` or `)})`
}

function fieldFilter({ name: field, match }: FieldTerm, scope: Scope): Filter {
  const name = nameIn(scope)
  const nameKey = `${name}k`
  const grams = match && gramsIn(match, 'field')
  const fits = (p: Values, engine: Engine, isOfOne = false) => [
    // Without the index of names, the fields of one entry are read and not all fields of that name.
    ...(field === undefined
      ? []
      : [sql`${isOfOne ? withoutIndex(engine, 'f.name_key') : sql.ref('f.name_key')} = ${p[nameKey]}`]),
    // The index has the start of the value; the rest may differ.
    ...(match?.how === 'whole' ? [sql`substr(f.value, 1, 200) = substr(${p[name]}, 1, 200)`] : []),
    ...(match ? [compare(engine, match, sql.ref('f.value'), p[name])] : []),
  ]
  const condition: Condition = (p, engine) =>
    askedOfEach(
      engine,
      sql`exists (select 1 from entity_fields as f
        where ${sql.join([sql`f.entity_id = ${ID}`, ...fits(p, engine, true)], sql` and `)})`,
    )
  const rows: Source<Values> = (p, engine) =>
    sql`select f.entity_id as id from entity_fields as f where ${sql.join(fits(p, engine), sql` and `)}`
  const rowsWithin: Source<Values & IdRange> = (p, engine) =>
    sql`${rows(p, engine)} and f.entity_id between ${p.first} and ${p.last}`
  const isLookedUp = field !== undefined && (match === undefined || match.how === 'whole' || !grams)
  return {
    key: `${name} field ${field === undefined ? 'any' : 'named'} ${match?.how ?? 'any'}${grams ? scope.pending.key : ' short'}`,
    condition,
    ...(grams &&
      !isLookedUp && {
        ids: checked(withGrams(name, scope.pending), { condition, isAboutId: true }),
        idsWithin:
          field === undefined
            ? checked(withGramsWithin(name, scope.pending), { condition, isAboutId: true })
            : byLength(rowsWithin, checked(withGramsWithin(name, scope.pending), { condition, isAboutId: true })),
      }),
    ...(isLookedUp && {
      ids: rows,
      ...(match?.how === 'whole' && { idsWithin: rowsWithin }),
    }),
    values: {
      ...(field !== undefined && { [nameKey]: field }),
      ...(match && { [name]: match.text }),
      ...gramValues(name, grams, scope.pending),
    },
    isAboutId: true,
  }
}

/**
 * In ranges up to this length all values of a field are compared; in longer ones their trigrams are looked up first.
 */
const SHORT_STRETCH = 65_536

/** One source for short ranges, the other for long ones. */
function byLength(inShort: Source<Values & IdRange>, inLong: Source<Values & IdRange>): Source<Values & IdRange> {
  return (p, engine) => {
    const isShort = sql`cast(${p.length} as integer) <= ${sql.lit(SHORT_STRETCH)}`
    return sql`
      select id from (${inShort(p, engine)}) as short where ${isShort}
      union all select id from (${inLong(p, engine)}) as long where not ${isShort}`
  }
}

function numberFilter({ column, value }: NumberTerm, scope: Scope): Filter {
  const name = nameIn(scope)
  if (column === 'rating' || column === 'locked' || column === 'timestamped') {
    return named(column, columnFilter(column, { numbers: [value], orNull: false }, name))
  }
  const index: Partial<Record<NumberTerm['column'], Source<Values>>> = {
    id: (p) => sql`select id from entities where id = ${p[name]}`,
    custom_id: (p) =>
      sql`select id from entities where type = ${p.type} and custom_id is not null and custom_id = ${p[name]}`,
  }
  const ids = index[column]
  return {
    key: `${name} ${column}`,
    condition: (p) => known(sql`${sql.ref(`entities.${column}`)} = ${p[name]}`),
    ...(ids && { ids, idsWithin: cut(ids) }),
    values: { [name]: value },
  }
}

function amongFilter({ column, numbers }: AmongTerm, scope: Scope): Filter {
  const name = nameIn(scope)
  if (column === 'category' || column === 'status') {
    return named(column, columnFilter(column, { numbers: [...numbers], orNull: false }, name))
  }
  if (column === 'tag') return tagFilter(numbers, name)
  const among = (ref: string, p: Values, engine: Engine) => inNumbers(engine, sql.ref(ref), p[name])
  return {
    key: `${name} among ${column}`,
    condition: (p, engine) => known(among(`entities.${column}`, p, engine)),
    ...(column === 'userid' && {
      ids: (p, engine) => sql`select id from entities where type = ${p.type} and ${among('userid', p, engine)}`,
    }),
    values: { [name]: JSON.stringify(numbers) },
  }
}

function tagFilter(tags: readonly number[], name: string): Filter {
  const isOneOf = (p: Values, engine: Engine, tag: RawBuilder<unknown>) => inNumbers(engine, tag, p[name])
  const ids: Source<Values> = (p, engine) =>
    sql`select entity_id as id from entity_tags where ${isOneOf(p, engine, sql.ref('entity_tags.tag_id'))}`
  return {
    key: `${name} tag`,
    condition: (p, engine) =>
      askedOfEach(
        engine,
        // The few tags of the entry are read: SQLite would look for each of the wanted ones.
        sql`exists (select 1 from entity_tags
          where entity_tags.entity_id = ${ID} and ${isOneOf(p, engine, withoutIndex(engine, 'entity_tags.tag_id'))})`,
      ),
    ids,
    idsWithin: (p, engine) => sql`${ids(p, engine)} and entity_id between ${p.first} and ${p.last}`,
    values: { [name]: JSON.stringify(tags) },
    isAboutId: true,
  }
}

/** Nearly all entries have a tag, so none is looked up by it. */
function taggedFilter(): Filter {
  return {
    key: 'tagged',
    condition: (_, engine) =>
      askedOfEach(
        engine,
        sql`exists (select 1 from entity_tags ${joinAsWritten(engine)} tags on tags.id = entity_tags.tag_id
          where entity_tags.entity_id = ${ID} and substr(tags.tag_key, 1, 1) <> ${sql.lit(GOING)})`,
      ),
    values: {},
    isAboutId: true,
  }
}

/** A filter of the list's own parameters under another name. */
function named(column: string, filter: Filter | undefined): Filter {
  if (!filter) throw new Error(`No filter for ${column}`)
  return { ...filter, key: `${column} ${filter.key}`, condition: (p, engine) => known(filter.condition(p, engine)) }
}

function daysFilter({ column, from, to, isNot }: DaysTerm, scope: Scope): Filter {
  const name = nameIn(scope)
  const [first, last] = [`${name}f`, `${name}t`]
  const isDay = column === 'date'
  const { zone } = scope
  const within = (ref: string, p: Values) => {
    const value = sql.ref(ref)
    const ends = [
      ...(from === undefined ? [] : [sql`${value} >= ${p[first]}`]),
      ...(to === undefined ? [] : [isDay ? sql`${value} <= ${p[last]}` : sql`${value} < ${p[last]}`]),
    ]
    return sql`${sql.join(ends, sql` and `)}`
  }
  const ref = `entities.${column}`
  const ends = `${from === undefined ? '' : ' from'}${to === undefined ? '' : ' to'}`
  return {
    key: `${name} ${column}${ends}${isNot ? ' not' : ''}`,
    condition: (p) => (isNot ? sql`(${sql.ref(ref)} is not null and not (${within(ref, p)}))` : known(within(ref, p))),
    ...(!isNot && {
      ids: (p) => sql`select id from entities
        where type = ${p.type} and ${isDay ? ofEverySort() : sql`${sql.ref(column)} is not null`} and ${within(column, p)}`,
    }),
    values: {
      ...(from !== undefined && { [first]: isDay ? from : startOfDay(from, zone) }),
      ...(to !== undefined && { [last]: isDay ? to : startOfDay(nextDay(to, 1), zone) }),
    },
  }
}
