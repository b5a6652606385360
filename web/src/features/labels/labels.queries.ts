import type { EntityType } from '@aliquot/contract/common'
import { type ListedLabel, labels } from '@aliquot/contract/labels'
import type { Team } from '@aliquot/contract/teams'
import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { currentTeam } from '../session/current-team.queries.ts'
import { useSession } from '../session/session.queries.ts'

export type LabelField = 'category' | 'status'
export type LabelKind = 'experiments_categories' | 'experiments_status' | 'resources_categories' | 'items_status'

/** Experiments share categories and status with their templates, and so do resources. */
export function kindOf(type: EntityType, field: LabelField): LabelKind {
  const isExperiment = type === 'experiments' || type === 'experiments_templates'
  if (field === 'category') return isExperiment ? 'experiments_categories' : 'resources_categories'
  return isExperiment ? 'experiments_status' : 'items_status'
}

/** The available labels: those of the team, and those that other teams share. */
export function labelsOf(team: number, kind: LabelKind) {
  return queryOptions({
    queryKey: ['labels', team, kind],
    queryFn: async ({ signal }): Promise<ListedLabel[]> =>
      (await call(labels[kind].list, { params: { id: team }, signal })).data,
    staleTime: 60_000,
  })
}

/** The team setting that lets all members create and change them. */
export const LABEL_RIGHTS = {
  experiments_categories: 'users_canwrite_experiments_categories',
  experiments_status: 'users_canwrite_experiments_status',
  resources_categories: 'users_canwrite_resources_categories',
  items_status: 'users_canwrite_resources_status',
} as const satisfies Record<LabelKind, keyof Team>

/** Creates a label from its name; undefined if the person may not. */
export function useNewLabel(kind: LabelKind): ((name: string) => Promise<number | undefined>) | undefined {
  const client = useQueryClient()
  const { fail } = useToasts()
  const { team: teamId, is_admin, can_write } = useSession()
  const { data: team } = useQuery(currentTeam())
  const { mutateAsync } = useMutation({
    mutationFn: (name: string) => call(labels[kind].add, { params: { id: teamId }, body: { name } }),
    onError: fail,
    onSettled: () => client.invalidateQueries({ queryKey: labelsOf(teamId, kind).queryKey }),
  })
  const isAllowed = can_write === 1 && (is_admin === 1 || team?.[LABEL_RIGHTS[kind]] === 1)
  if (!isAllowed) return undefined
  return async (name) => {
    try {
      return (await mutateAsync(name)).id
    } catch {
      // The mutation itself reports the error.
      return undefined
    }
  }
}
