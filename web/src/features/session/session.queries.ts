import { type Session, session } from '@aliquot/contract/session'
import { type SetupState, setup } from '@aliquot/contract/setup'
import { queryOptions, useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError, speakFor } from '../../api/client.ts'
import { finishWork } from '../../sync/leaving.ts'
import { setServiceZone } from '../../ui/time/time.ts'
import { flushRemovals } from '../../ui/toasts/removals.ts'
import { noteSignedIn, tellSignedOut, tellTeamSwitched } from './signed-in.ts'

/** The last one that was seen: a page stays as it is while its session has ended and is renewed. */
let lastKnown: Session | undefined

/** Who is signed in; null for nobody. */
export function currentSession() {
  return queryOptions({
    queryKey: ['session'],
    queryFn: async (): Promise<Session | null> => {
      try {
        const { data } = await call(session.read)
        setServiceZone(data.timezone)
        lastKnown = data
        speakFor(data.userid)
        noteSignedIn(data.userid)
        return data
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
  const known = data ?? lastKnown
  if (!known) throw new Error('This page needs a session')
  return known
}

/** Whether this page has been somebody's: when their session ends, they are asked for their password over it. */
export function hasBeenSignedIn(): boolean {
  return lastKnown !== undefined
}

/** Whose page this is, also while their session has ended: what is kept on the device is kept under this number. */
export function lastUserid(): number {
  if (!lastKnown) throw new Error('Nobody has signed in on this page')
  return lastKnown.userid
}

/** Whether the first account is still to be made. */
export function setupState() {
  return queryOptions({
    queryKey: ['setup'],
    queryFn: async (): Promise<SetupState> => (await call(setup.read)).data,
    staleTime: 0,
  })
}

export interface Credentials {
  email: string
  password: string
  team?: number
}

export function useSignIn() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (credentials: Credentials) => {
      const before = lastKnown?.userid
      await call(session.signIn, { body: credentials })
      const now = await client.fetchQuery({ ...currentSession(), staleTime: 0 })
      // Whether this page holds in its memory what somebody else has read and written.
      return { isSomebodyElse: before !== undefined && before !== now?.userid }
    },
  })
}

export interface FirstAccount {
  token: string
  firstname: string
  lastname: string
  email: string
  password: string
  team_name?: string
}

export function useCompleteSetup() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (account: FirstAccount) => {
      await call(setup.complete, { body: account })
      return client.fetchQuery({ ...currentSession(), staleTime: 0 })
    },
  })
}

export function useSwitchTeam() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: async (team: number) => {
      // Afterwards it might be refused: some entries can be changed in their own team only.
      await finishWork()
      return call(session.patch, { body: { team } })
    },
    onSuccess: ({ data }) => {
      lastKnown = data
      client.setQueryData(currentSession().queryKey, data)
      tellTeamSwitched(data.team)
      return client.invalidateQueries()
    },
  })
}

/** Leaves with a fresh page: on a shared computer nothing of this person stays in its memory. */
export async function signOut(): Promise<void> {
  // What is deleted on the screen must not come back with the next sign-in.
  await Promise.all([flushRemovals(), finishWork()])
  await call(session.signOut)
  tellSignedOut()
  location.assign('/sign-in')
}
