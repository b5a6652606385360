import type { ListOrder } from '@aliquot/contract/entities-list'
import { sql } from 'kysely'
import { type Filter, ID, type Values } from '../../access/entry-filter.ts'
import { type Engine, inNumbers } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { findFiltered } from './choose-plan.ts'
import * as repo from './entry-lists.repo.ts'
import { columnFilter, ofEverySort } from './filters.ts'
import { labelsInRange } from './labels-in-range.ts'
import { countAll, cut, type ListRequest, type PageOfIds, type PageWindow } from './plan-unfiltered.ts'

const GROUPED = ['cat', 'rating', 'status', 'user'] as const satisfies ListOrder[]
type Grouped = (typeof GROUPED)[number]

/** Orders in which many entries share a sort key: the list is one group after another. */
export function isGrouped(order: ListOrder): order is Grouped {
  return GROUPED.some((grouped) => grouped === order)
}

/**
 * A page of a list in such an order. Each group is a list by id with one more filter, and only the groups of the page
 * are read. So the order needs no index and no full sort.
 */
export async function findGrouped(db: Db, asked: ListRequest, window: PageWindow): Promise<PageOfIds> {
  const pinned = asked.hasPins ? await repo.findPinned(db, asked.listing) : []
  const ids = cut(pinned, window)
  let skipped = Math.max(0, window.offset - pinned.length)
  let seen = pinned.length
  let isWhole = true
  for (const group of await groupsOf(db, asked)) {
    const missing = window.limit - ids.length
    if (missing === 0) {
      isWhole = false
      break
    }
    const found = await findFiltered(db, inGroup(asked, group, pinned.length > 0), { limit: missing, offset: skipped })
    ids.push(...found.ids)
    // Less than a page means the whole group was seen, so its size is known.
    skipped = found.ids.length > 0 ? 0 : skipped - (found.total ?? 0)
    seen += found.total ?? 0
    isWhole &&= found.totalIsExact !== false
  }
  const hasFilters = asked.listing.filters.length > 0
  return hasFilters ? { ids, total: seen, totalIsExact: isWhole } : { ids, ...(await countAll(db, asked)) }
}

export function inGroup(asked: ListRequest, group: Filter, withoutPinned: boolean): ListRequest {
  const filters = [...asked.listing.filters, group, ...(withoutPinned ? [NOT_PINNED] : [])]
  return { ...asked, hasPins: false, listing: { ...asked.listing, order: 'id', filters } }
}

const NOT_PINNED: Filter = {
  key: 'not pinned',
  condition: (p) => sql`not exists (select 1 from pins where pins.userid = ${p.userid} and pins.entity_id = ${ID})`,
  values: {},
}

/** The groups in the order of the list. */
async function groupsOf(db: Db, asked: ListRequest): Promise<Filter[]> {
  const { order, direction } = asked.listing
  const groups =
    order === 'user' ? await byOwner(db, asked) : order === 'rating' ? byRating() : await byLabel(db, asked, order)
  return direction === 'asc' ? groups : groups.reverse()
}

function byRating(): Filter[] {
  return [0, 1, 2, 3, 4, 5].map((rating) => ofColumn('rating', [rating]))
}

async function byLabel(db: Db, asked: ListRequest, order: ListOrder): Promise<Filter[]> {
  const column = order === 'cat' ? 'category' : 'status'
  const labels = await labelsInRange(db, asked, column)
    .select(['id', sql<string>`lower(title)`.as('key')])
    .orderBy('key')
    .execute()
  const groups = Map.groupBy(labels, ({ key }) => key)
  // Entries without a value sort as the smallest.
  return [[], ...groups.values()].map((group) =>
    ofColumn(
      column,
      group.map(({ id }) => id),
    ),
  )
}

/** Entries with one of these values; with none given, entries without a value. */
export function ofColumn(column: 'category' | 'status' | 'rating', numbers: number[]): Filter {
  const filter = columnFilter(column, { numbers, orNull: numbers.length === 0 }, 'group')
  if (!filter) throw new Error(`No filter for ${column}`)
  return { ...filter, key: `${column} ${filter.key}` }
}

/** The owners of entries in this range, by name. */
async function byOwner(db: Db, { listing, range, actor }: ListRequest): Promise<Filter[]> {
  const { rows: owners } = await sql<{ userid: number; key: string }>`
    select userid, lower(lastname || ' ' || firstname) as key from users
    where exists (
      select 1 from entity_counts as c where c.userid = users.userid and c.type = ${listing.values.type}
      ${range.scope === 2 ? sql`and c.team = ${actor.team}` : sql``})
    order by key`.execute(db)
  const groups = Map.groupBy(owners, ({ key }) => key)
  return [...groups.values()].map((group) => ofOwners(group.map(({ userid }) => userid)))
}

export function ofOwners(userids: number[]): Filter {
  const among = (column: string, p: Values, engine: Engine) => inNumbers(engine, sql.ref(column), p.group)
  return {
    key: 'group of owners',
    condition: (p, engine) => among('entities.userid', p, engine),
    ids: (p, engine) => sql`select id from entities where type = ${p.type} and ${among('userid', p, engine)}`,
    idsWithin: (p, engine) => sql`select id from entities
      where type = ${p.type} and ${among('userid', p, engine)} and ${ofEverySort()} and id between ${p.first} and ${p.last}`,
    values: { group: JSON.stringify(userids) },
  }
}
