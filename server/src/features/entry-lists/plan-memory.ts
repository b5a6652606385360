import type { Filter } from '../../access/entry-filter.ts'
import type { Listing, ListQueries } from './listing-query.ts'

declare module '../../context.ts' {
  interface Context {
    plans: PlanMemory
  }
}

/** Statistics of earlier filtered lists. They only decide which plan is tried first: every plan finds the same. */
export interface PlanMemory {
  /** Filters that matched too many entries, with the share of matching entries if it was observed. */
  shares: Map<string, number | undefined>
  /** Per list: how far to look for a page. */
  observed: Map<string, { density: number; newestShare?: number }>
  /** Compiled list queries by key. */
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

/** Includes the type, because a word common in experiments may be rare in templates. */
export function shareName({ values: { type } }: Listing, { key, values }: Filter): string {
  return JSON.stringify([type, key, values])
}
