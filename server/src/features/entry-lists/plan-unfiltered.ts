import type { Actor } from '../../access/actor.ts'
import { whoOf } from '../../access/visibility.ts'
import type { Db } from '../../db/schema.ts'
import { type CountedRange, countReadable } from '../counts/entry-counts.ts'
import type { EntityKind } from '../entries/entries.types.ts'
import type { ReaderStamp } from '../entries/record/known-texts.ts'
import type { Pending } from '../search/pending.ts'
import type { Search } from '../search/search-query.ts'
import { grantedBranch, type Range } from './branches.ts'
import * as repo from './entry-lists.repo.ts'
import type { Listing } from './listing-query.ts'
import type { PlanMemory } from './plan-memory.ts'
import type { StampedEntry } from './rows.ts'

/** A list request with all that its answer depends on. */
export interface ListRequest {
  actor: Actor
  range: Range
  listing: Listing
  /** The number of the actor's grants, counted up to a limit. */
  grants: number
  /** The actor has pinned entries, which come first. */
  hasPins: boolean
  /** The actor has pinned entries, which stand among the others. */
  hasPinsAmong: boolean
  /** The actor's part of the stamps. */
  reader: ReaderStamp
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

interface Total {
  total?: number
  /** False if the total is a lower bound. */
  totalIsExact?: boolean
}

/** The ids of a page, and the total. */
export interface PageOfIds extends Total {
  ids: number[]
  /** The same entries with their stamps, if the plan has read them. Only right where pinned entries come first. */
  stamped?: StampedEntry[]
}

/** The page out of all; all of them without a limit. */
export function cut<T>(all: readonly T[], { limit, offset }: PageWindow): T[] {
  return limit === 0 ? [...all] : all.slice(offset, offset + limit)
}

/** The page out of the entries of a plan. The reader has pinned none of them. */
export function cutUnpinned(
  entries: readonly Pick<StampedEntry, 'id' | 'head'>[],
  window: PageWindow,
): Required<Pick<PageOfIds, 'ids' | 'stamped'>> {
  const page = cut(entries, window)
  return { ids: page.map(({ id }) => id), stamped: page.map(unpinned) }
}

/** A page of an unfiltered list, from the indexes, with its total from the counts. Pinned entries come first. */
export async function findPage(db: Db, asked: ListRequest, { limit, offset }: PageWindow): Promise<PageOfIds> {
  const { listing, hasPins } = asked
  const pinned = hasPins ? await repo.findPinned(db, listing) : []
  const first = pinned.slice(offset, offset + limit)
  if (first.length === limit) return { ids: first, ...(await countAll(db, asked)) }
  const others = pinned.length > 0 ? { ...listing, withoutPinned: true } : listing
  const rest = { limit: limit - first.length, offset: Math.max(0, offset - pinned.length) }
  const rows = await repo.findPage(db, others, countedRange(asked), rest)
  const [row] = rows
  const isCounted = row !== undefined && !hasUncountedGrants(asked)
  const total = isCounted ? { total: row.total } : await countAll(db, asked)
  const ids = [...first, ...rows.map(({ id }) => id)]
  return pinned.length > 0 ? { ids, ...total } : { ids, stamped: rows.map(unpinned), ...total }
}

function unpinned({ id, head }: Pick<StampedEntry, 'id' | 'head'>): StampedEntry {
  return { id, head, pinned_by: null }
}

/** Above this many, entries readable only by a grant are not counted exactly. */
const MOST_GRANTED = 10_000

/** The total of an unfiltered list. */
export async function countAll(db: Db, asked: ListRequest): Promise<Total> {
  const { actor, range, listing, grants } = asked
  const readable = await countReadable(db, whoOf(actor), listing.values.type, countedRange(asked))
  if (isOwn(range) || grants === 0) return { total: readable }
  const granted = await repo.countGranted(db, listing, grantedBranch(actor, range), MOST_GRANTED)
  return { total: readable + granted, totalIsExact: granted < MOST_GRANTED }
}

/** What the counts know of a list. */
function countedRange({ actor, range, listing: { states } }: ListRequest): CountedRange {
  return { states, isOfTeam: range.scope === 2, owners: isOwn(range) ? [actor.userid] : range.owners }
}

function isOwn({ scope, owners }: Range): boolean {
  return scope === 1 && !owners
}

/** Whether entries may be readable only by a grant and no branch of the list consists of them. */
function hasUncountedGrants({ range, listing, grants }: ListRequest): boolean {
  return grants > 0 && !isOwn(range) && !listing.branches.some(({ byId }) => byId)
}
