import { type TimelineChange, type TimelineItem, timeline } from '@aliquot/contract/timeline'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'

/** Many events are one line, so a screen needs more of them. */
const PAGE_SIZE = 80

/** The history of an entry, newest first, page by page. */
export function timelineQuery(entry: EntryRef) {
  return infiniteQueryOptions({
    queryKey: entryKeys.timeline(entry.id),
    queryFn: async ({ pageParam, signal }) => {
      const query = { limit: PAGE_SIZE, offset: pageParam }
      const { data, total } = await call(timeline.list, { params: entryParams(entry), query, signal })
      return { items: data, next: pageParam + PAGE_SIZE < (total ?? 0) ? pageParam + PAGE_SIZE : undefined }
    },
    initialPageParam: 0,
    getNextPageParam: (page) => page.next,
  })
}

/** One change with all its values. The past never changes, so it is cached. */
export function timelineItemQuery(entry: EntryRef, item: TimelineItem) {
  return queryOptions({
    queryKey: ['timeline item', entry.id, item.position, item.last_position],
    queryFn: async ({ signal }): Promise<TimelineItem> =>
      (await call(timeline.read, { params: { ...entryParams(entry), subid: item.position }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Fields that can be restored by setting the old value. */
const RESTORABLE = ['title', 'body', 'date', 'rating', 'tags', 'metadata'] as const

export function isRestorable(change: TimelineChange): boolean {
  return RESTORABLE.some((field) => field === change.field)
}
