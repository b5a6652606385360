import type { Session, session } from '@aliquot/contract/session'
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query'
import { ApiError, get } from '../../api/client.ts'

/** Who is signed in; null for nobody. */
export function currentSession() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async (): Promise<Session | null> => {
      try {
        return (await get<typeof session.read>('/session')).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) return null
        throw error
      }
    },
    staleTime: 60_000,
  })
}

/** The session, on pages that only somebody who is signed in can see. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(currentSession())
  if (!data) throw new Error('This page needs a session')
  return data
}
