import type { EntityType } from '@aliquot/contract/common'
import type { LabelCollection } from '@aliquot/contract/labels'

const OF_EXPERIMENTS = { category: 'experiments_categories', status: 'experiments_status' } as const
const OF_RESOURCES = { category: 'resources_categories', status: 'items_status' } as const

/** Where the labels of each type are. */
export const LABELS_OF: Readonly<Record<EntityType, Record<'category' | 'status', LabelCollection>>> = {
  experiments: OF_EXPERIMENTS,
  experiments_templates: OF_EXPERIMENTS,
  items: OF_RESOURCES,
  items_types: OF_RESOURCES,
}
