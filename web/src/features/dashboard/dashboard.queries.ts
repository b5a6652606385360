import type { EntityListRow } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { listDrafts } from '../saving/drafts.ts'
import { DRAFTS } from '../saving/use-kept-tools.ts'

export type Row = EntityListRow & EntryRef

/** Without templates, which have their own page. */
const TYPES = ['experiments', 'items'] as const

/** Always refetched, so that people see the changes they made in an entry. */
const always = { staleTime: 0 }

/** One's own entries, last changed first. */
export function ownRecent() {
  return queryOptions({
    queryKey: ['entries', 'dashboard', 'own'],
    queryFn: async () => newest(await rows({ scope: 1, limit: 12 }), (row) => row.modified_at),
    ...always,
  })
}

/** The entries that the team changed last. */
export function teamRecent() {
  return queryOptions({
    queryKey: ['entries', 'dashboard', 'team'],
    queryFn: async () => newest(await rows({ scope: 2, limit: 30 }), (row) => row.modified_at),
    ...always,
  })
}

/** One's own entries with comments, last comment first. */
export function ownCommented() {
  return queryOptions({
    queryKey: ['entries', 'dashboard', 'commented'],
    queryFn: async () => {
      const found = await rows({ scope: 1, limit: 12, order: 'comment' })
      return newest(
        found.filter((row) => row.recent_comment !== null),
        (row) => row.recent_comment ?? '',
      )
    },
    ...always,
  })
}

/** Text that is only on this device. */
export function localDrafts() {
  return queryOptions({ queryKey: [DRAFTS], queryFn: listDrafts, ...always })
}

async function rows(query: { scope: number; limit: number; order?: string }): Promise<Row[]> {
  const lists = TYPES.map(async (type) => {
    const { data } = await call(entityLists.list, { params: { entity_type: type }, query: { ...query, full: 0 } })
    return data.map((row) => ({ ...row, type }))
  })
  return (await Promise.all(lists)).flat()
}

/** Lists put pinned entries first; here only the time counts. Equal times keep the order of the list. */
function newest(list: Row[], timeOf: (row: Row) => string): Row[] {
  return list.toSorted((a, b) => Number(timeOf(a) < timeOf(b)) - Number(timeOf(a) > timeOf(b)))
}
