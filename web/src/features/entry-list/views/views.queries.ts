import { type View, views } from '@aliquot/contract/views'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { type ListSearch, readListSearch } from '../list-search.ts'

/** One's own views, and those that the team shares. */
export function savedViews() {
  return queryOptions({
    queryKey: ['views'],
    queryFn: async ({ signal }): Promise<View[]> => (await call(views.list, { signal })).data,
    staleTime: 30_000,
  })
}

/** The search of a view, without parts that are no longer valid. */
export function searchOf({ search }: Pick<View, 'search'>): ListSearch {
  try {
    return readListSearch(JSON.parse(search))
  } catch {
    return {}
  }
}
