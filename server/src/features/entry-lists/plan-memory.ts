import type { Filter } from '../../access/entry-filter.ts'
import type { Listing, ListQueries } from './listing-query.ts'

declare module '../../context.ts' {
  interface Context {
    plans: PlanMemory
  }
}

/** Statistics of earlier filtered lists. They only decide which plan is tried first: every plan finds the same. */
export interface PlanMemory {
  /**
   * Filters that match too many entries to be answered from these alone, with the share of entries that match, if it
   * was observed.
   */
  shares: Map<string, number | undefined>
  /** Whether the index of a filter is lazy, see Filter. */
  lazy: Map<string, boolean>
  /** Filters that matched few entries the last time. */
  few: Map<string, true>
  /** Per list: the filter whose index gave the last page, and how far to look for the next. */
  observed: Map<string, { source: string; density: number; isObserved: boolean; newestShare?: number }>
  /** Lists of the first blocks of ids as JSON, by their number. See id-blocks.ts. */
  blocks: Map<number, string>
  /** List queries, by what their SQL depends on: each is built once. */
  queries: ListQueries
}

const MOST_REMEMBERED = 5000

export function openPlanMemory(): PlanMemory {
  const queries = { built: new Map(), named: new Set<string>(), asked: new Map() }
  return { shares: new Map(), lazy: new Map(), few: new Map(), observed: new Map(), blocks: new Map(), queries }
}

export function rememberIn<V>(memory: Map<string, V>, name: string, value: V): void {
  if (memory.size >= MOST_REMEMBERED) memory.clear()
  memory.set(name, value)
}

/** Includes the type, because what is common in experiments may be rare in templates. */
export function shareName({ values: { type } }: Listing, filter: Filter): string {
  return `${type}${nameOf(filter)}`
}

/** The name of a list, whatever its page. */
export function listName({ values, direction, range, filters }: Listing): string {
  const who = `${direction} ${values.type} ${values.userid} ${values.team} ${values.teams} ${values.adminTeam}`
  return [...range, ...filters].reduce((name, filter) => name + nameOf(filter), who)
}

/** A filter with its values. Which entries are pending does not affect how a search is best done. */
function nameOf({ key, values }: Filter): string {
  let name = `\n${key}`
  for (const value in values) if (!value.startsWith('pending')) name += `\n${values[value]}`
  return name
}
