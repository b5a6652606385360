import type { Filter } from '../../access/entry-filter.ts'
import type { Db } from '../../db/schema.ts'
import { jointOfWords, notInTitle, titleFilters, wordFilters } from '../search/full-text.ts'
import type { Search } from '../search/search-query.ts'
import { findFiltered } from './choose-plan.ts'
import type { ListRequest, PageOfIds, PageWindow } from './plan-unfiltered.ts'

/**
 * A page of search results, best first: entries with all words in the title, then those with them anywhere; each in the
 * order of the list. `asked` holds all other conditions.
 */
export async function findRanked(
  db: Db,
  asked: ListRequest,
  search: Search,
  { limit, offset }: PageWindow,
): Promise<PageOfIds> {
  const first = await findFiltered(db, withFilters(asked, titleFilters(search, asked.pending)), { limit, offset })
  const missing = limit - first.ids.length
  const before = first.total ?? 0
  const words = wordFilters(search, asked.pending)
  const others = withFilters(asked, [...words, notInTitle(search, asked.pending)], jointOfWords(words))
  const rest = await findFiltered(db, others, {
    // If none is missing, one row still gives the total.
    limit: Math.max(1, missing),
    offset: missing > 0 ? Math.max(0, offset - before) : 0,
  })
  const totalIsExact = first.totalIsExact !== false && rest.totalIsExact !== false && rest.total !== undefined
  return { ids: [...first.ids, ...rest.ids.slice(0, missing)], total: before + (rest.total ?? 0), totalIsExact }
}

function withFilters(asked: ListRequest, filters: readonly Filter[], joint = asked.listing.joint): ListRequest {
  return { ...asked, listing: { ...asked.listing, filters: [...asked.listing.filters, ...filters], joint } }
}
