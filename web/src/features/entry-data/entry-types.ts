import type { EntityType } from '@aliquot/contract/common'
import { currentId, isNewEntry, newEntryName, readNewEntryName } from '../../api/new-entries.ts'

/** Identifies an entry. Ids are unique over all types, but each type has its own pages and paths. */
export interface EntryRef {
  type: EntityType
  id: number
}

export type TemplateType = 'experiments_templates' | 'items_types'
export type MadeType = Exclude<EntityType, TemplateType>

interface Places {
  list: string
  entry: string
  /** The service's name of the page. */
  page: string
}

/** The routes of each type. */
export const ENTRY_TYPES = {
  experiments: { list: '/experiments', entry: '/experiments/$id', page: 'experiments' },
  items: { list: '/resources', entry: '/resources/$id', page: 'database' },
  experiments_templates: { list: '/templates', entry: '/templates/$id', page: 'templates' },
  items_types: { list: '/resource-templates', entry: '/resource-templates/$id', page: 'resources-templates' },
} as const satisfies Record<EntityType, Places>

/** The template type of each type, and the reverse. */
export const TEMPLATES_OF = { experiments: 'experiments_templates', items: 'items_types' } as const
export const MADE_FROM = { experiments_templates: 'experiments', items_types: 'items' } as const

const TYPES = Object.keys(ENTRY_TYPES) as EntityType[]

export function isTemplateType(type: EntityType): type is TemplateType {
  return type in MADE_FROM
}

/** `<Link {...entryLink(row)}>`, `navigate(entryLink(entry))`. */
export function entryLink({ type, id }: EntryRef) {
  return { to: ENTRY_TYPES[type].entry, params: { id: addressPart(id) } }
}

/** The last part of the address of an entry. */
export function addressPart(id: number): string {
  const current = currentId(id)
  return isNewEntry(current) ? newEntryName(current) : String(current)
}

const LARGEST_ID = 2_147_483_647

/** The id in the address of an entry, temporary for a new one; undefined if it cannot be one. */
export function idInAddress(part: string): number | undefined {
  if (!/^[1-9]\d{0,9}$/.test(part)) return readNewEntryName(part)
  return Number(part) <= LARGEST_ID ? Number(part) : undefined
}

/** The whole address of the page, for other programs and paper. */
export function entryAddress({ type, id }: EntryRef): string {
  return new URL(`${ENTRY_TYPES[type].list}/${id}`, location.href).href
}

/** `call(entities.read, { params: entryParams(entry) })`. */
export function entryParams({ type, id }: EntryRef) {
  return { entity_type: type, id }
}

/** The entry of a page path. */
export function entryAt(path: string): EntryRef | undefined {
  const [, list = '', id = ''] = /^(\/[a-z-]+)\/([1-9]\d{0,8})\/?$/.exec(path) ?? []
  const type = listAt(list)
  return type && { type, id: Number(id) }
}

/** The type of a list path. */
export function listAt(path: string): EntityType | undefined {
  return TYPES.find((type) => ENTRY_TYPES[type].list === path)
}

/** The type for a page name of the service, with or without its extension. */
export function typeOfPage(page: string): EntityType {
  return TYPES.find((type) => ENTRY_TYPES[type].page === page.replace('.php', '')) ?? 'experiments'
}
