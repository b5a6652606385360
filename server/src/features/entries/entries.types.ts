import type { EntityType } from '@aliquot/contract/common'
import type { TeamRow } from '../../db/schema.ts'
import { LABEL_KIND } from '../labels/labels.kinds.ts'
import { TYPE_NUMBER } from './entries.access.ts'

/** How the entity types differ; everything else is shared. */
export interface EntityKind {
  type: EntityType
  number: number
  /** The name of the web page. */
  page: string
  /** The label kinds of its categories and status. */
  category: number
  status: number
  /** The team's switch that lets members other than admins create and change them. */
  writeSwitch: keyof TeamRow & `users_canwrite_${string}`
  /** The team's switch that requires a template for new ones; templates need none. */
  templateSwitch?: 'force_exp_tpl' | 'force_res_tpl'
  /** The type number of the templates it is made from; a template is made from others of its kind. */
  template: number
  /** Only for templates: the type number of the entries that a template is for, and can be made from. */
  concrete?: number
  /** The default title. */
  untitled: string
}

const OF_EXPERIMENTS = { category: LABEL_KIND.experimentsCategory, status: LABEL_KIND.experimentsStatus }
const OF_RESOURCES = { category: LABEL_KIND.resourcesCategory, status: LABEL_KIND.itemsStatus }

const KINDS: Readonly<Record<EntityType, EntityKind>> = {
  experiments: {
    ...OF_EXPERIMENTS,
    type: 'experiments',
    number: TYPE_NUMBER.experiments,
    page: 'experiments',
    writeSwitch: 'users_canwrite_experiments',
    templateSwitch: 'force_exp_tpl',
    template: TYPE_NUMBER.experiments_templates,
    untitled: 'Untitled',
  },
  items: {
    ...OF_RESOURCES,
    type: 'items',
    number: TYPE_NUMBER.items,
    page: 'database',
    writeSwitch: 'users_canwrite_resources',
    templateSwitch: 'force_res_tpl',
    template: TYPE_NUMBER.items_types,
    untitled: 'Untitled',
  },
  experiments_templates: {
    ...OF_EXPERIMENTS,
    type: 'experiments_templates',
    number: TYPE_NUMBER.experiments_templates,
    page: 'templates',
    writeSwitch: 'users_canwrite_experiments_templates',
    template: TYPE_NUMBER.experiments_templates,
    concrete: TYPE_NUMBER.experiments,
    untitled: 'Untitled',
  },
  items_types: {
    ...OF_RESOURCES,
    type: 'items_types',
    number: TYPE_NUMBER.items_types,
    page: 'resources-templates',
    writeSwitch: 'users_canwrite_resources_templates',
    template: TYPE_NUMBER.items_types,
    concrete: TYPE_NUMBER.items,
    untitled: 'Default',
  },
}

export function kindOf(type: EntityType): EntityKind {
  return KINDS[type]
}

export function isTemplate({ concrete }: Pick<EntityKind, 'concrete'>): boolean {
  return concrete !== undefined
}

/** How a copy names its source, by the type number of the source. */
export const PROVENANCE: Readonly<Record<number, string>> = {
  1: 'experiment',
  2: 'resource',
  3: 'experiment template',
  4: 'resource template',
}

export const STATE = { normal: 1, archived: 2, deleted: 3 } as const

export const HTML = 1
export const MARKDOWN = 2
