import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import { countReadable } from '../counts/entry-counts.ts'
import type { EntityKind } from '../entries/entries.types.ts'
import type { Search } from '../search/search-query.ts'
import { grantedBranch, type Range } from './branches.ts'
import * as repo from './entry-lists.repo.ts'
import type { Listing } from './listing-query.ts'
import type { PlanMemory } from './plan-memory.ts'

/** What a request wants to see, with what its answer depends on. */
export interface ListRequest {
  actor: Actor
  range: Range
  listing: Listing
  /** How many entries name the actor, counted up to a bound. */
  grants: number
  hasPins: boolean
  kind: EntityKind
  /** The highest id of all entries. */
  newest: number
  /** What this notebook's lists showed before. */
  plans: PlanMemory
  /** What the interface searches for. */
  search?: Search
  /** The best come first; the filters of the listing leave the search out. */
  isRanked?: boolean
}

export interface PageWindow {
  limit: number
  offset: number
}

/** Ids of a page, and how many entries there are in all. */
export interface PageOfIds {
  ids: number[]
  total?: number
  /** False: at least so many. */
  totalIsExact?: boolean
}

/** The page out of all ids; without a limit, all of them. */
export function cut(ids: readonly number[], { limit, offset }: PageWindow): number[] {
  return limit === 0 ? [...ids] : ids.slice(offset, offset + limit)
}

/** A page of a list without filters: cut out of the indexes, its total from the counts. */
export async function findPage(db: Db, asked: ListRequest, window: PageWindow): Promise<PageOfIds> {
  const pinned = asked.hasPins ? await repo.findPinned(db, asked.listing) : []
  const [ids, total] = await Promise.all([findWindow(db, asked.listing, pinned, window), countAll(db, asked)])
  return { ids, ...total }
}

/** The page of a list whose first entries are the pinned ones. */
export async function findWindow(
  db: Db,
  listing: Listing,
  pinned: readonly number[],
  { limit, offset }: PageWindow,
): Promise<number[]> {
  const first = pinned.slice(offset, offset + limit)
  if (first.length === limit) return first
  const others = pinned.length > 0 ? { ...listing, withoutPinned: true } : listing
  const rest = await repo.findIds(db, others, limit - first.length, Math.max(0, offset - pinned.length))
  return [...first, ...rest]
}

/** Above this many, entries that only name the actor are not counted to the end. */
const MOST_GRANTED = 10_000

/** How many entries a list without filters has. */
export async function countAll(
  db: Db,
  { actor, range, listing, grants }: ListRequest,
): Promise<Omit<PageOfIds, 'ids'>> {
  const { scope, owners } = range
  const own = scope === 1 && !owners
  const readable = await countReadable(db, whoOf(actor), {
    type: listing.values.type,
    states: listing.states,
    team: scope === 2 ? actor.team : undefined,
    owners: own ? [actor.userid] : owners,
  })
  if (own || grants === 0) return { total: readable }
  const granted = await repo.countGranted(db, listing, grantedBranch(range), MOST_GRANTED)
  return { total: readable + granted, totalIsExact: granted < MOST_GRANTED }
}
