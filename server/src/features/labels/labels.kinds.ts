import type { LabelCollection } from '@aliquot/contract/labels'
import type { TeamRow } from '../../db/schema.ts'

/** The label kinds: categories and status, of experiments and of resources. */
export const LABEL_KIND = {
  experimentsCategory: 1,
  experimentsStatus: 2,
  resourcesCategory: 3,
  itemsStatus: 4,
} as const

/** How the four collections differ; everything else is shared. */
export interface LabelKind {
  number: number
  /** The team's switch that lets members other than admins change them. */
  writeSwitch: keyof TeamRow & `users_canwrite_${string}`
  /** The name in the Location: eLabFTW's table name. Clients only read the number after it. */
  locationName: string
}

export const labelKinds: Readonly<Record<LabelCollection, LabelKind>> = {
  experiments_categories: {
    number: LABEL_KIND.experimentsCategory,
    writeSwitch: 'users_canwrite_experiments_categories',
    locationName: 'experiments_categories',
  },
  experiments_status: {
    number: LABEL_KIND.experimentsStatus,
    writeSwitch: 'users_canwrite_experiments_status',
    locationName: 'experiments_status',
  },
  resources_categories: {
    number: LABEL_KIND.resourcesCategory,
    writeSwitch: 'users_canwrite_resources_categories',
    locationName: 'items_categories',
  },
  items_status: {
    number: LABEL_KIND.itemsStatus,
    writeSwitch: 'users_canwrite_resources_status',
    locationName: 'items_status',
  },
}
