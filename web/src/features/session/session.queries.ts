import { type Session, session } from '@aliquot/contract/session'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError, speakFor, Unreachable } from '../../api/client.ts'
import { knownSession, noteSession, requireKnownSession } from '../../api/known-session.ts'
import { forgetSeen, keepSession, recallSession } from '../../api/seen.ts'
import { finishWork } from '../../sync/leaving.ts'
import { setServiceZone } from '../../ui/time/time.ts'
import { noteSignedIn, tellTeamSwitched } from './signed-in.ts'

/** The current session; null if nobody is signed in. */
export function currentSession() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async (): Promise<Session | null> => {
      try {
        const { data } = await call(session.read)
        adopt(data)
        keepSession(data)
        return data
      } catch (error) {
        if (error instanceof ApiError && error.status === 401) {
          await forgetSeen()
          return null
        }
        // Without a network the person of this device reads what it keeps.
        const known = error instanceof Unreachable && !knownSession() ? await recallSession() : undefined
        if (!known) throw error
        adopt(known)
        // Much may have happened since.
        return { ...known, feed_cursor: null }
      }
    },
    staleTime: 60_000,
  })
}

function adopt(known: Session): void {
  setServiceZone(known.timezone)
  noteSession(known)
  speakFor(known.userid)
  noteSignedIn(known.userid)
}

/** The session, on pages that require a sign-in. */
export function useSession(): Session {
  const { data } = useSuspenseQuery(currentSession())
  const known = data ?? knownSession()
  if (!known) throw new Error('This page needs a session')
  return known
}

/** Whether somebody has signed in on this page: then an ended session is renewed in a dialog. */
export function hasBeenSignedIn(): boolean {
  return knownSession() !== undefined
}

/** The person of this page, even while their session has ended. Data on the device is stored under this id. */
export function lastUserid(): number {
  return requireKnownSession().userid
}

export function useSwitchTeam() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (team: number) => {
      // Before the switch: some entries can only be changed in their own team.
      await finishWork()
      return call(session.patch, { body: { team } })
    },
    onSuccess: ({ data }) => {
      noteSession(data)
      // The same lists hold other entries now.
      void forgetSeen()
      client.setQueryData(currentSession().queryKey, data)
      tellTeamSwitched(data.team)
      return client.invalidateQueries()
    },
  })
}
