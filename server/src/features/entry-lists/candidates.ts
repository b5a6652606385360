import { type RawBuilder, sql } from 'kysely'
import { allOf, ID, type Values } from '../../access/entry-filter.ts'
import { amongFew, type Engine } from '../../db/dialect.ts'
import { belongs, headOf, inOrder, known, type Listing, ORDERS, pageOf, stretches } from './listing-query.ts'

/** An entry with its sort key. */
export interface Place {
  id: number
  k: string | number | null
  /** The head of its chain; undefined if it was not read. */
  head?: string | null
}

export interface SortKey extends Place {
  head: string | null
}

/** The candidates of an index that belong to the list, and the number of candidates. */
export interface Named {
  places: SortKey[]
  named: number
}

/** How each engine selects the candidates that belong to a list, and counts the candidates. */
interface Candidates {
  /** The candidates are the rows of `source`, at most `reach`. */
  named(listing: Listing, p: Values, source: RawBuilder<unknown>): RawBuilder<unknown>
  /** The same in the order of the list, where `source` covers the whole table. Heads may be left out. */
  namedInOrder(listing: Listing, p: Values, source: RawBuilder<unknown>): RawBuilder<unknown>
  /** The candidates are the entries of the list without its filters. */
  listed(listing: Listing, p: Values): RawBuilder<unknown>
  /** Reads the result of such a query. Undefined if there are more candidates than `most`. */
  read(rows: readonly Row[], most: number): Named | undefined
}

type Row = Record<string, unknown>

/**
 * Each candidate is looked up as soon as the index returns it, and all come in one row. Both cost less than
 * materialising them.
 */
const ON_SQLITE: Candidates = {
  named: (listing, p, source) => lookUp(listing, p, source, { isWithHeads: true }),
  namedInOrder: (listing, p, source) =>
    lookUp(
      listing,
      p,
      source,
      // The heads of all would take as long as all the rest, and a page shows few of them.
      { isWithHeads: false },
      sql`order by ${ORDERS[listing.order]} ${sql.raw(listing.direction)}, ${ID} ${sql.raw(listing.direction)}`,
    ),
  listed(listing, p) {
    // No need to merge the branches: an entry in several is only checked repeatedly.
    const all = stretches({ ...listing, filters: [] }, p, 'sqlite')
    const late = sql`(${sql.join(all, sql` union all `)} limit ${p.reach})`
    const places = isAboutIds(listing)
      ? sql`${late} as entities`
      : sql`${late} as late cross join entities on ${ID} = late.id`
    const isFulfilled = fulfils(listing, p, 'sqlite')
    const listed = placesWhere(isFulfilled, [sql.ref('k'), headOf(ID)])
    return sql`select count(*) as total, ${listed} as places from ${places}`
  },
  read([row], most) {
    const named = row?.total as number
    return named > most ? undefined : { places: placesOf(row), named }
  },
}

/** The candidates are materialised, and counted in a separate row. */
const ON_POSTGRES: Candidates = {
  named: (listing, p, source) => lookUpFew(listing, p, source),
  namedInOrder: (listing, p, source) => lookUpFew(listing, p, source),
  listed(listing, p) {
    const places = isAboutIds(listing) ? sql`late as entities` : sql`late join entities on ${ID} = late.id`
    return sql`with late as materialized (${pageOf({ ...listing, filters: [] }, p, 'postgres')})
      select ${ID} as id, k, ${headOf(ID)} as head, null as named from ${places}
      where ${fulfils(listing, p, 'postgres')}
      union all select null, null, null, count(*) from late`
  },
  read: fewOf,
}

export const CANDIDATES: Readonly<Record<Engine, Candidates>> = { sqlite: ON_SQLITE, postgres: ON_POSTGRES }

function isAboutIds({ filters }: Listing): boolean {
  return filters.every(({ isAboutId }) => isAboutId)
}

function fulfils({ filters }: Listing, p: Values, engine: Engine): RawBuilder<unknown> {
  return allOf([sql`true`, ...filters.map((filter) => filter.condition(p, engine))])
}

/** Looks nothing up if there are more than `most`: over the whole table that is common, and the rows are far apart. */
function lookUpFew(listing: Listing, p: Values, source: RawBuilder<unknown>): RawBuilder<unknown> {
  const engine = 'postgres'
  const few = sql`select id from named where (select count(*) from named) <= ${p.most}`
  return sql`
    with named as materialized (select id from (${source}) as found limit ${p.reach})
    select id, k, ${headOf(sql.ref('listed.id'))} as head, null as named
    from (${known(listing, p, engine, amongFew(engine, ID, few))}) as listed
    union all select null, null, null, count(*) from named order by ${inOrder(listing, engine)}`
}

function fewOf(rows: readonly Row[], most: number): Named | undefined {
  const named = rows.find((row) => row.named !== null)?.named as number
  return named > most ? undefined : { places: rows.filter(({ id }) => id !== null) as unknown as SortKey[], named }
}

/** The matching rows as one JSON value of SQLite. */
function placesWhere(
  condition: RawBuilder<unknown>,
  columns: readonly RawBuilder<unknown>[],
  order: RawBuilder<unknown> = sql``,
): RawBuilder<unknown> {
  return sql`json_group_array(json_array(${sql.join([ID, ...columns])}) ${order}) filter (where ${condition})`
}

function lookUp(
  listing: Listing,
  p: Values,
  source: RawBuilder<unknown>,
  { isWithHeads }: { isWithHeads: boolean },
  order?: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const columns = [ORDERS[listing.order], ...(isWithHeads ? [headOf(ID)] : [])]
  const isListed = allOf([sql`entities.type = ${p.type}`, ...belongs(listing, p, 'sqlite')])
  return sql`
    select count(*) as total, ${placesWhere(isListed, columns, order)} as places
    from (select id from (${source}) as found limit ${p.reach}) as named cross join entities on ${ID} = named.id`
}

/** Removes duplicates: an index may return an entry twice, and an entry may be in several branches. */
function placesOf(row: Row | undefined): SortKey[] {
  const places = new Map<SortKey['id'], SortKey>()
  const listed = JSON.parse(row?.places as string) as [SortKey['id'], SortKey['k'], SortKey['head']][]
  for (const [id, k, head] of listed) places.set(id, { id, k, head })
  return [...places.values()]
}
