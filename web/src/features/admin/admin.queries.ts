import { type AuditEvent, type AuditPage, audit } from '@aliquot/contract/audit'
import { health } from '@aliquot/contract/health'
import { type Team, teams } from '@aliquot/contract/teams'
import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { patchIfUnchanged } from '../../api/if-unchanged.ts'

export function allTeams() {
  return queryOptions({ queryKey: ['teams'], queryFn: async () => (await call(teams.list)).data })
}

export function useAddTeam() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (name: string) => call(teams.add, { body: { name } }),
    onSuccess: () => client.invalidateQueries({ queryKey: allTeams().queryKey }),
  })
}

/** Renames a team. The current team's name is also in the navigation. */
export function useRenameTeam() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, name, left }: { id: number; name: string; left?: Partial<Team> }) =>
      patchIfUnchanged(teams, { params: { id }, body: { name } }, left),
    onMutate: ({ id, name }) =>
      client.setQueryData(allTeams().queryKey, (all) =>
        all?.map((team) => (team.id === id ? { ...team, name } : team)),
      ),
    onSettled: () => {
      void client.invalidateQueries({ queryKey: ['session'] })
      return client.invalidateQueries({ queryKey: allTeams().queryKey })
    },
  })
}

/** Sets the storage limit: a size as people write it; empty for the default. */
export function useLimitFiles() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: ({ id, limit, left }: { id: number; limit: string | number; left?: Partial<Team> }) =>
      patchIfUnchanged(teams, { params: { id }, body: { files_quota: limit } }, left),
    onSettled: () => client.invalidateQueries({ queryKey: allTeams().queryKey }),
  })
}

/** Deletes an empty team. If it is not empty, the service says what it contains. */
export function useDeleteTeam() {
  const client = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(teams.remove, { params: { id } }),
    onSuccess: () => client.invalidateQueries({ queryKey: allTeams().queryKey }),
  })
}

export interface AuditFilter {
  q: string
  subject: string
  from: string
  to: string
}

export function auditTrail(filter: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }): Promise<AuditPage> => readPage(filter, pageParam, signal),
    initialPageParam: undefined as number | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: keepPreviousData,
  })
}

/** All matching events, newest first. `tell` is called with the count so far. */
export async function readWholeTrail(filter: AuditFilter, tell: (count: number) => void): Promise<AuditEvent[]> {
  const events: AuditEvent[] = []
  let before: number | undefined
  do {
    const page = await readPage(filter, before, undefined, 1000)
    events.push(...page.events)
    tell(events.length)
    before = page.next ?? undefined
  } while (before !== undefined)
  return events
}

async function readPage(filter: AuditFilter, before: number | undefined, signal?: AbortSignal, limit = 50) {
  return (await call(audit.list, { query: { ...filter, before, limit }, ...(signal && { signal }) })).data
}

export function healthChecks() {
  return queryOptions({
    queryKey: ['health'],
    queryFn: async () => (await call(health.read)).data,
  })
}
