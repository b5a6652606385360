import { type CompiledQuery, type RawBuilder, sql } from 'kysely'
import { type Filter, ID, type Values } from '../../access/entry-filter.ts'
import { grantedEntries, type Who } from '../../access/visibility.ts'
import { type Engine, engineOf, inNumbers } from '../../db/dialect.ts'
import type { IdRange } from '../../db/entry-index.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import { type CountedRange, type CountValues, readableTotal } from '../counts/entry-counts.ts'
import { readerStamp } from '../entries/record/known-texts.ts'
import type { Branch } from './branches.ts'
import { CANDIDATES, type Named, type Place, type SortKey } from './candidates.ts'
import { changedInBlocks } from './id-blocks.ts'
import {
  headOf,
  inOrder,
  inStates,
  keyOf,
  known,
  type Listing,
  type ListQuery,
  pageOf,
  pageWithTotal,
  stretches,
  valuesOf,
} from './listing-query.ts'

/** An entry of a page with the head of its chain, and the total of the list. */
export interface PageRow {
  id: number
  head: string | null
  total: number
}

/** One page of an unfiltered list, in order. */
export async function findPage(
  db: Db,
  listing: Listing,
  counted: CountedRange,
  { limit, offset }: { limit: number; offset: number },
): Promise<PageRow[]> {
  const page = { limit, offset, reach: limit + offset }
  const values = { ...valuesOf(listing), ...page, owners: JSON.stringify(counted.owners ?? []) }
  return (await pageQuery(listing, counted, page)(db, values)) as unknown as PageRow[]
}

/** Every connection keeps all of these plans, until it ends. */
const MOST_NAMED = 100
/** Whoever tries many lengths or orders must not take the plans of those that people use. */
const OFTEN = 10

/**
 * The query for a page. PostgreSQL takes twenty times as long to plan a first page as to find it, so it keeps the plans
 * of some. They have the length in their text: PostgreSQL does not reuse a plan made for any length.
 */
function pageQuery(
  listing: Listing,
  counted: CountedRange,
  page: { limit: number; offset: number; reach: number },
): ListQuery {
  const { isOfTeam } = counted
  const hasOwners = counted.owners !== undefined
  const build = (p: Values, engine: Engine, window: Values = p) => {
    const part = { inStates: inStates(listing), isOfTeam, hasOwners }
    return pageWithTotal(listing, p, engine, window, readableTotal(p as Values & CountValues, engine, part))
  }
  const key = `page ${isOfTeam} ${hasOwners} ${keyOf(listing)}`
  const firstKey = `${page.limit} ${key}`
  const isNamed = page.offset === 0 && isAskedOften(listing.queries, firstKey)
  if (!isNamed) return queryFor(listing, key, build)
  const fixed = () => ({ limit: sql.lit(page.limit), offset: sql.lit(0), reach: sql.lit(page.limit) })
  return queryFor(listing, firstKey, (p, engine) => build(p, engine, fixed()), { isNamed })
}

/** Counts how often a first page is asked for, and gives it one of the plans. */
function isAskedOften({ named, asked }: Listing['queries'], key: string): boolean {
  if (named.has(key)) return true
  if (named.size >= MOST_NAMED) return false
  const times = (asked.get(key) ?? 0) + 1
  if (asked.size >= MOST_QUERIES) asked.clear()
  asked.set(key, times)
  if (times < OFTEN) return false
  asked.delete(key)
  named.add(key)
  return true
}

/** A query for all ids in order, to be streamed. */
export function allIds(db: Db, listing: Listing): CompiledQuery<{ id: number }> {
  const engine = engineOf(db)
  const values = valuesOf(listing)
  const selects = stretches(listing, values, engine)
  return sql<{ id: number }>`${sql.join(selects, sql` union `)} order by ${inOrder(listing, engine)}`.compile(db)
}

/** The ids of the actor's pinned entries, in order. */
export async function findPinned(db: Db, listing: Listing): Promise<number[]> {
  const query = queryFor(listing, `pinned ${keyOf(listing)}`, (p, engine) => {
    const pinned = known(listing, p, engine, sql`${ID} in (select entity_id from pins where userid = ${p.userid})`)
    return sql`${pinned} order by ${inOrder(listing, engine)}`
  })
  const rows = await query(db, valuesOf(listing))
  return rows.map((row) => row.id as number)
}

/**
 * The entries that an index finds for a filter, in the order of the list. Undefined if there is no index, or if it
 * finds more than `most`.
 */
export async function findNamed(
  db: Db,
  listing: Listing,
  { key, ids, values }: Filter,
  most: number,
): Promise<{ places: Place[]; named: number } | undefined> {
  if (!ids) return undefined
  const query = queryFor(listing, `named ${key} ${keyOf(listing)}`, (p, engine) =>
    CANDIDATES[engine].namedInOrder(listing, p, ids(p, engine)),
  )
  const rows = await query(db, { ...valuesOf(listing), ...values, most, reach: most + 1 })
  return CANDIDATES[engineOf(db)].read(rows, most)
}

/** The same within a range of ids, unordered. */
export async function findNamedWithin(
  db: Db,
  listing: Listing,
  { key, idsWithin, values }: Filter,
  most: number,
  within: IdRange,
): Promise<Named | undefined> {
  if (!idsWithin) return undefined
  const query = queryFor(listing, `within ${key} ${keyOf(listing)}`, (p, engine) => {
    return CANDIDATES[engine].named(listing, p, idsWithin(p as Values & IdRange, engine))
  })
  const rows = await query(db, Object.assign(valuesOf(listing), values, within, { most, reach: most + 1 }))
  return CANDIDATES[engineOf(db)].read(rows, most)
}

/** Whether the index of a filter reads no more of a range than it returns. */
export async function isLazy(db: Db, listing: Listing, { key, isLazy, values }: Filter): Promise<boolean> {
  if (!isLazy) return false
  const query = queryFor(listing, `lazy ${key}`, (p, engine) => sql`select 1 as lazy where ${isLazy(p, engine)}`)
  return (await query(db, values)).length > 0
}

/** The heads of the chains of these entries, by id. */
export async function findHeads(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await listHeads(db, { ids: JSON.stringify(ids) })
  return new Map(rows.map(({ chain, head }) => [chain, head]))
}

const listHeads = prepared(
  (db: Db, p: { ids: string }, engine) =>
    db
      .selectFrom('chains')
      .select(['chain', 'head'])
      .where(inNumbers(engine, sql.ref('chain'), p.ids)),
  { isShort: true },
)

/** A page of all entries that match a filter, however many, and their number. */
export async function findAmongAll(
  db: Db,
  listing: Listing,
  { key, ids, values }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number } | undefined> {
  if (!ids) return undefined
  const query = queryFor(listing, `all ${key} ${keyOf(listing)}`, (p, engine) => {
    const among = known(listing, p, engine, sql`${ID} in (select id from (${ids(p, engine)}) as found)`)
    return sql`select id, count(*) over () as total from (${among}) as listed
      order by ${inOrder(listing, engine)} limit ${p.limit} offset ${p.offset}`
  })
  const read = (most: number, from: number) => query(db, { ...valuesOf(listing), ...values, limit: most, offset: from })
  const rows = await read(limit, offset)
  // Past the end no row has the total.
  const [row] = rows.length === 0 && offset > 0 ? await read(1, 0) : rows
  return { ids: rows.map(({ id }) => id as number), total: (row?.total as number | undefined) ?? 0 }
}

/**
 * A part of the list without its filters. Each entry has a bit for every filter that it matches, and the head of its
 * chain.
 */
export async function findTested(
  db: Db,
  listing: Listing,
  limit: number,
  offset: number,
): Promise<{ id: number; bits: number; head: string | null }[]> {
  const query = queryFor(listing, `tested ${keyOf(listing)}`, (p, engine) => {
    const bits = listing.filters.map(
      (filter, index) => sql`case when ${filter.condition(p, engine)} then ${sql.lit(2 ** index)} else 0 end`,
    )
    const page = pageOf({ ...listing, filters: [] }, p, engine)
    const stretch = listing.filters.every(({ isAboutId }) => isAboutId)
      ? sql`(${page}) as entities`
      : sql`(${page}) as stretch join entities on ${ID} = stretch.id`
    return sql`
      select ${ID} as id, ${sql.join(bits, sql` + `)} as bits, ${headOf(ID)} as head
      from ${stretch} order by ${inOrder(listing, engine, ID)}`
  })
  const values = { ...valuesOf(listing), limit, offset, reach: limit + offset }
  return (await query(db, values)) as { id: number; bits: number; head: string | null }[]
}

/**
 * The matching entries among those that `before` leaves, unordered. Undefined if there are more than `most` to check.
 */
export async function findBefore(db: Db, listing: Listing, most: number): Promise<SortKey[] | undefined> {
  const query = queryFor(listing, `before ${keyOf(listing)}`, (p, engine) =>
    listing.before?.blocks
      ? CANDIDATES[engine].named(listing, p, changedInBlocks(p, engine))
      : CANDIDATES[engine].listed(listing, p),
  )
  const rows = await query(db, Object.assign(valuesOf(listing), { most, limit: most + 1, offset: 0, reach: most + 1 }))
  return CANDIDATES[engineOf(db)].read(rows, most)?.places
}

/** The number of entries readable only by a grant, counted up to a limit. */
export async function countGranted(db: Db, listing: Listing, branch: Branch, most: number): Promise<number> {
  const only = { ...listing, branches: [branch], withoutPinned: false }
  const query = queryFor(only, `granted ${keyOf(only)}`, (p, engine) => {
    const selects = stretches(only, p, engine)
    return sql`select count(*) as total from (${sql.join(selects, sql` union all `)} limit ${p.most}) as found`
  })
  const [row] = await query(db, { ...valuesOf(only), most })
  return row?.total as number
}

type FactValues = Who & { type: number; mostGrants: number }

/**
 * Facts that choose the plan of a list: the actor's grants, pins and preferences, and the highest entry id. With them
 * the actor's part of the stamps.
 */
export const findFacts = prepared(
  (db: Db, p: FactValues, engine) =>
    db
      .selectFrom('users')
      .select(['preferences', newestId().as('newest'), hasPins().as('has_pins')])
      .select(countGrants(p, engine).as('grants'))
      .select(readerStamp(engine, p.userid))
      .where('users.userid', '=', p.userid),
  { isShort: true },
)

const newestId = () => sql<number | null>`(select max(id) from entities)`

const hasPins = () => sql<number>`
  case when exists (select 1 from pins where pins.userid = users.userid) then 1 else 0 end`

function countGrants(p: FactValues, engine: Engine): RawBuilder<number> {
  const granted = sql`select 1 from (${grantedEntries(engine, p, sql`type = ${p.type}`)}) as named limit ${p.mostGrants}`
  return sql`(select count(*) from (${granted}) as counted)`
}

type Build = (p: Values, engine: Engine) => RawBuilder<unknown>

const MOST_QUERIES = 1000

/** Lists with the same key have the same SQL, so it is built once. */
function queryFor({ queries: { built } }: Listing, key: string, build: Build, { isNamed = false } = {}): ListQuery {
  let query = built.get(key)
  if (!query) {
    const compile = (db: Db, p: Values, engine: Engine) => ({
      compile: () => build(p, engine).compile(db) as CompiledQuery<Record<string, unknown>>,
    })
    query = prepared(compile, { isNamed })
    // A client that tries all combinations must not fill our memory.
    if (built.size >= MOST_QUERIES) built.clear()
    built.set(key, query)
  }
  return query
}
