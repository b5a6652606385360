import type { entityLists } from '@aliquot/contract/entities-list'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { get } from '../api/client.ts'

/** The experiments that fit best what has been typed so far. */
export function foundExperiments(q: string) {
  return queryOptions({
    queryKey: ['entries', 'palette', q],
    queryFn: async ({ signal }) => {
      const query = { q, limit: 8, full: 0, scope: 3 }
      return (await get<typeof entityLists.list>('/experiments', query, { signal })).data
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}
