import { type Mentionable, mentions } from '@aliquot/contract/mentions'
import { users } from '@aliquot/contract/users'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { call } from '../../api/call.ts'
import { ensureCreated } from '../../api/new-entries.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'

/** People with these letters in their name, readers of the entry first. */
export function mentionable(entry: EntryRef, letters: string) {
  return queryOptions({
    queryKey: ['people', 'mentionable', entry.id, letters],
    queryFn: async ({ signal }): Promise<Mentionable[]> => {
      // Who types has changed it already, so it is created anyway.
      const id = await ensureCreated(entry)
      return (await call(mentions.find, { params: entryParams({ ...entry, id }), query: { q: letters }, signal })).data
    },
    staleTime: 30_000,
    retry: false,
  })
}

/** The present names of people. The same map while nobody was renamed, so that texts are not drawn again. */
export function useNames(userids: readonly number[]): ReadonlyMap<number, string> {
  const ids = [...new Set(userids)]
    .sort((a, b) => a - b)
    .slice(0, MOST_NAMED)
    .join(',')
  const { data } = useQuery({ ...names(ids), enabled: ids !== '' })
  const found = JSON.stringify(data ?? [])
  return useMemo(() => new Map(JSON.parse(found) as [number, string][]), [found])
}

const MOST_NAMED = 200

function names(ids: string) {
  return queryOptions({
    queryKey: ['people', 'mentioned', ids],
    queryFn: async ({ signal }): Promise<[number, string][]> =>
      (await call(users.list, { query: { ids }, signal })).data.map(({ userid, fullname }) => [userid, fullname]),
    staleTime: 5 * 60_000,
    retry: false,
  })
}
