import { type ListedTeamgroup, teamgroups } from '@aliquot/contract/teamgroups'
import { teams } from '@aliquot/contract/teams'
import { users } from '@aliquot/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

/** The groups of the team in which one works, with their members. */
export function teamGroups(team: number) {
  return queryOptions({
    queryKey: ['teamgroups', team, 'shared'],
    queryFn: async ({ signal }): Promise<ListedTeamgroup[]> => {
      const { data } = await call(teamgroups.list, { params: { id: team }, signal })
      // The service says [] for none, and else names each by its number.
      return Array.isArray(data) ? [] : Object.values(data)
    },
    staleTime: 60_000,
  })
}

/** Teams that can be named: those that do not hide. */
export function visibleTeams() {
  return queryOptions({
    queryKey: ['teams', 'visible'],
    queryFn: async ({ signal }) => (await call(teams.list, { signal })).data,
    staleTime: 5 * 60_000,
  })
}

const MOST_NAMED = 30

/** Some of a team's people, and how many there are in all. */
export function membersOf(team: number) {
  return queryOptions({
    queryKey: ['people', 'team', team],
    queryFn: async ({ signal }) => {
      const { data, total } = await call(users.list, { query: { team, limit: MOST_NAMED }, signal })
      return { names: data.map(({ fullname }) => fullname), total: total ?? data.length }
    },
    staleTime: 60_000,
  })
}
