import { type Filter, without } from '../../access/entry-filter.ts'
import { engineOf } from '../../db/dialect.ts'
import type { IdRange } from '../../db/entry-index.ts'
import { ENTRY_INDEX } from '../../db/entry-indexes.ts'
import { holdsAll } from '../../db/id-stretch.ts'
import type { Db } from '../../db/schema.ts'
import type { SortKey } from './candidates.ts'
import * as repo from './entry-lists.repo.ts'
import { BLOCK, blocksBelow, downToBlock } from './id-blocks.ts'
import type { Listing } from './listing-query.ts'
import { cut, cutUnpinned, type ListRequest, type PageOfIds, type PageWindow } from './plan-unfiltered.ts'

/** Pages that end further back use another plan. */
const MOST_WANTED = 300
/** The most index results to check; if there are more, another plan is used. */
const MOST_CANDIDATES = 2000
/** The same limit for recently changed entries with old ids. */
const MOST_LATE = 1000
/** If the page is not full after this many growing ranges, another plan is used. */
const MOST_STRETCHES = 3
const GROWTH = 4
/** A reserve on the estimate, so that one range is nearly always enough. */
const MARGIN = 1.6
/** The same if an earlier page of this list told how far its entries reach. */
const SMALL_MARGIN = 1.1

export interface NewestPlan {
  filter: Filter
  /** Pinned entries that match all filters. They come first. */
  pinned: readonly number[]
  /** The share of ids that belong to the list, as far as it is known. */
  density: number
  /** It was observed on the newest ids, not estimated. */
  isObserved?: boolean
  /**
   * The share of a page that has the newest ids, as far as it is known. The rest are old entries that were changed
   * recently.
   */
  newestShare?: number
}

/** Observations that improve the next estimate. */
interface Observed {
  /** The share of ids that match the filter. */
  share: number
  density: number
  isObserved: true
  newestShare?: number
}

/**
 * A page of entries that match a filter which is neither rare nor common. Lists come newest first and new entries have
 * high ids, so it searches the highest ids. That alone would miss old entries that were changed recently, so it also
 * checks all entries outside of that id range that come before the end of the page.
 *
 * Undefined if this plan does not fit.
 */
export async function findNewest(
  db: Db,
  asked: ListRequest,
  window: PageWindow,
  { filter, pinned, density: expected, isObserved = false, newestShare = 1 }: NewestPlan,
): Promise<(PageOfIds & { seen: Observed }) | undefined> {
  const { newest } = asked
  const listing = { ...asked.listing, withoutPinned: pinned.length > 0 }
  const wanted = window.offset + window.limit - pinned.length
  if (!filter.idsWithin || !comesWithIds(listing) || wanted <= 0 || wanted > MOST_WANTED) return undefined

  const rest = { ...listing, filters: without(listing.filters, filter) }
  const end = listing.direction === 'desc' ? 'newest' : 'oldest'
  const hasBlocks = end === 'newest' && listing.order === 'lastchange' && asked.range.scope === 2 && !asked.range.owners
  const stretchFrom = (ids: number) => {
    // To search so many ids for late entries would cost more than to merge the rest.
    const isMost = filter.isMerge && ids > newest / 2
    const reach = isMost ? newest : hasBlocks && ids >= BLOCK ? downToBlock(newest, ids) : ids
    return ENTRY_INDEX[engineOf(db)].stretchFrom(end, newest, reach)
  }
  let stretch = stretchFrom(((isObserved ? SMALL_MARGIN : MARGIN) * wanted) / expected)
  for (let number = 1; number <= MOST_STRETCHES; number++) {
    const found = await repo.findNamedWithin(db, rest, filter, MOST_CANDIDATES, stretch)
    if (!found) return undefined
    const { named } = found
    const places = inOrder(listing, found.places)
    const seen = {
      share: Math.max(named, 1) / stretch.length,
      density: densityOf(places, { wanted, end, newest, stretch }),
      isObserved: true as const,
    }
    if (holdsAll(stretch, newest)) {
      return { ...pageOf(pinned, places, window), total: pinned.length + places.length, seen }
    }
    // One more shows that the list goes on.
    if (places.length > wanted) {
      const blocks = hasBlocks && stretch.length >= BLOCK ? blocksBelow(stretch.first, asked.plans) : undefined
      const late = await findLate(db, listing, { places, wanted, stretch, blocks }, newestShare)
      if (!late) return undefined
      const first = late.length === 0 ? places : inOrder(listing, [...places, ...late])
      const page = first.slice(0, wanted)
      const total = pinned.length + places.length + late.length
      return {
        ...{ ...pageOf(pinned, page, window), total, totalIsExact: false },
        seen: { ...seen, newestShare: shareOf(page, late) },
      }
    }
    const growth = (MARGIN * wanted) / Math.max(places.length, 1)
    // A merge reads a range once, however long, and finds at once that there is no more.
    stretch = stretchFrom((filter.isMerge ? growth : Math.min(GROWTH, growth)) * stretch.length)
  }
  return undefined
}

/** The share of ids that belong to the list, as far as a page and one more reach, or in a range that holds fewer. */
function densityOf(
  places: readonly SortKey[],
  { wanted, end, newest, stretch }: { wanted: number; end: 'newest' | 'oldest'; newest: number; stretch: IdRange },
): number {
  if (places.length <= wanted) return Math.max(places.length, 1) / stretch.length
  const depths = places.map(({ id }) => (end === 'newest' ? newest - id : id) + 1)
  const reach = depths.toSorted((a, b) => a - b)[wanted] ?? stretch.length
  // An entry may have been created since the newest id was read.
  return wanted / Math.max(wanted, reach)
}

function pageOf(
  pinned: readonly number[],
  places: readonly SortKey[],
  window: PageWindow,
): Pick<PageOfIds, 'ids' | 'stamped'> {
  if (pinned.length === 0) return cutUnpinned(places, window)
  return { ids: cut([...pinned, ...places.map(({ id }) => id)], window) }
}

/** Whether the first entries of the list mostly have the highest ids (or the lowest). */
function comesWithIds({ order, direction }: Listing): boolean {
  // In ascending order entries without a date come first, whatever their ids.
  return order === 'id' || order === 'lastchange' || (order === 'date' && direction === 'desc')
}

interface Candidates {
  /** The entries of the id range in order: at least as many as wanted. */
  places: readonly SortKey[]
  wanted: number
  stretch: IdRange
  /** See Listing.before. */
  blocks: string | undefined
}

/**
 * Entries of the page with ids outside of the range, and perhaps more. If they fill part of the page, fewer of the
 * others are needed and less has to be checked. Undefined if there are too many.
 */
async function findLate(
  db: Db,
  listing: Listing,
  { places, wanted, stretch, blocks }: Candidates,
  newestShare: number,
): Promise<SortKey[] | undefined> {
  if (listing.order === 'id') return []
  const enough = Math.min(wanted, Math.max(1, Math.ceil(newestShare * wanted)))
  const outside = { outside: stretch, ...(blocks !== undefined && { blocks }) }
  const late = await findBefore(db, listing, places[enough - 1], outside)
  if (!late || enough + late.length >= wanted) return late
  return findBefore(db, listing, places[wanted - 1], outside)
}

/** Entries outside of the range that come no later than one inside. */
async function findBefore(
  db: Db,
  listing: Listing,
  last: SortKey | undefined,
  outside: Pick<NonNullable<Listing['before']>, 'outside' | 'blocks'>,
): Promise<SortKey[] | undefined> {
  if (typeof last?.k !== 'string') return undefined
  return repo.findBefore(db, { ...listing, before: { key: last.k, ...outside } }, MOST_LATE)
}

/** The share of a page that is not late. A late one at its end is found with one more of the others. */
function shareOf(page: readonly SortKey[], late: readonly SortKey[]): number {
  const isLate = new Set(late.map(({ id }) => id))
  const others = page.filter(({ id }, index) => !isLate.has(id) || index === page.length - 1)
  return others.length / page.length
}

/** Sort keys are ids, which compare as numbers, or times and dates, which sort correctly as text. */
function inOrder({ direction }: Listing, places: readonly SortKey[]): SortKey[] {
  const sign = direction === 'desc' ? -1 : 1
  return places.toSorted((a, b) => sign * (compare(a.k, b.k) || compare(a.id, b.id)))
}

function compare(a: SortKey['k'], b: SortKey['k']): number {
  if (a === b) return 0
  return (a ?? '') < (b ?? '') ? -1 : 1
}
