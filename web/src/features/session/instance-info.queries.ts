import { type Info, instance } from '@aliquot/contract/instance'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Versions and counts of the instance, and with whom entries may be shared on it. */
export function instanceInfo() {
  return queryOptions({
    queryKey: ['info'],
    // Without a question for its history, which is the other answer of this path.
    queryFn: async ({ signal }) => (await call(instance.info, { signal })).data as Info,
    staleTime: 60_000,
  })
}
