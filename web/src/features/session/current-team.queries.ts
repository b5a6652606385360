import type { ReadTeam, teams } from '@aliquot/contract/teams'
import { queryOptions } from '@tanstack/react-query'
import { get } from '../../api/client.ts'

/** The team in which one works, with its rules. */
export function currentTeam() {
  return queryOptions({
    queryKey: ['current-team'],
    queryFn: async ({ signal }): Promise<ReadTeam> =>
      (await get<typeof teams.read>('/teams/current', {}, { signal })).data,
    staleTime: 60_000,
  })
}
