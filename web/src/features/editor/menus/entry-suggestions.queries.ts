import { entityLists } from '@aliquot/contract/entities-list'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import type { MadeType } from '../../entry-data/entry-types.ts'

const MOST_ENTRIES = 8
const TYPES: readonly MadeType[] = ['experiments', 'items']

export interface SuggestedEntry {
  type: MadeType
  id: number
  title: string
}

/** Link targets of both types, last changed first. */
export function entriesLike(letters: string) {
  return queryOptions({
    queryKey: ['entry-suggestions', letters],
    queryFn: async ({ signal }): Promise<SuggestedEntry[]> => {
      const found = await Promise.all(TYPES.map((type) => findOfType(type, letters, signal)))
      return found
        .flat()
        .sort((a, b) => (a.modified_at < b.modified_at ? 1 : -1))
        .slice(0, MOST_ENTRIES)
    },
  })
}

async function findOfType(type: MadeType, q: string, signal: AbortSignal) {
  const query = { q, limit: MOST_ENTRIES, scope: 3, full: 0 }
  const { data } = await call(entityLists.list, { params: { entity_type: type }, query, signal })
  return data.map(({ id, title, modified_at }) => ({ type, id, title, modified_at }))
}
