import { type ReadTeam, teams } from '@aliquot/contract/teams'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The current team with its settings. */
export function currentTeam() {
  return queryOptions({
    queryKey: ['current-team'],
    queryFn: async ({ signal }): Promise<ReadTeam> =>
      (await call(teams.read, { params: { id: 'current' }, signal })).data,
    staleTime: 60_000,
  })
}
