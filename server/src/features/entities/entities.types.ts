import type { EntityType } from '@aliquot/contract/common'
import type { TeamRow } from '../../db/schema.ts'
import { LABEL_KIND } from '../teams/teams.service.ts'
import { TYPE_NUMBER } from './entities.access.ts'

/** What differs between the entity types; everything else is shared. */
export interface EntityKind {
  type: EntityType
  number: number
  /** Name of the web page. */
  page: string
  /** Kinds of its categories and status. */
  category: number
  status: number
  /** The team's switch that lets people who are no admins create and change them. */
  writeSwitch: keyof TeamRow & `users_canwrite_${string}`
  /** The team's switch that wants a template for each new one. */
  templateSwitch: 'force_exp_tpl' | 'force_res_tpl'
}

const KINDS: Readonly<Record<EntityType, EntityKind>> = {
  experiments: {
    type: 'experiments',
    number: TYPE_NUMBER.experiments,
    page: 'experiments',
    category: LABEL_KIND.experimentsCategory,
    status: LABEL_KIND.experimentsStatus,
    writeSwitch: 'users_canwrite_experiments',
    templateSwitch: 'force_exp_tpl',
  },
}

export function kindOf(type: EntityType): EntityKind {
  return KINDS[type]
}

/** What a copy says about where it comes from, by the type number of its source. */
export const PROVENANCE: Readonly<Record<number, string>> = {
  1: 'experiment',
  2: 'resource',
  3: 'experiment template',
  4: 'resource template',
}

export const STATE = { normal: 1, archived: 2, deleted: 3 } as const

export const HTML = 1
export const MARKDOWN = 2
