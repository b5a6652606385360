import type { Db } from '../../db/schema.ts'
import * as repo from './entities.list.repo.ts'
import { type Asked, countAll, type Found, type Window } from './list-pages.ts'
import type { Filter } from './list-parts.ts'

/** A filter that leaves at most so many entries is answered from these alone. */
const MOST_CANDIDATES = 2000
/** So many entries are looked at before anything else is tried: enough to tell common words from rare ones. */
const FIRST_LOOK = 32
/** A walk that promises to be no longer is taken before an index is asked. */
const SHORT_WALK = 600
/** Each stretch of a walk is at most so many times as long as the way so far. */
const GROWTH = 4
/** After so many a page that is still not full is put together in another way. */
const LONG_WALK = 2000
/** Totals up to this are worth counting exactly. */
const MOST_COUNTED = 1000

/**
 * A page of a list with filters, at a cost that hardly grows with the table. Filters that many entries fulfil are found
 * by walking along the list; filters that few fulfil by asking their index. Which is which, the first entries tell.
 */
export async function findFiltered(db: Db, asked: Asked, window: Window): Promise<Found> {
  const walk = await startWalk(db, asked)
  const wanted = window.offset + window.limit
  await walk.on(FIRST_LOOK)
  while (walk.found.length < wanted && !walk.isDone && walk.steps + walk.stepsTo(wanted) <= SHORT_WALK) {
    await walk.on(walk.stretchTo(wanted))
  }
  if (walk.isDone) return { ids: cut(walk.found, window), total: walk.found.length }
  const isFull = walk.found.length >= wanted

  // A full page of a long list: counting the rest would cost far more than the page.
  if (!isFull || (await isShort(db, asked, walk))) {
    const among = await findAmongFew(db, asked, window, walk)
    if (among) return among
  }
  while (walk.found.length < wanted && !walk.isDone && walk.steps < LONG_WALK) await walk.on(walk.stretchTo(wanted))
  if (walk.isDone) return { ids: cut(walk.found, window), total: walk.found.length }
  if (walk.found.length >= wanted)
    return { ids: cut(walk.found, window), total: walk.found.length, totalIsExact: false }
  return findAmongAll(db, asked, window, walk)
}

/** The whole answer, when some filter leaves few entries. */
export async function findAmongFew(
  db: Db,
  { listing, hasPins }: Asked,
  window: Window,
  walk?: Walk,
): Promise<Found | undefined> {
  for (const filter of walk?.rarestFirst().filter(walk.isPerhapsRare) ?? listing.filters) {
    const candidates = await findCandidates(db, listing, filter)
    if (!candidates) continue
    const rest = { ...listing, filters: listing.filters.filter((other) => other !== filter) }
    const found = candidates.length === 0 ? [] : await repo.findAmong(db, rest, candidates)
    const ids = hasPins ? await pinnedFirst(db, listing, found) : found
    return { ids: cut(ids, window), total: ids.length }
  }
  return undefined
}

const MOST_REMEMBERED = 5000
/** Filters that left too many the last time they were asked. Asking in vain costs time; not asking is never wrong. */
const tooMany = new Set<string>()

async function findCandidates(db: Db, listing: repo.Listing, filter: Filter): Promise<number[] | undefined> {
  const name = JSON.stringify([filter.key, filter.values])
  if (tooMany.has(name)) return undefined
  const candidates = await repo.findCandidates(db, listing, filter, MOST_CANDIDATES)
  if (candidates) return candidates
  if (tooMany.size >= MOST_REMEMBERED) tooMany.clear()
  tooMany.add(name)
  return undefined
}

/** The page out of everything that the rarest filter leaves. The slow way, for what is neither rare nor recent. */
async function findAmongAll(db: Db, { listing }: Asked, window: Window, walk: Walk): Promise<Found> {
  const { pinned } = walk
  const others = { ...listing, withoutPinned: pinned.length > 0 }
  const rest = { limit: window.limit, offset: Math.max(0, window.offset - pinned.length) }
  const first = pinned.slice(window.offset, window.offset + window.limit)
  const [filter] = walk.rarestFirst()
  if (filter) {
    const filters = listing.filters.filter((other) => other !== filter)
    const found = await repo.findAmongAll(db, { ...others, filters }, filter, rest)
    if (found) return { ids: [...first, ...found.ids].slice(0, window.limit), total: pinned.length + found.total }
  }
  const ids = [...first, ...(await repo.findIds(db, others, rest.limit, rest.offset))].slice(0, window.limit)
  // Behind the end nothing tells where it is.
  return ids.length === 0 ? { ids } : { ids, total: window.offset + ids.length, totalIsExact: false }
}

/** Is the whole list so short that its exact total can be had for little? */
async function isShort(db: Db, asked: Asked, walk: Walk): Promise<boolean> {
  const { total = 0 } = await countAll(db, { ...asked, listing: { ...asked.listing, filters: [] } })
  return total * walk.density() <= MOST_COUNTED
}

async function startWalk(db: Db, { listing, hasPins }: Asked): Promise<Walk> {
  const pinned = hasPins ? await repo.findPinned(db, listing) : []
  return new Walk(db, { ...listing, withoutPinned: pinned.length > 0 }, pinned)
}

/** Goes along a list from its start and keeps what fulfils all filters. */
class Walk {
  readonly pinned: readonly number[]
  /** What fulfils the filters, in order, the pinned ones first. */
  readonly found: number[]
  /** How many entries have been looked at. */
  steps = 0
  /** True: there are no more. */
  isDone = false
  readonly #db: Db
  readonly #listing: repo.Listing
  readonly #hits: number[]

  constructor(db: Db, listing: repo.Listing, pinned: readonly number[]) {
    this.#db = db
    this.#listing = listing
    this.#hits = listing.filters.map(() => 0)
    this.pinned = pinned
    this.found = [...pinned]
  }

  async on(steps: number): Promise<void> {
    const rows = await repo.findTested(this.#db, this.#listing, steps, this.steps)
    const all = 2 ** this.#hits.length - 1
    for (const { id, bits } of rows) {
      if (bits === all) this.found.push(id)
      for (const index of this.#hits.keys()) if (hasBit(bits, index)) this.#hits[index] = (this.#hits[index] ?? 0) + 1
    }
    this.steps += rows.length
    this.isDone = rows.length < steps
  }

  /** The share of what was looked at that fulfils all filters. */
  density(): number {
    return (this.found.length - this.pinned.length + 0.5) / this.steps
  }

  /** How many more must be looked at, it seems, to have found so many; with something to spare. */
  stepsTo(wanted: number): number {
    const missing = Math.max(1, wanted - this.found.length)
    return Math.max(FIRST_LOOK, Math.ceil((1.3 * missing) / this.density()))
  }

  /** The same, but no guess reaches far beyond what has been seen. */
  stretchTo(wanted: number): number {
    return Math.min(this.stepsTo(wanted), this.steps * GROWTH)
  }

  /** Filters that an index can answer, beginning with the one that fewest entries fulfilled. */
  rarestFirst(): Filter[] {
    const { filters } = this.#listing
    const indexed = filters.filter(({ ids }) => ids !== undefined)
    return indexed.toSorted((a, b) => this.#hitsOf(a) - this.#hitsOf(b))
  }

  /** Worth asking an index: the rarest one, and every one that no entry has fulfilled so far. */
  readonly isPerhapsRare = (filter: Filter, place: number): boolean => place === 0 || this.#hitsOf(filter) === 0

  #hitsOf(filter: Filter): number {
    return this.#hits[this.#listing.filters.indexOf(filter)] ?? 0
  }
}

function hasBit(bits: number, index: number): boolean {
  return Math.floor(bits / 2 ** index) % 2 === 1
}

async function pinnedFirst(db: Db, listing: repo.Listing, ids: readonly number[]): Promise<number[]> {
  const pinned = new Set(await repo.findPinned(db, listing))
  return [...ids.filter((id) => pinned.has(id)), ...ids.filter((id) => !pinned.has(id))]
}

function cut(ids: readonly number[], { limit, offset }: Window): number[] {
  return limit === 0 ? [...ids] : ids.slice(offset, offset + limit)
}
