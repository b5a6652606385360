import { session } from '@aliquot/contract/session'
import { type SetupState, setup } from '@aliquot/contract/setup'
import { type PasswordOwner, users } from '@aliquot/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import { knownSession } from '../../api/known-session.ts'
import { currentSession } from './session.queries.ts'

/** Whether the first account is still missing. */
export function setupState() {
  return queryOptions({
    queryKey: ['setup'],
    queryFn: async (): Promise<SetupState> => (await call(setup.read)).data,
    staleTime: 0,
  })
}

/** Whose password a link sets; null if the link does not work. */
export function passwordOwner(token: string) {
  return queryOptions({
    // Not by the token, which is a secret.
    queryKey: ['password-owner'],
    queryFn: async (): Promise<PasswordOwner | null> => {
      try {
        return (await call(users.readPasswordLink, { body: { token } })).data
      } catch (error) {
        if (error instanceof ApiError && error.status === 403) return null
        throw error
      }
    },
    staleTime: 0,
    gcTime: 0,
    // The form also works without a name, so nobody waits for retries.
    retry: false,
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
      const before = knownSession()?.userid
      await call(session.signIn, { body: credentials })
      const now = await client.fetchQuery({ ...currentSession(), staleTime: 0 })
      // Whether this page has data of somebody else in memory.
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
