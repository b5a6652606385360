import { entityLists } from '@aliquot/contract/entities-list'
import { users } from '@aliquot/contract/users'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import { useCallback, useEffect } from 'react'
import { call } from '../../api/call.ts'
import { knownSession } from '../../api/known-session.ts'
import { currentSession, useSession } from '../session/session.queries.ts'
import { askForTour, closeTour } from './tour-request.ts'

/** Who left the tour on this page. The session that is being fetched may not know it yet. */
let leftBy: number | undefined

export function leaveTour(): void {
  leftBy = knownSession()?.userid
  closeTour()
}

/** The next person to sign in on this page has not left it. */
export function wasTourLeft(): boolean {
  return leftBy !== undefined && leftBy === knownSession()?.userid
}

/** Ends the tour. Wherever the person signs in, it does not start by itself again. */
export function useLeaveTour(): () => void {
  const client = useQueryClient()
  const { has_seen_tour } = useSession()
  return useCallback(() => {
    leaveTour()
    if (has_seen_tour === 1) return
    client.setQueryData(currentSession().queryKey, (before) => before && { ...before, has_seen_tour: 1 as const })
    // If it does not arrive, the tour is offered once more.
    void call(users.patch, { params: { id: 'me' }, body: { has_seen_tour: 1 } }).catch(() => {})
  }, [client, has_seen_tour])
}

/** Whether the person has entries of their own. */
function anyOwn() {
  return queryOptions({
    queryKey: ['entries', 'tour'],
    queryFn: async () => {
      const one = { query: { scope: 1, limit: 1 } } as const
      const lists = (['experiments', 'items'] as const).map((entity_type) =>
        call(entityLists.list, { params: { entity_type }, ...one }),
      )
      return (await Promise.all(lists)).some(({ data }) => data.length > 0)
    },
  })
}

/** Starts the tour on the dashboard of a person who has written nothing yet. All others know their way. */
export function useStartOnFirstVisit(): void {
  const { has_seen_tour } = useSession()
  const isDashboard = useLocation({ select: ({ pathname }) => pathname === '/' })
  const isCandidate = has_seen_tour === 0 && isDashboard && !wasTourLeft()
  const { data: hasWritten } = useQuery({ ...anyOwn(), enabled: isCandidate })
  const leave = useLeaveTour()
  useEffect(() => {
    if (!isCandidate || hasWritten === undefined) return
    if (hasWritten) leave()
    else askForTour()
  }, [isCandidate, hasWritten, leave])
}
