import { type Entity, entities } from '@aliquot/contract/entities'
import { type TimelineItem, timeline } from '@aliquot/contract/timeline'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { mergeItems } from './merge-items.ts'

/** All moments of an entry, oldest first. */
export function momentsQuery(entry: EntryRef) {
  return queryOptions({
    queryKey: [...entryKeys.timeline(entry.id), 'moments'],
    queryFn: async ({ signal }): Promise<TimelineItem[]> => {
      const { data } = await call(timeline.list, { params: entryParams(entry), signal })
      // One change may have several events at the same time.
      return mergeItems(data)
        .reverse()
        .filter(({ as_of }, index, all) => as_of !== all[index + 1]?.as_of)
    },
  })
}

/** The entry at a past moment. The past never changes, so it is cached. */
export function entryThenQuery(entry: EntryRef, instant: string) {
  return queryOptions({
    queryKey: ['entry then', entry.id, instant],
    queryFn: async ({ signal }): Promise<Entity> =>
      (await call(entities.read, { params: entryParams(entry), query: { as_of: instant }, signal })).data,
    staleTime: Number.POSITIVE_INFINITY,
    placeholderData: keepPreviousData,
    enabled: instant !== '',
  })
}
