import type { Filter } from '../../access/entry-filter.ts'
import { engineOf } from '../../db/dialect.ts'
import { NAMES_IN_ORDER } from '../../db/full-text.ts'
import type { Db } from '../../db/schema.ts'
import * as repo from './entry-lists.repo.ts'
import type { Listing } from './listing-query.ts'
import { cut, cutUnpinned, type ListRequest, type PageOfIds, type PageWindow } from './plan-unfiltered.ts'

/** The entries checked before anything else is tried: enough to tell common words from rare ones. */
export const FIRST_LOOK = 40
/** Each part of a walk is at most this many times as long as the walk so far. */
const GROWTH = 4

export async function startWalk(db: Db, { listing, hasPins }: ListRequest): Promise<Walk> {
  const pinned = hasPins ? await repo.findPinned(db, listing) : []
  return new Walk(db, { ...listing, withoutPinned: pinned.length > 0 }, pinned)
}

/** The estimated steps to find that many entries, with some reserve. */
export function stepsFor(wanted: number, density: number): number {
  return Math.max(FIRST_LOOK, Math.ceil((1.3 * Math.max(1, wanted)) / density))
}

/** Walks along a list from its start and collects entries that match all filters. */
export class Walk {
  readonly pinned: readonly number[]
  /** The matching entries in order, pinned ones first. */
  readonly found: number[]
  /** The number of checked entries. */
  steps = 0
  /** The list has ended. */
  isDone = false
  /** Filters whose index was asked for the newest entries without success. */
  readonly triedNewest = new Set<Filter>()
  readonly #db: Db
  readonly #listing: Listing
  readonly #hits: number[]
  /** The heads of the chains of all checked entries. */
  readonly #heads = new Map<number, string | null>()

  constructor(db: Db, listing: Listing, pinned: readonly number[]) {
    this.#db = db
    this.#listing = listing
    this.#hits = listing.filters.map(() => 0)
    this.pinned = pinned
    this.found = [...pinned]
  }

  async on(steps: number): Promise<void> {
    const rows = await repo.findTested(this.#db, this.#listing, steps, this.steps)
    const all = 2 ** this.#hits.length - 1
    for (const { id, bits, head } of rows) {
      // A concurrent change moves entries along the list, so one may come a second time.
      if (this.#heads.has(id)) continue
      this.#heads.set(id, head)
      if (bits === all) this.found.push(id)
      for (const index of this.#hits.keys()) if (hasBit(bits, index)) this.#hits[index] = (this.#hits[index] ?? 0) + 1
    }
    this.steps += rows.length
    this.isDone = rows.length < steps
  }

  /** The page of what was found. */
  page(window: PageWindow): Pick<PageOfIds, 'ids' | 'stamped'> {
    if (this.pinned.length > 0) return { ids: cut(this.found, window) }
    const head = (id: number) => this.#heads.get(id) ?? null
    return cutUnpinned(
      this.found.map((id) => ({ id, head: head(id) })),
      window,
    )
  }

  /** The share of checked entries that match all filters. */
  density(): number {
    return (this.found.length - this.pinned.length + 0.5) / this.steps
  }

  /** The share of checked entries that match this filter. */
  shareOf(filter: Filter): number {
    return (this.#hitsOf(filter) + 0.5) / this.steps
  }

  /** The estimated further steps until that many are found. */
  stepsTo(wanted: number): number {
    return stepsFor(wanted - this.found.length, this.density())
  }

  /** The same, but not far beyond what has been seen. */
  stretchTo(wanted: number): number {
    return Math.min(this.stepsTo(wanted), this.steps * GROWTH)
  }

  /** Filters with an index, the rarest so far first. */
  rarestFirst(): Filter[] {
    const { filters, joint } = this.#listing
    const indexed = filters.filter(({ ids }) => ids !== undefined)
    const sorted = indexed.toSorted((a, b) => this.#hitsOf(a) - this.#hitsOf(b))
    const [rarest] = sorted
    const { covers = [], isCostly } = joint ?? {}
    const isUseful =
      rarest && covers.includes(rarest) && !(isCostly && covers.some((filter) => this.#hitsOf(filter) > 0))
    if (!joint || !isUseful) return sorted
    if (joint.isMerge) return this.#isWorthMerging(covers) ? [joint, ...sorted] : sorted
    // All filters together never match more than the rarest. But if the index reads everything before the first result,
    // and one filter is common, the rare one alone is far cheaper.
    return NAMES_IN_ORDER[engineOf(this.#db)] ? [joint, ...sorted] : [rarest, joint, ...sorted.slice(1)]
  }

  /** Worth asking an index: the rarest filter, the joint one, and each that has matched nothing so far. */
  readonly isPerhapsRare = (filter: Filter, place: number): boolean =>
    place === 0 || filter.covers !== undefined || this.#hitsOf(filter) === 0

  /** To read an entry of an index costs a fifth of looking one up and testing it. */
  #isWorthMerging(filters: readonly Filter[]): boolean {
    const hits = filters.map((filter) => this.#hitsOf(filter) + 2)
    return hits.reduce((sum, one) => sum + one, 0) <= 5 * Math.min(...hits)
  }

  #hitsOf(filter: Filter): number {
    const of = (one: Filter) => this.#hits[this.#listing.filters.indexOf(one)] ?? 0
    return filter.covers ? Math.min(...filter.covers.map(of)) : of(filter)
  }
}

function hasBit(bits: number, index: number): boolean {
  return Math.floor(bits / 2 ** index) % 2 === 1
}
