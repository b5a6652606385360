import { type Filter, type IdRange, without } from '../../access/entry-filter.ts'
import { engineOf } from '../../db/dialect.ts'
import type { Db } from '../../db/schema.ts'
import { holdsAll, stretchFrom } from '../search/id-blocks.ts'
import type { SortKey } from './candidates.ts'
import * as repo from './entry-lists.repo.ts'
import type { Listing } from './listing-query.ts'
import { cut, type ListRequest, type PageOfIds, type PageWindow } from './plan-unfiltered.ts'

/** Pages that end further back are found otherwise. */
const MOST_WANTED = 300
/** So many that an index finds are looked at; when they are more, the page is found otherwise. */
const MOST_CANDIDATES = 2000
/** The same for entries that were changed lately. */
const MOST_LATE = 1000
/** A page that is not full after so many stretches, each longer than the one before, is found otherwise. */
const MOST_STRETCHES = 3
const GROWTH = 4
/** More than it takes, it seems, so that one stretch is enough nearly always. */
const MARGIN = 1.6

export interface NewestPlan {
  filter: Filter
  /** Fulfil all filters, and come first. */
  pinned: readonly number[]
  /** The share of ids that belong to the list, as far as known. */
  density: number
  /** The share of a page that has the newest ids, as far as known. The others are old entries that were changed lately. */
  newestShare?: number
}

/** What was seen on the way: a better guess for the next time. */
interface Observed {
  /** The share of ids that fulfil the filter. */
  share: number
  density: number
  newestShare?: number
}

/**
 * A page of entries that fulfil a filter which neither few nor most do. Lists come newest first, and new entries have high
 * ids, so the page is looked for among the highest ids. That alone may miss old entries that were changed lately: all
 * entries that come before the page's end are asked in addition, as far as their ids lie elsewhere.
 *
 * Undefined: this is not the way.
 */
export async function findNewest(
  db: Db,
  asked: ListRequest,
  window: PageWindow,
  { filter, pinned, density: expected, newestShare = 1 }: NewestPlan,
): Promise<(PageOfIds & { seen: Observed }) | undefined> {
  const { newest } = asked
  const listing = { ...asked.listing, withoutPinned: pinned.length > 0 }
  const wanted = window.offset + window.limit - pinned.length
  if (!filter.idsWithin || !comesWithIds(listing) || wanted <= 0 || wanted > MOST_WANTED) return undefined

  const rest = { ...listing, filters: without(listing.filters, filter) }
  const end = listing.direction === 'desc' ? 'newest' : 'oldest'
  const engine = engineOf(db)
  let stretch = stretchFrom(engine, end, newest, (MARGIN * wanted) / expected)
  for (let number = 1; number <= MOST_STRETCHES; number++) {
    const found = await repo.findNamedWithin(db, rest, filter, MOST_CANDIDATES, stretch)
    if (!found) return undefined
    const { named } = found
    const places = inOrder(listing, found.places)
    const seen = {
      share: Math.max(named, 1) / stretch.length,
      density: Math.max(places.length, 1) / stretch.length,
    }
    if (holdsAll(stretch, newest)) {
      const ids = [...pinned, ...places.map(({ id }) => id)]
      return { ids: cut(ids, window), total: ids.length, seen }
    }
    if (places.length >= wanted) {
      const late = await findLate(db, listing, { places, wanted, stretch }, newestShare)
      if (!late) return undefined
      const first = late.length === 0 ? places : inOrder(listing, [...places, ...late])
      const page = first.slice(0, wanted)
      const total = pinned.length + places.length + late.length
      return {
        ...{ ids: cut([...pinned, ...page.map(({ id }) => id)], window), total, totalIsExact: false },
        seen: { ...seen, newestShare: shareOf(page, late) },
      }
    }
    stretch = stretchFrom(engine, end, newest, GROWTH * stretch.length)
  }
  return undefined
}

/** Does what comes first in the list mostly have the highest ids, or the lowest? */
function comesWithIds({ order, direction }: Listing): boolean {
  // Entries without a date come first when it ascends, whatever their ids.
  return order === 'id' || order === 'lastchange' || (order === 'date' && direction === 'desc')
}

interface Candidates {
  /** Those of the stretch, in order: at least as many as are wanted. */
  places: readonly SortKey[]
  wanted: number
  stretch: IdRange
}

/**
 * Entries that belong to the page though their ids lie outside of the stretch, and perhaps more. Where they make up a part
 * of it, the others need not fill it, and less has to be looked at. Undefined: too many.
 */
async function findLate(
  db: Db,
  listing: Listing,
  { places, wanted, stretch }: Candidates,
  newestShare: number,
): Promise<SortKey[] | undefined> {
  if (listing.order === 'id') return []
  const enough = Math.min(wanted, Math.max(1, Math.ceil(newestShare * wanted)))
  const late = await findBefore(db, listing, places[enough - 1], stretch)
  if (!late || enough + late.length >= wanted) return late
  return findBefore(db, listing, places[wanted - 1], stretch)
}

/** Those outside of the stretch that come no later than one in it. */
async function findBefore(
  db: Db,
  listing: Listing,
  last: SortKey | undefined,
  outside: IdRange,
): Promise<SortKey[] | undefined> {
  if (typeof last?.k !== 'string') return undefined
  return repo.findBefore(db, { ...listing, before: { key: last.k, outside } }, MOST_LATE)
}

/** How much of a page is not late. A late one at its end is found when one more of the others is. */
function shareOf(page: readonly SortKey[], late: readonly SortKey[]): number {
  const isLate = new Set(late.map(({ id }) => id))
  const others = page.filter(({ id }, index) => !isLate.has(id) || index === page.length - 1)
  return others.length / page.length
}

/** What they are sorted by are ids, or instants and days, which are the same in the order of characters. */
function inOrder({ direction }: Listing, places: readonly SortKey[]): SortKey[] {
  const sign = direction === 'desc' ? -1 : 1
  return places.toSorted((a, b) => sign * (compare(a.k, b.k) || compare(a.id, b.id)))
}

function compare(a: SortKey['k'], b: SortKey['k']): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}
