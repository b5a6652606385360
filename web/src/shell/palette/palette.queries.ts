import { type CodedEntry, codes, MOST_IN_CODE } from '@aliquot/contract/codes'
import type { EntityListRow } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { MadeType } from '../../features/entry-data/entry-types.ts'

const MOST_FOUND: Readonly<Record<MadeType, number>> = { experiments: 8, items: 5 }

export type Found = EntityListRow & { type: MadeType }

const MOST_RECENT = 5

/** One's own entries, last changed first. */
export function recentEntries() {
  return queryOptions({
    queryKey: ['entries', 'palette', 'recent'],
    queryFn: async ({ signal }): Promise<Found[]> => {
      const query = { limit: MOST_RECENT, full: 0, scope: 1, order: 'lastchange', sort: 'desc' }
      const read = async (type: MadeType) => {
        const { data } = await call(entityLists.list, { params: { entity_type: type }, query, signal })
        return data.map((row) => ({ ...row, type }))
      }
      const found = await Promise.all([read('experiments'), read('items')])
      return found
        .flat()
        .sort((a, b) => b.modified_at.localeCompare(a.modified_at))
        .slice(0, MOST_RECENT)
    },
    staleTime: 30_000,
  })
}

/** The best matching entries of a type. */
export function foundEntries(type: MadeType, q: string) {
  return queryOptions({
    queryKey: ['entries', 'palette', type, q],
    queryFn: async ({ signal }): Promise<Found[]> => {
      const query = { q, limit: MOST_FOUND[type], full: 0, scope: 3 }
      const { data } = await call(entityLists.list, { params: { entity_type: type }, query, signal })
      return data.map((row) => ({ ...row, type }))
    },
    enabled: q !== '',
    placeholderData: keepPreviousData,
  })
}

const SURE = /^(\][a-z]\d)?(https?:\/\/.*|\d{8}-[0-9a-f]{8,64}|#\d{1,10})$/i
const NUMBER = /^(\][a-z]\d)?\d{1,10}$/i

/** Whether this is an address or a permanent id, and nothing that one would search for among words. */
export function isSurelyCode(typed: string): boolean {
  return SURE.test(typed)
}

/** The entries that a code means. */
export function codedEntries(code: string) {
  return queryOptions({
    queryKey: ['entries', 'palette', 'code', code],
    queryFn: async ({ signal }): Promise<CodedEntry[]> => (await call(codes.read, { query: { code }, signal })).data,
    enabled: code.length <= MOST_IN_CODE && (isSurelyCode(code) || NUMBER.test(code)),
  })
}
