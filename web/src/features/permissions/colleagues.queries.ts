import { users } from '@aliquot/contract/users'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface Colleague {
  userid: number
  fullname: string
}

const MOST_ASKED = 8

/** A few people of the current team, as suggestions. */
export function colleagues(team: number) {
  return queryOptions({
    queryKey: ['people', 'colleagues', team],
    queryFn: async ({ signal }): Promise<Colleague[]> => {
      const { data } = await call(users.list, { query: { currentTeam: 1, limit: MOST_ASKED }, signal })
      const isGone = (person: (typeof data)[number]) =>
        person.teams?.some((place) => place.id === team && place.is_archived === 1)
      return data.filter((person) => !isGone(person)).map(({ userid, fullname }) => ({ userid, fullname }))
    },
    staleTime: 5 * 60_000,
  })
}
