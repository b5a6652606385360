import { type ListedTeamgroup, teamgroups } from '@aliquot/contract/teamgroups'
import { teams } from '@aliquot/contract/teams'
import { users } from '@aliquot/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The groups of the current team with their members. */
export function teamGroups(team: number) {
  return queryOptions({
    queryKey: ['teamgroups', team, 'shared'],
    queryFn: async ({ signal }): Promise<ListedTeamgroup[]> => {
      const { data } = await call(teamgroups.list, { params: { id: team }, signal })
      // The service returns [] for none, and otherwise an object by id.
      return Array.isArray(data) ? [] : Object.values(data)
    },
    staleTime: 60_000,
  })
}

/** The teams that a permission can name: those that are not hidden. */
export function visibleTeams() {
  return queryOptions({
    queryKey: ['teams', 'visible'],
    queryFn: async ({ signal }) => (await call(teams.list, { signal })).data,
    staleTime: 5 * 60_000,
  })
}

const MOST_NAMED = 30

/** Some members of a team, and their total. */
export function membersOf(team: number) {
  return queryOptions({
    queryKey: ['people', 'team', team],
    queryFn: async ({ signal }) => {
      const { data, total } = await call(users.list, { query: { team, limit: MOST_NAMED }, signal })
      const ids = data.map(({ userid }) => userid)
      return { ids, names: data.map(({ fullname }) => fullname), total: total ?? data.length }
    },
    staleTime: 60_000,
  })
}
