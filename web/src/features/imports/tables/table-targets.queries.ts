import type { EntityType } from '@aliquot/contract/common'
import { entityLists } from '@aliquot/contract/entities-list'
import { labels } from '@aliquot/contract/labels'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { entryKeys } from '../../entry-data/entry-keys.ts'
import { type MadeType, TEMPLATES_OF } from '../../entry-data/entry-types.ts'

export interface Named {
  id: number
  title: string
}

/** Entries share categories with their templates. */
export function categoryKindOf(type: EntityType) {
  return type === 'experiments' || type === 'experiments_templates' ? 'experiments_categories' : 'resources_categories'
}

/** The categories that all rows of a table can get. */
export function categoriesFor(team: number, type: EntityType) {
  const kind = categoryKindOf(type)
  return queryOptions({
    queryKey: ['labels', team, kind],
    queryFn: async ({ signal }): Promise<Named[]> =>
      (await call(labels[kind].list, { params: { id: team }, signal })).data,
    staleTime: 60_000,
  })
}

const MOST_TEMPLATES = 500

/** The templates that each row of a table can be made from, by name. */
export function rowTemplatesFor(makes: MadeType) {
  return queryOptions({
    queryKey: [...entryKeys.all, 'row-templates', makes] as const,
    queryFn: async ({ signal }): Promise<Named[]> => {
      const query = { limit: MOST_TEMPLATES, full: 0, scope: 3, order: 'title', sort: 'asc' }
      const { data } = await call(entityLists.list, { params: { entity_type: TEMPLATES_OF[makes] }, query, signal })
      return data.map(({ id, title }) => ({ id, title }))
    },
    staleTime: 60_000,
  })
}
