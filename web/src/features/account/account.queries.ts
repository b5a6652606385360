import { type ApikeyLevel, apikeys } from '@aliquot/contract/apikeys'
import { session } from '@aliquot/contract/session'
import { type UserPatch, users } from '@aliquot/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { ownProfile } from '../session/own-profile.queries.ts'
import { type ChosenReach, reachBody } from './deposit-reach.ts'

export function ownApikeys() {
  return queryOptions({
    queryKey: ['apikeys'],
    queryFn: async () => (await call(apikeys.list)).data,
  })
}

interface NewKey {
  name: string
  level: ApikeyLevel
  /** Counts for deposit keys. */
  reach: ChosenReach
}

/** Creates a key and returns its text. Not a mutation, because the library would keep the text in memory. */
export async function createApikey({ name, level, reach }: NewKey): Promise<string> {
  const body = { name, level, ...(level === 'deposit' && reachBody(reach)) }
  const { location } = await call(apikeys.add, { body })
  return location?.split('/').pop() ?? ''
}

export function deleteApikey(id: number, options: { keepalive?: boolean }): Promise<unknown> {
  return call(apikeys.remove, { params: { id }, ...options })
}

export function deleteOwnApikeys(): Promise<unknown> {
  return call(apikeys.removeOf, { params: { id: 'me' } })
}

export function ownSessions() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async () => (await call(session.list)).data,
  })
}

/** Ends one session, or all but this one. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number | 'others') =>
      id === 'others' ? call(session.endOthers) : call(session.end, { params: { id } }),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions().queryKey }),
  })
}

export function useChangeProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Partial<UserPatch>) => call(users.patch, { params: { id: 'me' }, body: input }),
    onSuccess: ({ data }) => {
      client.setQueryData(ownProfile().queryKey, data)
      return client.invalidateQueries({ queryKey: ['session'] })
    },
  })
}

/** Not a mutation, because the library would keep the passwords in memory. */
export async function changePassword(current: string, password: string): Promise<void> {
  const body = { action: 'updatepassword', current_password: current, password } as const
  await call(users.patch, { params: { id: 'me' }, body })
}
