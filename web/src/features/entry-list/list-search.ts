import type { EntityType } from '@aliquot/contract/common'
import type { Grouping } from '@aliquot/contract/entity-groups'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { daysOf, isDay, readDate, writeDays } from './filters/date-choice.ts'
import { type Column, fieldOf, readColumns } from './grid/columns.ts'

/** The state of a list in the URL. Missing parts have their default. */
export interface ListSearch {
  q?: string
  /** 1: mine, 2: the team's (default), 3: everything I may read. */
  scope?: 1 | 2 | 3
  state?: 'archived' | 'deleted'
  /** Entries with all of them. */
  tags?: string[]
  owner?: number
  /** Entries with one of them; 0 stands for entries without any. */
  category?: number[]
  status?: number[]
  /** A preset or dates, see date-choice.ts. */
  date?: string
  /** The minimum number of stars. */
  rating?: number
  order?: ListOrder
  sort?: 'asc' | 'desc'
  /** Undefined for the look that this list had last. */
  view?: Look
  /** What the rows are grouped by; undefined for what they were grouped by last. */
  group?: Grouping | 'none'
  /** The groups that show only their heading. */
  folded?: string[]
  /** The day that the calendar shows; undefined for today. */
  day?: string
  /** What it shows around that day; undefined for what it showed last. */
  span?: 'month' | 'week'
  /** The table columns; undefined for the default. */
  columns?: Column[]
}

/** The weeks around it have years of four digits. */
function isInCalendar(day: string): boolean {
  return day >= '0002' && day < '9999'
}

export const LIST_ORDERS = [
  'lastchange',
  'date',
  'title',
  'status',
  'cat',
  'customid',
  'id',
  'rating',
  'comment',
  'user',
] as const
export type ListOrder = (typeof LIST_ORDERS)[number]

/** The ways to look at a list. */
export const LOOKS = ['rows', 'table', 'board', 'calendar', 'gallery'] as const
export type Look = (typeof LOOKS)[number]

/** The looks that suit a type. */
export function looksOf(type: EntityType): readonly Look[] {
  if (isTemplateType(type)) return ['rows', 'table']
  return LOOKS.filter((look) => look !== (type === 'experiments' ? 'gallery' : 'calendar'))
}

export const GROUPINGS = ['status', 'category', 'owner', 'month'] as const satisfies readonly Grouping[]

const MOST_STARS = 5
/** An address has room for no more. Those that were folded last stay. */
const MOST_FOLDED = 50

/** Parses a URL and ignores what is invalid. */
export function readListSearch(search: Record<string, unknown>): ListSearch {
  const result: ListSearch = {}
  // The router parses a numeric search as a number.
  const q = typeof search.q === 'number' ? String(search.q) : search.q
  if (typeof q === 'string' && q !== '') result.q = q
  if (search.scope === 1 || search.scope === 2 || search.scope === 3) result.scope = search.scope
  if (search.state === 'archived' || search.state === 'deleted') result.state = search.state
  const tags = Array.isArray(search.tags) ? search.tags.filter((tag) => typeof tag === 'string' && tag !== '') : []
  if (tags.length > 0) result.tags = tags
  if (isWhole(search.owner, 1, 2_147_483_647)) result.owner = search.owner
  for (const field of ['category', 'status'] as const) {
    const ids = readIds(search[field])
    if (ids.length > 0) result[field] = ids
  }
  const date = readDate(search.date)
  if (date !== undefined) result.date = date
  if (isWhole(search.rating, 1, MOST_STARS)) result.rating = search.rating
  const order = LIST_ORDERS.find((name) => name === search.order)
  if (order) result.order = order
  if (search.sort === 'asc' || search.sort === 'desc') result.sort = search.sort
  const view = LOOKS.find((look) => look === search.view)
  if (view) result.view = view
  const group = [...GROUPINGS, 'none' as const].find((grouping) => grouping === search.group)
  if (group) result.group = group
  const folded = readNames(search.folded)
  if (group && group !== 'none' && folded.length > 0) result.folded = folded
  if (typeof search.day === 'string' && isDay(search.day) && isInCalendar(search.day)) result.day = search.day
  if (search.span === 'month' || search.span === 'week') result.span = search.span
  const columns = readColumns(search.columns)
  if (columns) result.columns = columns
  return result
}

const STATES = { active: '1', archived: '2', deleted: '3' } as const

/** The query for the service. The look of the list is not part of it. */
export function listQuery(search: ListSearch): Record<string, string | number | readonly string[]> {
  const { q, scope = 2, state = 'active', tags, owner, category, status, date, rating } = search
  const order = orderOf(search)
  const { sort = 'desc' } = search
  return {
    ...(q !== undefined && (isQuery(q) ? { q } : { search: q })),
    scope,
    state: STATES[state],
    ...(tags && { tags }),
    ...(owner !== undefined && { owner }),
    ...(category && { category: labelNumbers(category) }),
    ...(status && { status: labelNumbers(status) }),
    ...(date !== undefined && { date: writeDays(daysOf(date)) }),
    ...(rating !== undefined && { rating: starsFrom(rating) }),
    ...(order !== undefined && { order, sort }),
  }
}

/** Undefined for a plain search, whose results are ranked: all words in the title first. */
export function orderOf({ q, order }: ListSearch): ListOrder | undefined {
  return order ?? (q === undefined || isQuery(q) ? 'lastchange' : undefined)
}

/** The shown extra fields, for which the service must send full rows. */
export function shownFields({ view, columns = [] }: ListSearch): string[] {
  return view === 'table' ? columns.flatMap((column) => fieldOf(column) ?? []) : []
}

const FIELDS = [
  ...['author', 'body', 'category', 'created_at', 'custom_id', 'date', 'elabid', 'extrafield', 'group', 'id', 'locked'],
  ...['locked_at', 'owner', 'rating', 'state', 'status', 'tag', 'timestamped', 'timestamped_at', 'title', 'visibility'],
]
const SIGNS = /[()!&|"]|(?:^|[\s:])'[^']*'|(?:^|\s)(?:AND|OR|NOT)\s/
const FIELD = new RegExp(`(?:^|\\s)(?:${FIELDS.join('|')}):`, 'i')

/** Whether this uses the search language, and not only words. */
export function isQuery(q: string): boolean {
  return SIGNS.test(q) || FIELD.test(q)
}

/** Whether a filter may hide entries. */
export function hasFilters({ q, scope, tags, owner, category, status, date, rating }: ListSearch): boolean {
  return scope === 1 || [q, tags, owner, category, status, date, rating].some((part) => part !== undefined)
}

/** The same list without filters, in the same order and look. */
export function withoutFilters(search: ListSearch): ListSearch {
  const { state, order, sort, view, group, folded, day, span, columns } = search
  return readListSearch({ state, order, sort, view, group, folded, day, span, columns })
}

/** Changes to a search; undefined removes a part. */
export type SearchChange = { [K in keyof ListSearch]?: ListSearch[K] | undefined }

export function changeSearch(search: ListSearch, change: SearchChange): ListSearch {
  return readListSearch({ ...search, ...change })
}

/** The router parses a name of digits as a number. */
function readNames(value: unknown): string[] {
  const names = Array.isArray(value) ? value.map(String) : []
  return [...new Set(names.filter((name) => /^[\w-]{1,20}$/.test(name)))].slice(-MOST_FOLDED)
}

function readIds(value: unknown): number[] {
  const ids = Array.isArray(value) ? value : [value]
  return [...new Set(ids.filter((id) => isWhole(id, 0, 2_147_483_647)))]
}

function labelNumbers(ids: readonly number[]): string {
  return ids.map((id) => (id === 0 ? 'null' : id)).join(',')
}

function starsFrom(least: number): string {
  return Array.from({ length: MOST_STARS - least + 1 }, (_, more) => least + more).join(',')
}

function isWhole(value: unknown, least: number, most: number): value is number {
  return Number.isInteger(value) && (value as number) >= least && (value as number) <= most
}
