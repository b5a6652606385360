import { type Info, instance } from '@aliquot/contract/instance'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** Versions and counts of the instance, and its allowed sharing levels. */
export function instanceInfo() {
  return queryOptions({
    queryKey: ['info'],
    // Without `hist`, which gives the other kind of answer.
    queryFn: async ({ signal }) => (await call(instance.info, { signal })).data as Info,
    staleTime: 60_000,
  })
}
