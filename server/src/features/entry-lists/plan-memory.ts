import type { Filter } from '../../access/entry-filter.ts'
import type { Listing, ListQueries } from './listing-query.ts'

declare module '../../context.ts' {
  interface Context {
    plans: PlanMemory
  }
}

/** What lists with filters showed the last time. It only decides which plan is tried first: each plan finds the same. */
export interface PlanMemory {
  /** Filters that left too many to be answered from these alone, with the share of entries that fulfilled them, where it was seen. */
  shares: Map<string, number | undefined>
  /** By list: how far to look for a page of it. */
  observed: Map<string, { density: number; newestShare?: number }>
  /** Queries of lists, by what their text depends on: it is built once. */
  queries: ListQueries
}

const MOST_REMEMBERED = 5000

export function openPlanMemory(): PlanMemory {
  return { shares: new Map(), observed: new Map(), queries: new Map() }
}

export function rememberIn<V>(memory: Map<string, V>, name: string, value: V): void {
  if (memory.size >= MOST_REMEMBERED) memory.clear()
  memory.set(name, value)
}

/** What is common among experiments may be rare among templates. */
export function shareName({ values: { type } }: Listing, { key, values }: Filter): string {
  return JSON.stringify([type, key, values])
}
