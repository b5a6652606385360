import type { EntityType } from '@aliquot/contract/common'
import { type ListedLabel, labels } from '@aliquot/contract/labels'
import type { Team } from '@aliquot/contract/teams'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'

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
