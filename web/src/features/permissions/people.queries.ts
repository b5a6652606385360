import { users } from '@aliquot/contract/users'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

export interface Person {
  userid: number
  fullname: string
  email: string
}

const MOST_FOUND = 8

/** The first people whose name or e-mail contains these letters. */
export function peopleLike(letters: string) {
  return queryOptions({
    queryKey: ['people', 'like', letters],
    queryFn: async ({ signal }): Promise<Person[]> =>
      (await call(users.list, { query: { q: letters, limit: MOST_FOUND }, signal })).data.map(toPerson),
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

/** The names of people by id, because records often have only ids. */
export function namesOf(people: readonly number[]) {
  const ids = [...new Set(people)].sort((a, b) => a - b).join(',')
  return queryOptions({
    queryKey: ['people', 'names', ids],
    queryFn: async ({ signal }): Promise<Map<number, string>> => {
      if (ids === '') return new Map()
      const { data } = await call(users.list, { query: { ids }, signal })
      return new Map(data.map(({ userid, fullname }) => [userid, fullname]))
    },
    staleTime: 5 * 60_000,
  })
}

function toPerson({ userid, fullname, email }: Person): Person {
  return { userid, fullname, email }
}
