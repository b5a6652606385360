import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import type { LinkTarget } from '@aliquot/contract/links'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { isTemplateType, type TemplateType } from '../entry-data/entry-types.ts'

const MOST_ENTRIES = 8
/** The types that an entry can be linked to. */
const LINKED: readonly LinkTarget[] = ['experiments', 'items']
/** A text can also name these. */
const NAMED: readonly TemplateType[] = ['experiments_templates', 'items_types']

/** An entry that is offered, with what tells replicates apart. */
export interface SuggestedEntry<T extends EntityType = EntityType>
  extends Pick<EntityListRow, 'id' | 'title' | 'date' | 'custom_id' | 'status_title' | 'status_color'> {
  type: T
}

/** Link targets of both types, last changed first. */
export function entriesLike(letters: string) {
  return queryOptions({
    queryKey: ['entry-suggestions', letters],
    queryFn: ({ signal }) => findEntries(LINKED, letters, signal),
  })
}

/** What a text can name: link targets, and below them templates, once letters tell which. */
export function nameable(letters: string) {
  return queryOptions({
    queryKey: ['entry-suggestions', letters, 'templates'],
    queryFn: ({ signal }): Promise<SuggestedEntry[]> =>
      findEntries<EntityType>(letters.trim() === '' ? LINKED : [...LINKED, ...NAMED], letters, signal),
  })
}

async function findEntries<T extends EntityType>(types: readonly T[], letters: string, signal: AbortSignal) {
  const found = await Promise.all(types.map((type) => findOfType(type, letters, signal)))
  return found
    .flat()
    .sort((a, b) => rank(a.type) - rank(b.type) || b.modified_at.localeCompare(a.modified_at))
    .slice(0, MOST_ENTRIES)
}

function rank(type: EntityType): number {
  return isTemplateType(type) ? 1 : 0
}

async function findOfType<T extends EntityType>(type: T, q: string, signal: AbortSignal) {
  const query = { q, limit: MOST_ENTRIES, scope: 3, full: 0 }
  const { data } = await call(entityLists.list, { params: { entity_type: type }, query, signal })
  return data.map(({ id, title, date, custom_id, status_title, status_color, modified_at }) => ({
    ...{ type, id, title, date, custom_id, status_title, status_color, modified_at },
  }))
}
