import { apikeys } from '@aliquot/contract/apikeys'
import { session } from '@aliquot/contract/session'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

// The same key prefixes as one's own lists, so that these are refreshed too.
const SESSIONS = ['sessions']
const APIKEYS = ['apikeys']

export function sessionsOf(userid: number) {
  return queryOptions({
    queryKey: [...SESSIONS, userid],
    queryFn: async () => (await call(session.listOf, { params: { id: userid } })).data,
  })
}

export function apikeysOf(userid: number) {
  return queryOptions({
    queryKey: [...APIKEYS, userid],
    queryFn: async () => (await call(apikeys.listOf, { params: { id: userid } })).data,
  })
}

/** Ends all sessions of a person except that of this page. */
export function useEndSessionsOf() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userid: number) => call(session.endOf, { params: { id: userid } }),
    onSettled: () => client.invalidateQueries({ queryKey: SESSIONS }),
  })
}

export function useRemoveApikeysOf() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (userid: number) => call(apikeys.removeOf, { params: { id: userid } }),
    onSettled: () => client.invalidateQueries({ queryKey: APIKEYS }),
  })
}
