import type { ListOrder } from '@aliquot/contract/entities-list'
import { type CompiledQuery, type RawBuilder, type SqlBool, sql } from 'kysely'
import { allOf, type Filter, GUARDED, ID, type IdRange, type Values } from '../../access/entry-filter.ts'
import { allowed, grantedEntries, type Who } from '../../access/visibility.ts'
import { type Engine, engineOf, mergeInOrder, nullsAreSmall } from '../../db/dialect.ts'
import { prepared } from '../../db/prepared.ts'
import type { Db } from '../../db/schema.ts'
import type { Branch } from './branches.ts'

/** What a list shows and in which order. Its values contain those of the actor (Who) and the type. */
export interface Listing {
  order: ListOrder
  direction: 'asc' | 'desc'
  states: readonly number[]
  branches: readonly Branch[]
  /** The same as the branches, as conditions: for entries that are already known by their ids. */
  range: readonly Filter[]
  filters: readonly Filter[]
  /** Several of the filters as one, for an index that knows which entries fulfil all of them. */
  joint?: Filter
  /** Pinned entries come first and are left out here. */
  withoutPinned: boolean
  /** Only entries that come no later than this key, and whose ids lie outside of the stretch. */
  before?: { key: string; outside: IdRange }
  values: Values & Who & { type: number }
}

/** Ids of one page, in order. */
export async function findIds(db: Db, listing: Listing, limit: number, offset: number): Promise<number[]> {
  const query = queryFor(`page ${keyOf(listing)}`, (p, engine) => pageOf(listing, p, engine))
  const rows = await query(db, { ...valuesOf(listing), limit, offset, reach: limit + offset })
  return rows.map((row) => row.id as number)
}

/** All ids in order, to be read one after the other. */
export function allIds(db: Db, listing: Listing): CompiledQuery<{ id: number }> {
  const engine = engineOf(db)
  const values = valuesOf(listing)
  const selects = stretches(listing, values, engine)
  return sql<{ id: number }>`${sql.join(selects, sql` union `)} order by ${inOrder(listing, engine)}`.compile(db)
}

/** Ids of the entries that the actor pinned, in order. */
export async function findPinned(db: Db, listing: Listing): Promise<number[]> {
  const query = queryFor(`pinned ${keyOf(listing)}`, (p, engine) => {
    const pinned = known(listing, p, engine, sql`${ID} in (select entity_id from pins where userid = ${p.userid})`)
    return sql`${pinned} order by ${inOrder(listing, engine)}`
  })
  const rows = await query(db, valuesOf(listing))
  return rows.map((row) => row.id as number)
}

/** A place in a list: the entry, and what it is sorted by. */
export interface SortKey {
  id: number
  k: string | number | null
}

/** Of the entries that an index names for a filter, those that belong to a list; and how many it names. */
export interface Named {
  places: SortKey[]
  named: number
}

/** In the order of the list. Undefined when there is no index, or when it names more than so many. */
export async function findNamed(
  db: Db,
  listing: Listing,
  { key, ids, values }: Filter,
  most: number,
): Promise<Named | undefined> {
  if (!ids) return undefined
  const query = queryFor(`named ${key} ${keyOf(listing)}`, (p, engine) => lookUpFew(listing, p, engine, ids(p, engine)))
  const rows = await query(db, { ...valuesOf(listing), ...values, most, reach: most + 1 })
  return fewOf(rows, most)
}

/** The same in a stretch of ids, in any order. */
export async function findNamedWithin(
  db: Db,
  listing: Listing,
  { key, idsWithin, values }: Filter,
  most: number,
  within: IdRange,
): Promise<Named | undefined> {
  if (!idsWithin) return undefined
  const query = queryFor(`within ${key} ${keyOf(listing)}`, (p, engine) => {
    const source = idsWithin(p as Values & IdRange, engine)
    return engine === 'sqlite' ? lookUpEach(listing, p, source) : lookUpFew(listing, p, engine, source)
  })
  const rows = await query(db, Object.assign(valuesOf(listing), values, within, { most, reach: most + 1 }))
  return engineOf(db) === 'sqlite' ? eachOf(rows, most) : fewOf(rows, most)
}

/** Nothing is looked up when they are more than `most`: asked everywhere, that is often so, and they lie far apart. */
function lookUpFew(listing: Listing, p: Values, engine: Engine, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const few = sql`select id from named where (select count(*) from named) <= ${p.most}`
  const among = engine === 'sqlite' ? sql`${ID} in (${few})` : sql`${ID} = any(array(${few}))`
  return sql`
    with named as materialized (select id from (${source}) as found limit ${p.reach})
    select id, k, null as named from (${known(listing, p, engine, among)}) as listed
    union all select null, null, count(*) from named order by ${inOrder(listing, engine)}`
}

function fewOf(rows: readonly Record<string, unknown>[], most: number): Named | undefined {
  const named = rows.find((row) => row.named !== null)?.named as number
  return named > most ? undefined : { places: rows.filter(({ id }) => id !== null) as unknown as SortKey[], named }
}

/** For SQLite: each is looked up as soon as it is named, and all come in one row. Both cost less than keeping them. */
function lookUpEach(listing: Listing, p: Values, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const isListed = allOf([sql`entities.type = ${p.type}`, ...belongs(listing, p, 'sqlite')])
  return sql`
    select count(*) as total, ${placesWhere(isListed, ORDERS[listing.order])} as places
    from (select id from (${source}) as found limit ${p.reach}) as named cross join entities on ${ID} = named.id`
}

function eachOf([row]: readonly Record<string, unknown>[], most: number): Named | undefined {
  const named = row?.total as number
  return named > most ? undefined : { places: placesOf(row), named }
}

/** Those of the rows that fulfil a condition, as one value of SQLite. */
function placesWhere(condition: RawBuilder<unknown>, key: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`json_group_array(json_array(${ID}, ${key})) filter (where ${condition})`
}

/** An index may name an entry for two reasons, and an entry may be in several branches: each comes once. */
function placesOf(row: Record<string, unknown> | undefined): SortKey[] {
  const places = new Map<SortKey['id'], SortKey>()
  for (const [id, k] of JSON.parse(row?.places as string) as [SortKey['id'], SortKey['k']][]) places.set(id, { id, k })
  return [...places.values()]
}

/** The same with all entries that fulfil a filter, however many: a page of them, and their number. */
export async function findAmongAll(
  db: Db,
  listing: Listing,
  { key, ids, values }: Filter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ ids: number[]; total: number } | undefined> {
  if (!ids) return undefined
  const query = queryFor(`all ${key} ${keyOf(listing)}`, (p, engine) => {
    const among = known(listing, p, engine, sql`${ID} in (select id from (${ids(p, engine)}) as found)`)
    return sql`select id, count(*) over () as total from (${among}) as listed
      order by ${inOrder(listing, engine)} limit ${p.limit} offset ${p.offset}`
  })
  const read = (most: number, from: number) => query(db, { ...valuesOf(listing), ...values, limit: most, offset: from })
  const rows = await read(limit, offset)
  // Behind the end no row tells the number.
  const [row] = rows.length === 0 && offset > 0 ? await read(1, 0) : rows
  return { ids: rows.map(({ id }) => id as number), total: (row?.total as number | undefined) ?? 0 }
}

/** A stretch of the list without its filters, each entry with a bit for every filter that it fulfils. */
export async function findTested(
  db: Db,
  listing: Listing,
  limit: number,
  offset: number,
): Promise<{ id: number; bits: number }[]> {
  const query = queryFor(`tested ${keyOf(listing)}`, (p, engine) => {
    const bits = listing.filters.map(
      (filter, index) => sql`case when ${filter.condition(p, engine)} then ${sql.lit(2 ** index)} else 0 end`,
    )
    const page = pageOf({ ...listing, filters: [] }, p, engine)
    const stretch = listing.filters.every(({ isAboutId }) => isAboutId)
      ? sql`(${page}) as entities`
      : sql`(${page}) as stretch join entities on ${ID} = stretch.id`
    return sql`
      select ${ID} as id, ${sql.join(bits, sql` + `)} as bits from ${stretch} order by ${inOrder(listing, engine, ID)}`
  })
  const values = { ...valuesOf(listing), limit, offset, reach: limit + offset }
  return (await query(db, values)) as { id: number; bits: number }[]
}

/**
 * Of the entries that `before` leaves, those that fulfil the filters, in any order. Undefined when there are more than so
 * many to look at.
 */
export async function findBefore(db: Db, listing: Listing, most: number): Promise<SortKey[] | undefined> {
  const query = queryFor(`before ${keyOf(listing)}`, (p, engine) => {
    const isFulfilled = allOf([sql`true`, ...listing.filters.map((filter) => filter.condition(p, engine))])
    const isAboutIds = listing.filters.every(({ isAboutId }) => isAboutId)
    const all = { ...listing, filters: [] }
    if (engine === 'sqlite') {
      // It need not merge the branches: what several of them have is only looked at repeatedly.
      const late = sql`(${sql.join(stretches(all, p, engine), sql` union all `)} limit ${p.reach})`
      const places = isAboutIds ? sql`${late} as entities` : sql`${late} as late cross join entities on ${ID} = late.id`
      return sql`select count(*) as total, ${placesWhere(isFulfilled, sql.ref('k'))} as places from ${places}`
    }
    const places = isAboutIds ? sql`late as entities` : sql`late join entities on ${ID} = late.id`
    return sql`with late as materialized (${pageOf(all, p, engine)})
      select ${ID} as id, k, null as named from ${places} where ${isFulfilled}
      union all select null, null, count(*) from late`
  })
  const rows = await query(db, Object.assign(valuesOf(listing), { limit: most + 1, offset: 0, reach: most + 1 }))
  return (engineOf(db) === 'sqlite' ? eachOf(rows, most) : fewOf(rows, most))?.places
}

/** How many entries are readable only because they name the actor, counted up to a bound. */
export async function countGranted(db: Db, listing: Listing, branch: Branch, most: number): Promise<number> {
  const only = { ...listing, branches: [branch], withoutPinned: false }
  const query = queryFor(`granted ${keyOf(only)}`, (p, engine) => {
    const selects = stretches(only, p, engine)
    return sql`select count(*) as total from (${sql.join(selects, sql` union all `)} limit ${p.most}) as found`
  })
  const [row] = await query(db, { ...valuesOf(only), most })
  return row?.total as number
}

/** What decides how a list is read: how much names the actor, what they pinned and prefer, the highest id of all entries. */
export const findFacts = prepared((db: Db, p: Who & { mostGrants: number }, engine) => ({
  compile: () =>
    sql<{ grants: number; has_pins: number; preferences: string; newest: number | null }>`
    select preferences, (select max(id) from entities) as newest,
      (select count(*) from (
        select 1 from (${grantedEntries(engine, p, 'read')}) as named limit ${p.mostGrants}
      ) as counted) as grants,
      case when exists (select 1 from pins where pins.userid = users.userid) then 1 else 0 end as has_pins
    from users where users.userid = ${p.userid}`.compile(db),
}))

type Build = (p: Values, engine: Engine) => RawBuilder<unknown>
type Query = (db: Db, values: Values) => Promise<Record<string, unknown>[]>

const MOST_QUERIES = 1000
const queries = new Map<string, Query>()

/** Lists with the same key have the same text, so it is built once. */
function queryFor(key: string, build: Build): Query {
  let query = queries.get(key)
  if (!query) {
    const compile = (db: Db, p: Values, engine: Engine) => ({
      compile: () => build(p, engine).compile(db) as CompiledQuery<Record<string, unknown>>,
    })
    query = prepared(compile, { isNamed: false })
    // There are as many as there are ways to ask; a client that tries them all does not fill our memory.
    if (queries.size >= MOST_QUERIES) queries.clear()
    queries.set(key, query)
  }
  return query
}

/** None of the keys has a line break. */
function keyOf({ order, direction, states, branches, range, filters, withoutPinned, before }: Listing): string {
  let key = `${order} ${direction} ${states} ${withoutPinned} ${before !== undefined}`
  for (const parts of [branches, range, filters]) {
    key += '\n'
    for (const part of parts) key += `\n${part.key}`
  }
  return key
}

function valuesOf({ values, branches, range, filters, before }: Listing): Values {
  const all: Values = { ...values, beforeKey: before?.key, ...before?.outside }
  for (const part of [...branches, ...range, ...filters]) Object.assign(all, part.values)
  return all
}

function pageOf(listing: Listing, p: Values, engine: Engine): RawBuilder<unknown> {
  const { limit, offset, reach } = p
  return mergeInOrder(engine, stretches(listing, p, engine), inOrder(listing, engine), { limit, offset, reach })
}

/** Each branch in each state: the stretches of the indexes that the list consists of. */
function stretches(listing: Listing, p: Values, engine: Engine): RawBuilder<unknown>[] {
  const common = listing.filters.map((filter) => filter.condition(p, engine))
  if (listing.withoutPinned) common.push(notPinned(p))
  if (listing.before) {
    const comes = listing.direction === 'desc' ? sql`>=` : sql`<=`
    common.push(sql`${ORDERS[listing.order]} ${comes} ${p.beforeKey}`, isOutside(listing, p, engine))
  }
  return listing.branches.flatMap((branch) =>
    listing.states.flatMap((state) =>
      halvesOf(listing, branch, engine).map(({ half, key }) =>
        select(
          listing,
          p,
          branch.byId === true,
          [sql`entities.state = ${sql.lit(state)}`, ...branch.condition(p, engine), ...half, ...common],
          key,
        ),
      ),
    ),
  )
}

/** On SQLite a stretch reaches to one end of all ids. The sign keeps it from walking along them. */
function isOutside({ direction }: Listing, p: Values, engine: Engine): RawBuilder<SqlBool> {
  if (engine === 'postgres') return sql`${ID} not between ${p.first} and ${p.last}`
  return direction === 'desc' ? sql`+${ID} < ${p.first}` : sql`+${ID} > ${p.last}`
}

/** Columns that few entries have a value in. Only these are in an index in their order; the others follow by their ids. */
const SPARSE: Partial<Record<ListOrder, { column: RawBuilder<unknown>; none: RawBuilder<unknown> }>> = {
  customid: { column: sql`entities.custom_id`, none: sql`null::integer` },
  comment: { column: sql`entities.recent_comment_at`, none: sql`null::text collate "C"` },
}

interface Half {
  half: RawBuilder<unknown>[]
  /** What it is sorted by, where it is not the column: that all are the same, PostgreSQL sees in a constant alone. */
  key?: RawBuilder<unknown>
}

function halvesOf({ order }: Listing, { byId }: Branch, engine: Engine): Half[] {
  const sparse = SPARSE[order]
  if (!sparse || byId) return [{ half: [] }]
  const { column, none } = sparse
  return [
    { half: [sql`${column} is not null`] },
    { half: [sql`${column} is null`], ...(engine === 'postgres' && { key: none }) },
  ]
}

/** Entries that are known by their ids, as far as they belong to the list, in any order. */
function known(listing: Listing, p: Values, engine: Engine, ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return select(listing, p, true, [ids, ...belongs(listing, p, engine)])
}

/** The conditions under which an entry of the type belongs to the list. */
function belongs(listing: Listing, p: Values, engine: Engine): RawBuilder<unknown>[] {
  return [
    sql`entities.state in (${sql.join(listing.states.map((state) => sql.lit(state)))})`,
    ...[...listing.range, ...listing.filters].map((filter) => filter.condition(p, engine)),
    allowed(engine, p as Who, GUARDED, 'read'),
    ...(listing.withoutPinned ? [notPinned(p)] : []),
  ]
}

function notPinned(p: Values): RawBuilder<SqlBool> {
  return sql`not exists (select 1 from pins where pins.userid = ${p.userid} and pins.entity_id = ${ID})`
}

function select(
  { order }: Listing,
  p: Values,
  byId: boolean,
  conditions: readonly RawBuilder<unknown>[],
  key = ORDERS[order],
): RawBuilder<unknown> {
  // The sign keeps SQLite from walking an index of lists where a few ids are looked up.
  const type = byId ? sql`+entities.type = ${p.type}` : sql`entities.type = ${p.type}`
  return sql`select ${ID} as id, ${key} as k from entities where ${allOf([type, ...conditions])}`
}

const ORDERS: Readonly<Record<ListOrder, RawBuilder<unknown>>> = {
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

function inOrder({ order, direction }: Listing, engine: Engine, id = sql.ref('id')): RawBuilder<unknown> {
  const way = sql.raw(direction)
  if (order === 'id') return sql`${id} ${way}`
  const nulls = NEVER_NULL.has(order) ? sql`` : nullsAreSmall(engine, direction)
  return sql`k ${way} ${nulls}, ${id} ${way}`
}
