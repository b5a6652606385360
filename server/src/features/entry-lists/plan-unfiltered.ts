import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import { countReadable } from '../counts/entry-counts.ts'
import type { EntityKind } from '../entries/entries.types.ts'
import type { Pending } from '../search/pending.ts'
import type { Search } from '../search/search-query.ts'
import { grantedBranch, type Range } from './branches.ts'
import * as repo from './entry-lists.repo.ts'
import type { Listing } from './listing-query.ts'
import type { PlanMemory } from './plan-memory.ts'

/** A list request with all that its answer depends on. */
export interface ListRequest {
  actor: Actor
  range: Range
  listing: Listing
  /** The number of the actor's grants, counted up to a limit. */
  grants: number
  hasPins: boolean
  kind: EntityKind
  /** The highest id of all entries. */
  newest: number
  /** The statistics of earlier lists. */
  plans: PlanMemory
  /** The search of the interface. */
  search?: Search
  /** Entries that are not indexed yet; none if the list has no search. */
  pending: Pending
  /** The best come first. Then the filters of the listing do not include the search. */
  isRanked?: boolean
}

export interface PageWindow {
  limit: number
  offset: number
}

/** The ids of a page, and the total. */
export interface PageOfIds {
  ids: number[]
  total?: number
  /** False if the total is a lower bound. */
  totalIsExact?: boolean
}

/** The page out of all ids; all of them without a limit. */
export function cut(ids: readonly number[], { limit, offset }: PageWindow): number[] {
  return limit === 0 ? [...ids] : ids.slice(offset, offset + limit)
}

/** A page of an unfiltered list, from the indexes, with its total from the counts. */
export async function findPage(db: Db, asked: ListRequest, window: PageWindow): Promise<PageOfIds> {
  const pinned = asked.hasPins ? await repo.findPinned(db, asked.listing) : []
  const [ids, total] = await Promise.all([findWindow(db, asked.listing, pinned, window), countAll(db, asked)])
  return { ids, ...total }
}

/** A page of a list that starts with the pinned entries. */
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

/** Above this many, entries readable only by a grant are not counted exactly. */
const MOST_GRANTED = 10_000

/** The total of an unfiltered list. */
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
