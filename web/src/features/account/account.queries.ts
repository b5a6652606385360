import type { apikeys } from '@aliquot/contract/apikeys'
import type { session } from '@aliquot/contract/session'
import type { UserPatch, users } from '@aliquot/contract/users'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get, patch, post, remove } from '../../api/client.ts'

export function ownApikeys() {
  return queryOptions({
    queryKey: ['apikeys'],
    queryFn: async () => (await get<typeof apikeys.list>('/apikeys')).data,
  })
}

/** Makes a key and returns its text. Not a mutation: those are kept in memory, and this must be kept by nobody. */
export async function createApikey(input: { name: string; canWrite: boolean }): Promise<string> {
  const body = { name: input.name, canwrite: input.canWrite ? 1 : 0 } as const
  const { location } = await post<typeof apikeys.add>('/apikeys', body)
  return location?.split('/').pop() ?? ''
}

export function deleteApikey(id: number, options: { keepalive?: boolean }): Promise<unknown> {
  return remove(`/apikeys/${id}`, options)
}

export function ownSessions() {
  return queryOptions({
    queryKey: ['sessions'],
    queryFn: async () => (await get<typeof session.list>('/sessions')).data,
  })
}

/** Ends one session, or all but this one. */
export function useEndSession() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number | 'others') => remove(id === 'others' ? '/sessions' : `/sessions/${id}`),
    onSettled: () => client.invalidateQueries({ queryKey: ownSessions().queryKey }),
  })
}

export function ownProfile() {
  return queryOptions({
    queryKey: ['users', 'me'],
    queryFn: async () => (await get<typeof users.read>('/users/me')).data,
  })
}

export function useChangeProfile() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (input: Partial<UserPatch>) => patch<typeof users.patch>('/users/me', input),
    onSuccess: ({ data }) => {
      client.setQueryData(ownProfile().queryKey, data)
      return client.invalidateQueries({ queryKey: ['session'] })
    },
  })
}

/** Not a mutation either: passwords are kept in no memory. */
export async function changePassword(current: string, password: string): Promise<void> {
  const body = { action: 'updatepassword', current_password: current, password } as const
  await patch<typeof users.patch>('/users/me', body)
}
