import { type SharedEntity, shared } from '@aliquot/contract/shared'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'

/** An entry as seen through its public link. */
export function sharedEntry(entry: EntryRef, accessKey: string) {
  return queryOptions({
    queryKey: ['shared', entry.type, entry.id, accessKey],
    queryFn: async ({ signal }): Promise<SharedEntity> =>
      (await call(shared.read, { params: entryParams(entry), query: { access_key: accessKey }, signal })).data,
    retry: false,
  })
}
