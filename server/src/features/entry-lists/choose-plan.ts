import { setImmediate } from 'node:timers/promises'
import { type Filter, without } from '../../access/entry-filter.ts'
import type { Db } from '../../db/schema.ts'
import { InvalidInput } from '../../errors.ts'
import type { Place, SortKey } from './candidates.ts'
import * as repo from './entry-lists.repo.ts'
import { FIRST_LOOK, startWalk, stepsFor, type Walk } from './index-walk.ts'
import type { Listing } from './listing-query.ts'
import { listName, rememberIn, shareName } from './plan-memory.ts'
import { findNewest } from './plan-newest-ids.ts'
import { countAll, cut, cutUnpinned, type ListRequest, type PageOfIds, type PageWindow } from './plan-unfiltered.ts'

/** A filter that matches at most this many entries is answered from these alone. */
const MOST_CANDIDATES = 300
/** A walk that is expected to be at most this long is tried before an index. */
const SHORT_WALK = 250
/** The same if the share of the filter is known. */
const SHORT_KNOWN_WALK = 80
/** Checking one entry costs as much as reading this many of an index that is read as a whole. */
const STEP_IN_FINDS = 20
/** After this many steps without a full page another plan is tried. */
const LONG_WALK = 2000
/** Without a usable index the request is refused after this many steps. */
const MOST_STEPS = 100_000

/**
 * A page of a filtered list, at a cost that hardly grows with the table. If many entries match, walk along the list. If
 * few match, ask the index for all of them. In between, ask the index for the newest. The first entries, and what was
 * learned about the filter before, tell which case it is.
 */
export async function findFiltered(
  db: Db,
  asked: ListRequest,
  window: PageWindow,
  mostSteps: number = MOST_STEPS,
): Promise<PageOfIds> {
  const few = await findAmongKnownFew(db, asked, window)
  if (few) return few
  const walk = await startWalk(db, asked)
  const wanted = window.offset + window.limit
  const thinnest = knownSourceOf(asked)
  const known = thinnest && (await findAmongNewest(db, asked, window, { ...thinnest, pinned: walk.pinned }))
  if (known) return known

  await walk.on(FIRST_LOOK)
  while (walk.found.length < wanted && !walk.isDone && walk.steps + walk.stepsTo(wanted) <= SHORT_WALK) {
    await walk.on(walk.stretchTo(wanted))
  }
  if (walk.isDone) return { ...walk.page(window), total: walk.found.length }
  const isFull = walk.found.length >= wanted

  // If the page is full and the list long, counting the rest would cost far more than the page.
  if (!isFull || !(await isLong(db, asked, walk))) {
    const among = await findAmongFew(db, asked, window, walk.rarestFirst().filter(walk.isPerhapsRare))
    if (among) return among
  }
  const newest = isFull ? undefined : await findOnTheWay(db, asked, window, walk)
  if (newest) return newest
  const [rarest] = walk.rarestFirst()
  // If nothing was found for a while, a longer walk would not fill the page either.
  const isPromising = () => !rarest || walk.steps < SHORT_WALK || walk.found.length > walk.pinned.length
  const longest = Math.min(LONG_WALK, mostSteps)
  while (walk.found.length < wanted && !walk.isDone && walk.steps < longest && isPromising()) {
    await walk.on(Math.min(walk.stretchTo(wanted), longest - walk.steps))
    // The estimate from a few entries may have been far off.
    const late = walk.found.length < wanted && !walk.isDone ? await findOnTheWay(db, asked, window, walk) : undefined
    if (late) return late
  }
  if (walk.isDone) return { ...walk.page(window), total: walk.found.length }
  if (walk.found.length >= wanted) {
    if (!isFull) learnFrom(asked, walk, await countWithoutFilters(db, asked))
    return { ...walk.page(window), total: walk.found.length, totalIsExact: false }
  }
  return (await findAmongAll(db, asked, window, walk)) ?? walkOn(walk, window, mostSteps)
}

/** The whole answer, if some filter matches few entries. */
export async function findAmongFew(
  db: Db,
  asked: ListRequest,
  window: PageWindow,
  sources: readonly Filter[] = sourcesOf(asked.listing),
): Promise<PageOfIds | undefined> {
  const { listing, hasPins } = asked
  for (const filter of sources) {
    const places = await findFew(db, asked, filter)
    if (!places) continue
    if (!hasPins) return { ...cutUnpinned(await withHeads(db, cut(places, window)), ALL), total: places.length }
    const ids = await pinnedFirst(
      db,
      listing,
      places.map(({ id }) => id),
    )
    return { ids: cut(ids, window), total: ids.length }
  }
  return undefined
}

const ALL = { limit: 0, offset: 0 }

async function withHeads(db: Db, places: readonly Place[]): Promise<readonly SortKey[]> {
  if (places.every((place): place is SortKey => place.head !== undefined)) return places
  const heads = await repo.findHeads(
    db,
    places.map(({ id }) => id),
  )
  return places.map((place) => ({ ...place, head: heads.get(place.id) ?? null }))
}

/** The same through a filter that matched few entries the last time. */
async function findAmongKnownFew(db: Db, asked: ListRequest, window: PageWindow): Promise<PageOfIds | undefined> {
  const { few } = asked.plans
  const known = sourcesOf(asked.listing).filter((filter) => few.has(shareName(asked.listing, filter)))
  return known.length > 0 ? findAmongFew(db, asked, window, known) : undefined
}

function sourcesOf({ filters, joint }: Listing): readonly Filter[] {
  return joint ? [joint, ...filters] : filters
}

async function findFew(
  db: Db,
  { listing, plans: { shares, few } }: ListRequest,
  filter: Filter,
): Promise<Place[] | undefined> {
  const name = shareName(listing, filter)
  // A useless query costs time; skipping it is never wrong. A merge reads all entries of its filters.
  if (shares.has(name) || filter.isMerge) return undefined
  const rest = { ...listing, filters: without(listing.filters, filter) }
  const found = await repo.findNamed(db, rest, filter, MOST_CANDIDATES)
  if (found) {
    rememberIn(few, name, true)
  } else {
    few.delete(name)
    rememberIn(shares, name, undefined)
  }
  return found?.places
}

/** The filter that the last page of this list came from, or the most selective one among those known to match many. */
function knownSourceOf(asked: ListRequest): { filter: Filter; share: number } | undefined {
  const { listing, plans } = asked
  const known = sourcesOf(listing).flatMap((filter) => {
    const name = shareName(listing, filter)
    const share = plans.shares.get(name)
    return share === undefined ? [] : [{ name, filter, share }]
  })
  const { source } = plans.observed.get(listName(listing)) ?? {}
  const last = known.find(({ name }) => name === source)
  // A walk tells whether it is worth merging indexes.
  return last ?? (listing.joint?.isMerge ? undefined : known.toSorted((a, b) => a.share - b.share)[0])
}

/** Whether the list is too long to be counted. Then what the walk has seen is remembered for the next page. */
async function isLong(db: Db, asked: ListRequest, walk: Walk): Promise<boolean> {
  const [rarest] = walk.rarestFirst()
  if (rarest && asked.plans.observed.get(listName(asked.listing))?.source === shareName(asked.listing, rarest))
    return true
  const count = await countWithoutFilters(db, asked)
  if (count * walk.density() <= MOST_CANDIDATES) return false
  learnFrom(asked, walk, count)
  return true
}

/** Remembers what a walk has seen, so that after a long one the next page of this list comes from the newest entries. */
function learnFrom(asked: ListRequest, walk: Walk, count: number): void {
  const [rarest] = walk.rarestFirst()
  if (!rarest?.idsWithin || walk.triedNewest.has(rarest) || asked.newest === 0) return
  const { shares, observed } = asked.plans
  const share = count / asked.newest
  const source = shareName(asked.listing, rarest)
  if (walk.steps > SHORT_KNOWN_WALK) rememberIn(shares, source, walk.shareOf(rarest) * share)
  rememberIn(observed, listName(asked.listing), { source, density: walk.density() * share, isObserved: false })
}

/** The page from the newest entries, using what the walk has learned. */
async function findOnTheWay(
  db: Db,
  asked: ListRequest,
  window: PageWindow,
  walk: Walk,
): Promise<PageOfIds | undefined> {
  for (const filter of walk.rarestFirst()) {
    if (walk.triedNewest.has(filter)) continue
    const found = await findAmongNewest(db, asked, window, { filter, share: walk.density(), pinned: walk.pinned, walk })
    if (found) return found
  }
  return undefined
}

/** The page from the newest entries that match a filter, if that is expected to cost less than a walk. */
async function findAmongNewest(
  db: Db,
  asked: ListRequest,
  window: PageWindow,
  { filter, share, pinned, walk }: { filter: Filter; share: number; pinned: readonly number[]; walk?: Walk },
): Promise<PageOfIds | undefined> {
  const steps = stepsFor(window.offset + window.limit, share)
  if (steps <= (walk ? SHORT_WALK : SHORT_KNOWN_WALK)) return undefined
  if (asked.newest === 0) return undefined
  if (steps * STEP_IN_FINDS < share * asked.newest && !(await isLazy(db, asked, filter))) return undefined
  walk?.triedNewest.add(filter)
  const list = listName(asked.listing)
  const { shares, observed } = asked.plans
  const known = observed.get(list) ?? { density: (share * (await countWithoutFilters(db, asked))) / asked.newest }
  const found = await findNewest(db, asked, window, { filter, pinned, ...known })
  if (!found) return undefined
  const { seen, ...page } = found
  const source = shareName(asked.listing, filter)
  rememberIn(shares, source, seen.share)
  rememberIn(observed, list, { source, ...seen })
  return page
}

async function isLazy(db: Db, { listing, plans: { lazy } }: ListRequest, filter: Filter): Promise<boolean> {
  const name = shareName(listing, filter)
  const known = lazy.get(name)
  if (known !== undefined) return known
  const is = await repo.isLazy(db, listing, filter)
  rememberIn(lazy, name, is)
  return is
}

/** The page from everything that the rarest filter matches. The slow plan, for what is neither rare nor recent. */
async function findAmongAll(
  db: Db,
  { listing }: ListRequest,
  window: PageWindow,
  walk: Walk,
): Promise<PageOfIds | undefined> {
  const [filter] = walk.rarestFirst()
  if (!filter) return undefined
  const { pinned } = walk
  const others = { ...listing, filters: without(listing.filters, filter), withoutPinned: pinned.length > 0 }
  const rest = { limit: window.limit, offset: Math.max(0, window.offset - pinned.length) }
  const first = pinned.slice(window.offset, window.offset + window.limit)
  const found = await repo.findAmongAll(db, others, filter, rest)
  return found && { ids: [...first, ...found.ids].slice(0, window.limit), total: pinned.length + found.total }
}

/** Walks on where no index helps, up to a limit, and yields to other requests in between. */
async function walkOn(walk: Walk, window: PageWindow, mostSteps: number): Promise<PageOfIds> {
  const wanted = window.offset + window.limit
  while (walk.found.length < wanted && !walk.isDone) {
    if (walk.steps >= mostSteps) throw new TooFarBack(mostSteps)
    await setImmediate()
    await walk.on(Math.min(walk.stretchTo(wanted), mostSteps - walk.steps))
  }
  const page = { ...walk.page(window), total: walk.found.length }
  return walk.isDone ? page : { ...page, totalIsExact: false }
}

/** 400: refuses to walk along all entries there are. */
export class TooFarBack extends InvalidInput<'list.too_far_back'> {
  constructor(steps: number) {
    super('list.too_far_back', { field: 'offset', steps })
  }
}

async function countWithoutFilters(db: Db, asked: ListRequest): Promise<number> {
  const { total = 0 } = await countAll(db, { ...asked, listing: { ...asked.listing, filters: [] } })
  return total
}

async function pinnedFirst(db: Db, listing: Listing, ids: readonly number[]): Promise<number[]> {
  const pinned = new Set(await repo.findPinned(db, listing))
  return [...ids.filter((id) => pinned.has(id)), ...ids.filter((id) => !pinned.has(id))]
}
