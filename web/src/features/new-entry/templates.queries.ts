import type { EntityListRow } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type MadeType, TEMPLATES_OF } from '../entry-data/entry-types.ts'

/** A template to choose. */
export interface Template {
  id: number
  title: string
  fullname: string
  category_title: string | null
  /** The type that it creates. */
  makes: MadeType
}

const MOST_TEMPLATES = 50

/** Templates for a type, by name; `letters` filters them. */
export function templatesFor(makes: MadeType, letters = '', limit = MOST_TEMPLATES) {
  return queryOptions({
    queryKey: [...entryKeys.all, 'templates', makes, letters, limit] as const,
    queryFn: async ({ signal }): Promise<Template[]> => {
      const query = { q: letters, limit, full: 0, scope: 3, order: 'title', sort: 'asc' }
      const { data } = await call(entityLists.list, { params: { entity_type: TEMPLATES_OF[makes] }, query, signal })
      return data.map((row) => toTemplate(makes, row))
    },
    staleTime: 60_000,
    placeholderData: keepPreviousData,
  })
}

function toTemplate(makes: MadeType, { id, title, fullname, category_title }: EntityListRow): Template {
  return { id, title, fullname, category_title, makes }
}
