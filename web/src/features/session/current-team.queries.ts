import { type ReadTeam, teams } from '@aliquot/contract/teams'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The team in which one works, with its rules. */
export function currentTeam() {
  return queryOptions({
    queryKey: ['current-team'],
    queryFn: async ({ signal }): Promise<ReadTeam> =>
      (await call(teams.read, { params: { id: 'current' }, signal })).data,
    staleTime: 60_000,
  })
}
