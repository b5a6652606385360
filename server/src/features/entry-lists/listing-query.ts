import type { ListOrder } from '@aliquot/contract/entities-list'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, type Filter, GUARDED, ID, type Values } from '../../access/entry-filter.ts'
import { allowed, type Who } from '../../access/visibility.ts'
import { type Engine, knownNull, mergeInOrder, nullsAreSmall } from '../../db/dialect.ts'
import type { IdRange } from '../../db/entry-index.ts'
import type { Db } from '../../db/schema.ts'
import type { Branch } from './branches.ts'

/** What a list shows and in which order. Its values include those of the actor (Who) and the type. */
export interface Listing {
  order: ListOrder
  direction: 'asc' | 'desc'
  states: readonly number[]
  branches: readonly Branch[]
  /** The branches as conditions, for entries that are known by id. */
  range: readonly Filter[]
  filters: readonly Filter[]
  /** Several filters as one, for an index that can intersect them. */
  joint?: Filter
  /** Pinned entries come first and are excluded here. */
  withoutPinned: boolean
  /**
   * Only entries that come no later than this key and have ids outside of the range. With `blocks` of ids (JSON) the
   * entries of a team are looked up there.
   */
  before?: { key: string; outside: IdRange; blocks?: string }
  values: Values & Who & { type: number }
  queries: ListQueries
}

/** A compiled list query. */
export type ListQuery = (db: Db, values: Values) => Promise<Record<string, unknown>[]>

export interface ListQueries {
  /** By key. */
  built: Map<string, ListQuery>
  /** The keys of those whose plans PostgreSQL keeps. */
  named: Set<string>
  /** How often others were asked for, by key. */
  asked: Map<string, number>
}

/** Line breaks separate the keys, which contain none. */
export function keyOf({ order, direction, states, branches, range, filters, withoutPinned, before }: Listing): string {
  let key = `${order} ${direction} ${states} ${withoutPinned} ${before !== undefined} ${before?.blocks !== undefined}`
  for (const parts of [branches, range, filters]) {
    key += '\n'
    for (const part of parts) key += `\n${part.key}`
  }
  return key
}

export function valuesOf({ values, branches, range, filters, before }: Listing): Values {
  const all: Values = { ...values, beforeKey: before?.key, beforeBlocks: before?.blocks, ...before?.outside }
  for (const part of [...branches, ...range, ...filters]) Object.assign(all, part.values)
  return all
}

export function pageOf(
  listing: Listing,
  p: Values,
  engine: Engine,
  { limit, offset, reach }: Values = p,
  parts = stretches(listing, p, engine),
): RawBuilder<unknown> {
  return mergeInOrder(engine, parts, inOrder(listing, engine), { limit, offset, reach })
}

/**
 * The page and the total of an unfiltered list, with the head of each entry's chain. Granted entries are looked up
 * once for both: `readable` is the number of the others. Without rows there is no total.
 */
export function pageWithTotal(
  listing: Listing,
  p: Values,
  engine: Engine,
  window: Values,
  readable: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const granted = listing.branches.find(({ byId }) => byId)
  const head = headOf(sql.ref('page.id'))
  if (!granted) {
    return sql`select id, ${head} as head, ${readable} as total from (${pageOf(listing, p, engine, window)}) as page`
  }
  const others = stretches({ ...listing, branches: listing.branches.filter(({ byId }) => !byId) }, p, engine)
  const conditions = [inStates(listing), ...granted.condition(p, engine, listing.states)]
  const unpinned = listing.withoutPinned ? sql`where ${notPinned(p, sql.ref('granted.id'))}` : sql``
  const page = pageOf(listing, p, engine, window, [...others, sql`select id, k from granted ${unpinned}`])
  return sql`
    with granted as materialized (${select(listing, p, true, conditions)})
    select id, ${head} as head, ${readable} + (select count(*) from granted) as total from (${page}) as page`
}

/** The head of the chain of an entry. */
export function headOf(id: RawBuilder<unknown>): RawBuilder<string | null> {
  return sql`(select head from chains where chain = ${id})`
}

/** The index ranges of the list: each branch in each state. */
export function stretches(listing: Listing, p: Values, engine: Engine): RawBuilder<unknown>[] {
  const common = listing.filters.map((filter) => filter.condition(p, engine))
  if (listing.withoutPinned) common.push(notPinned(p))
  if (listing.before) {
    const comes = listing.direction === 'desc' ? sql`>=` : sql`<=`
    common.push(sql`${ORDERS[listing.order]} ${comes} ${p.beforeKey}`, sql`${ID} not between ${p.first} and ${p.last}`)
  }
  return listing.branches.flatMap((branch) =>
    listing.states.flatMap((state) =>
      halvesOf(listing, branch, engine).map(({ half, key }) =>
        select(
          listing,
          p,
          branch.byId === true,
          [sql`entities.state = ${sql.lit(state)}`, ...branch.condition(p, engine, [state]), ...half, ...common],
          key,
        ),
      ),
    ),
  )
}

/**
 * Columns in which few entries have a value. Their indexes contain only these entries; the others follow in order of
 * id.
 */
const SPARSE: Partial<Record<ListOrder, { column: RawBuilder<unknown>; type: 'integer' | 'text' }>> = {
  customid: { column: sql`entities.custom_id`, type: 'integer' },
  comment: { column: sql`entities.recent_comment_at`, type: 'text' },
}

interface Half {
  half: RawBuilder<unknown>[]
  /** The sort key, if it is not the column. */
  key?: RawBuilder<unknown>
}

function halvesOf({ order }: Listing, { byId }: Branch, engine: Engine): Half[] {
  const sparse = SPARSE[order]
  if (!sparse || byId) return [{ half: [] }]
  const { column, type } = sparse
  return [
    { half: [sql`${column} is not null`] },
    { half: [sql`${column} is null`], key: knownNull(engine, column, type) },
  ]
}

/** Entries known by id that belong to the list, unordered. */
export function known(listing: Listing, p: Values, engine: Engine, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return select(listing, p, true, [ids, ...belongs(listing, p, engine)])
}

/** The conditions for an entry of the type to belong to the list. */
export function belongs(listing: Listing, p: Values, engine: Engine): RawBuilder<unknown>[] {
  return [
    inStates(listing),
    ...[...listing.range, ...listing.filters].map((filter) => filter.condition(p, engine)),
    allowed(engine, p as Who, GUARDED, 'read'),
    ...(listing.withoutPinned ? [notPinned(p)] : []),
  ]
}

export function inStates({ states }: Listing): RawBuilder<SqlBool> {
  return sql`state in (${sql.join(states.map((state) => sql.lit(state)))})`
}

function notPinned(p: Values, id: RawBuilder<unknown> = ID): RawBuilder<SqlBool> {
  return sql`not exists (select 1 from pins where pins.userid = ${p.userid} and pins.entity_id = ${id})`
}

function select(
  { order }: Listing,
  p: Values,
  byId: boolean,
  conditions: readonly RawBuilder<unknown>[],
  key = ORDERS[order],
): RawBuilder<unknown> {
  // The plus keeps SQLite from walking a list index when it should look up a few ids.
  const type = byId ? sql`+entities.type = ${p.type}` : sql`entities.type = ${p.type}`
  return sql`select ${ID} as id, ${key} as k from entities where ${allOf([type, ...conditions])}`
}

export const ORDERS: Readonly<Record<ListOrder, RawBuilder<unknown>>> = {
  lastchange: sql`entities.modified_at`,
  date: sql`entities.date`,
  title: sql`entities.title_key`,
  id: ID,
  rating: sql`entities.rating`,
  customid: sql`entities.custom_id`,
  comment: sql`entities.recent_comment_at`,
  cat: sql`(select lower(title) from labels where labels.id = entities.category)`,
  status: sql`(select lower(title) from labels where labels.id = entities.status)`,
  ordering: sql`(select ordering from template_settings where template_settings.entity_id = entities.id)`,
  user: sql`(select lower(lastname || ' ' || firstname) from users where users.userid = entities.userid)`,
}

const NEVER_NULL: ReadonlySet<ListOrder> = new Set(['lastchange', 'title', 'id', 'rating', 'user'])

export function inOrder({ order, direction }: Listing, engine: Engine, id = sql.ref('id')): RawBuilder<unknown> {
  const way = sql.raw(direction)
  if (order === 'id') return sql`${id} ${way}`
  const nulls = NEVER_NULL.has(order) ? sql`` : nullsAreSmall(engine, direction)
  return sql`k ${way} ${nulls}, ${id} ${way}`
}
