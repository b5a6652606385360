import type { EntityType } from '@aliquot/contract/common'
import type { LabelCollection } from '@aliquot/contract/labels'
import { TYPE_NUMBER } from '../entries/entries.access.ts'
import { labelKinds } from '../labels/labels.kinds.ts'

/** The numbers of kinds in the table of what moved. Entries have those of their types. */
export const MOVED_KIND = {
  ...TYPE_NUMBER,
  teams: 11,
  people: 12,
  teamgroups: 13,
} as const

/** What has texts is brought last, so that links mostly find what they lead to. */
export const TYPES: readonly EntityType[] = ['experiments_templates', 'items_types', 'items', 'experiments']

export const COLLECTIONS = Object.keys(labelKinds) as LabelCollection[]

/** Categories and status come after the others. */
export function kindOfLabel(collection: LabelCollection): number {
  return 20 + labelKinds[collection].number
}

export const MOVED_STATE = { waiting: 0, here: 1, failed: 2, conflict: 3 } as const
