import type { SharedEntity, shared } from '@aliquot/contract/shared'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { type EntryRef, entryPath } from '../entry-data/entry-types.ts'

/** An entry as whoever has its link sees it, without an account. */
export function sharedEntry(entry: EntryRef, accessKey: string) {
  return queryOptions({
    queryKey: ['shared', entry.type, entry.id, accessKey],
    queryFn: async ({ signal }): Promise<SharedEntity> =>
      (await get<typeof shared.read>(`/shared${entryPath(entry)}`, { access_key: accessKey }, { signal })).data,
    retry: false,
  })
}
