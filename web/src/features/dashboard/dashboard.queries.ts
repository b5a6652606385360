import { type Comment, comments } from '@aliquot/contract/comments'
import type { EntityListRow } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
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

const MOST_COMMENTS = 5

/** A comment with the entry that it is about. */
export interface RecentComment extends Pick<Comment, 'id' | 'comment' | 'userid' | 'fullname' | 'created_at'> {
  entry: Row
}

/** The newest comment on each of one's own entries, newest first. */
export function recentComments() {
  return queryOptions({
    queryKey: ['entries', 'dashboard', 'comments'],
    queryFn: async (): Promise<RecentComment[]> => {
      const found = await rows({ scope: 1, limit: 12, order: 'comment' })
      const commented = newest(
        found.filter((row) => row.recent_comment !== null),
        (row) => row.recent_comment ?? '',
      )
      const newestOf = async (entry: Row) => {
        const { data } = await call(comments.list, { params: entryParams(entry) })
        return data.slice(-1).map((comment) => ({ ...comment, entry }))
      }
      return (await Promise.all(commented.slice(0, MOST_COMMENTS).map(newestOf))).flat()
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
