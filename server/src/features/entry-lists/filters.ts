import type { EntityType } from '@aliquot/contract/common'
import type { DateRange, EntityListQuery, NumbersOrNull } from '@aliquot/contract/entities-list'
import type { CodeOptions } from '@aliquot/contract/exports'
import type { LabelOptions } from '@aliquot/contract/label-sheets/query'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, type Filter, ID, type Values } from '../../access/entry-filter.ts'
import { BASES } from '../../access/visibility.ts'
import { askedOfEach, inNumbers, joinAsWritten, jsonValues } from '../../db/dialect.ts'
import { InvalidInput } from '../../errors.ts'
import { cleanTag, foldText } from '../../lib/text.ts'
import type { Branch } from './branches.ts'

/** The filters of a list query, without the search. `team` is set if the list shows only one team. */
export function filtersOf(
  type: EntityType,
  query: Omit<EntityListQuery, keyof CodeOptions | keyof LabelOptions>,
  team: number | undefined,
): Filter[] {
  const filters = [
    idFilter(query.id),
    columnFilter('category', query.cat),
    columnFilter('category', query.category, 'category2'),
    columnFilter('status', query.status),
    query.date && dateFilter(query.date),
    columnFilter('rating', asNumbers(query.rating)),
    columnFilter('locked', asNumbers(query.locked)),
    columnFilter('timestamped', asNumbers(query.timestamped)),
    bookableFilter(type, query.bookable),
    ...tagFilters([...(query['tags[]'] ?? []), ...(query.tags ?? [])], team),
  ]
  return filters.filter((filter) => filter !== undefined)
}

function idFilter(ids: readonly number[] | undefined): Filter | undefined {
  if (!ids) return undefined
  const among: Filter['ids'] = (p, engine) =>
    sql`select id from entities where type = ${p.type} and ${inNumbers(engine, sql.ref('id'), p.named)}`
  return {
    key: 'named',
    condition: (p, engine) => inNumbers(engine, ID, p.named),
    ids: among,
    idsWithin: (p, engine) => sql`${among(p, engine)} and id between ${p.first} and ${p.last}`,
    values: { named: JSON.stringify(ids) },
    isAboutId: true,
  }
}

/** Scope and owners as filters. */
export function rangeFilters(scope: 1 | 2 | 3, owners: readonly number[] | undefined): Filter[] {
  const filters: Filter[] = []
  if (scope === 2) filters.push({ key: 'team', condition: (p) => sql`entities.team = ${p.team}`, values: {} })
  if (owners) {
    const condition: Filter['condition'] = (p, engine) => inNumbers(engine, sql.ref('entities.userid'), p.owners)
    filters.push({ key: 'owners', condition, values: { owners: JSON.stringify(owners) } })
  } else if (scope === 1) {
    filters.push({ key: 'own', condition: (p) => sql`entities.userid = ${p.userid}`, values: {} })
  }
  return filters
}

function asNumbers(numbers: number[] | undefined): NumbersOrNull | undefined {
  return numbers && { numbers, orNull: false }
}

type Column = 'category' | 'status' | 'rating' | 'locked' | 'timestamped'

/** Which values an index covers: for most columns the rare ones. Some indexes are in the order of ids. */
const INDEXED: Readonly<
  Record<Column, { values(number: number): boolean; where: RawBuilder<unknown>; byId: boolean }>
> = {
  category: { values: () => true, where: sql`category is not null`, byId: true },
  status: { values: () => true, where: sql`status is not null`, byId: true },
  rating: { values: (number) => number > 0, where: sql`rating > 0`, byId: true },
  locked: { values: (number) => number === 1, where: sql`locked = 1`, byId: false },
  timestamped: { values: (number) => number === 1, where: sql`timestamped = 1`, byId: false },
}

export function columnFilter(
  column: Column,
  wanted: NumbersOrNull | undefined,
  name: string = column,
): Filter | undefined {
  if (!wanted) return undefined
  const { numbers, orNull } = wanted
  const ref = sql.ref(`entities.${column}`)
  const { values, where, byId } = INDEXED[column]
  const isIndexed = !orNull && numbers.every(values)
  const isOne = isIndexed && byId && numbers.length === 1
  const ids: Filter['ids'] = (p, engine) => {
    const among = isOne
      ? sql`${sql.ref(column)} = (${jsonValues(engine, p[name], 'integer')})`
      : inNumbers(engine, sql.ref(column), p[name])
    return sql`select id from entities where type = ${p.type} and ${where} and ${among}`
  }
  return {
    key: `${name}${isOne ? ' one' : ''}${orNull ? ' or null' : ''}${isIndexed ? '' : ' not indexed'}`,
    condition: (p, engine) => {
      const among = inNumbers(engine, ref, p[name])
      return orNull ? sql`(${among} or ${ref} is null)` : sql`${among}`
    },
    ...(isIndexed && { ids }),
    ...(isIndexed &&
      byId && { idsWithin: (p, engine) => sql`${ids(p, engine)} and id between ${p.first} and ${p.last}` }),
    values: { [name]: JSON.stringify(numbers) },
    ...(isOne && { namesInOrder: true }),
  }
}

/** The filters whose indexes can be merged as one filter, which looks up only what all of them match. */
export function mergedFilter(filters: readonly Filter[]): Filter | undefined {
  const merged = filters.filter(({ namesInOrder }) => namesInOrder)
  if (merged.length < 2) return undefined
  const all = (sources: readonly (RawBuilder<unknown> | undefined)[]) =>
    sql`${sql.join(
      sources.filter((source) => source !== undefined),
      sql` intersect `,
    )} order by id`
  return {
    key: `merged ${merged.map(({ key }) => key).join(', ')}`,
    condition: (p, engine) => allOf(merged.map((filter) => filter.condition(p, engine))),
    ids: (p, engine) => all(merged.map(({ ids }) => ids?.(p, engine))),
    idsWithin: (p, engine) => all(merged.map(({ idsWithin }) => idsWithin?.(p, engine))),
    values: Object.assign({}, ...merged.map(({ values }) => values)),
    covers: merged,
    isMerge: true,
  }
}

/** Only resources can be booked. Both values together match all of them. */
function bookableFilter(type: EntityType, wanted: readonly number[] | undefined): Filter | undefined {
  if (!wanted) return undefined
  if (type !== 'items') throw new InvalidInput('list.resources_only', { field: 'bookable' })
  const bookable = sql`select 1 from resource_settings as r where r.entity_id = ${ID} and r.is_bookable = 1`
  const isWanted = wanted.includes(1)
  if (isWanted && wanted.includes(0)) return undefined
  if (!isWanted) {
    const condition: Filter['condition'] = (_, engine) => askedOfEach(engine, sql`not exists (${bookable})`)
    return { key: 'not bookable', condition, values: {} }
  }
  return {
    key: 'bookable',
    condition: (_, engine) => askedOfEach(engine, sql`exists (${bookable})`),
    ids: () => sql`select entity_id as id from resource_settings where is_bookable = 1`,
    idsWithin: (p) => sql`select entity_id as id from resource_settings
      where is_bookable = 1 and entity_id between ${p.first} and ${p.last}`,
    values: {},
  }
}

/** All states, see EntitiesTable: naming every one of them lets the list index by date cover all entries. */
const STATES = [1, 2, 3, 4, 5, 6]

/** Matches every entry, and lets a list index cover all of them. */
export function ofEverySort(): RawBuilder<SqlBool> {
  const among = (column: string, numbers: readonly number[]) =>
    sql`${sql.ref(column)} in (${sql.join(numbers.map((number) => sql.lit(number)))})`
  return allOf([among('state', STATES), among('canread_base', BASES)])
}

/** The name keeps two filters by date apart. */
export function dateFilter(range: DateRange, name = 'date'): Filter {
  return {
    key: dateKey(range, name),
    condition: (p) => onDays(sql.ref('entities.date'), range, p, name),
    ids: (p) => sql`select id from entities
      where type = ${p.type} and ${ofEverySort()} and ${onDays(sql.ref('date'), range, p, name)}`,
    values: { [`${name}From`]: range.from, [`${name}To`]: range.to },
  }
}

/** Limits a list in date order to the wanted days, so that it need not be walked from its end. */
export function cutToDays(
  branches: readonly Branch[],
  { date, order }: Pick<EntityListQuery, 'date' | 'order'>,
): readonly Branch[] {
  return date && order === 'date' ? branchesOnDays(branches, date) : branches
}

export function branchesOnDays(branches: readonly Branch[], range: DateRange, name = 'date'): readonly Branch[] {
  return branches.map((branch) => ({
    ...branch,
    key: `${branch.key} ${dateKey(range, name)}`,
    condition: (p, engine, states) => [
      ...branch.condition(p, engine, states),
      onDays(sql.ref('entities.date'), range, p, name),
    ],
  }))
}

/** The SQL depends only on which ends are set; the days themselves are placeholders. */
function onDays(date: RawBuilder<unknown>, { from, to }: DateRange, p: Values, name: string): RawBuilder<SqlBool> {
  const since = from ? [sql`${date} >= ${p[`${name}From`]}`] : []
  const until = to ? [sql`${date} <= ${p[`${name}To`]}`] : []
  return allOf([...since, ...until])
}

function dateKey({ from, to }: DateRange, name: string): string {
  return `${name}${from ? ' from' : ''}${to ? ' to' : ''}`
}

/**
 * Entries with all of these tags, ignoring case and accents. Entries have only tags of their team, so in the list of
 * one team the tags of other teams are skipped.
 */
function tagFilters(tags: readonly string[], team: number | undefined): Filter[] {
  const keys = [...new Set(tags.map(tagKey))]
  return keys.map((key, index) => (team === undefined ? tagFilter(key, index) : teamTagFilter(key, index, team)))
}

/** Entries with a tag of this name in any team. */
function tagFilter(key: string, index: number): Filter {
  const name = `tag${index}`
  const idsOf = (p: Values) => sql`select entity_id as id from entity_tags
    where tag_id in (select tags.id from tags where tags.tag_key = ${p[name]})`
  return {
    key: name,
    condition: (p, engine) =>
      askedOfEach(
        engine,
        // Start from the few tags of the entry, not from the tags of this name in every team: SQLite guesses the join
        // order wrong.
        sql`exists (
          select 1 from entity_tags ${joinAsWritten(engine)} tags on tags.id = entity_tags.tag_id
          where entity_tags.entity_id = ${ID} and tags.tag_key = ${p[name]})`,
      ),
    ids: idsOf,
    idsWithin: (p) => sql`${idsOf(p)} and entity_id between ${p.first} and ${p.last}`,
    values: { [name]: key },
    isAboutId: true,
  }
}

/** Entries with a tag of one team, which has at most one of a name. */
function teamTagFilter(key: string, index: number, team: number): Filter {
  const name = `tag${index}`
  const tagOf = (p: Values) =>
    sql`(select tags.id from tags where tags.tag_key = ${p[name]} and tags.team = ${p.tagTeam})`
  const idsOf = (p: Values) => sql`select entity_id as id from entity_tags where tag_id = ${tagOf(p)}`
  return {
    key: `${name} of a team`,
    condition: (p, engine) =>
      askedOfEach(
        engine,
        sql`exists (
          select 1 from entity_tags where entity_tags.entity_id = ${ID} and entity_tags.tag_id = ${tagOf(p)})`,
      ),
    ids: idsOf,
    idsWithin: (p) => sql`${idsOf(p)} and entity_id between ${p.first} and ${p.last}`,
    values: { [name]: key, tagTeam: team },
    isAboutId: true,
    namesInOrder: true,
  }
}

function tagKey(text: string): string {
  const tag = cleanTag(text)
  if (tag === '') throw new InvalidInput('field.empty', { field: 'tags[]' })
  return foldText(tag) || tag
}
