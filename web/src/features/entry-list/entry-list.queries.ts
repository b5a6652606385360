import type { EntityType } from '@aliquot/contract/common'
import type { EntityListRow, FoundIn } from '@aliquot/contract/entities'
import { entityLists } from '@aliquot/contract/entities-list'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { type ListSearch, listQuery, shownFields } from './list-search.ts'

/** The parts of an entry that a list shows. A list can have very many rows, so nothing else is kept. */
export type EntryRow = Pick<
  EntityListRow,
  | 'id'
  | 'title'
  | 'custom_id'
  | 'date'
  | 'status'
  | 'status_title'
  | 'status_color'
  | 'category'
  | 'category_title'
  | 'category_color'
  | 'rating'
  | 'team'
  | 'userid'
  | 'fullname'
  | 'locked'
  | 'state'
  | 'canwrite'
  | 'canwrite_base'
  | 'created_at'
  | 'modified_at'
  | 'is_pinned'
  | 'recent_comment'
> &
  EntryRef & {
    tags: string[]
    /** Where the search found it, if neither title nor tags show that. */
    found?: FoundIn
    /** The values of the shown extra fields. */
    fields?: Record<string, string>
  }

export interface ListPage {
  rows: EntryRow[]
  total: number
  /** False if the total is a lower bound. */
  totalIsExact: boolean
}

export const PAGE_SIZE = 100

/** The query key of a list, for all of its pages. */
export function listKey(type: EntityType, search: ListSearch) {
  return [...entryKeys.lists, { type, fields: shownFields(search), ...listQuery(search) }] as const
}

/** Rows `offset` to `offset + limit` of a list, with the total. */
export function entryListPage(type: EntityType, search: ListSearch, offset = 0, limit = PAGE_SIZE) {
  return queryOptions({
    queryKey: [...listKey(type, search), { offset, limit }] as const,
    queryFn: async ({ signal }): Promise<ListPage> => {
      const fields = shownFields(search)
      const query = { ...listQuery(search), full: fields.length > 0 ? 1 : 0, limit, offset }
      const { data, total, totalIsExact } = await call(entityLists.list, {
        params: { entity_type: type },
        query,
        signal,
      })
      const rows = data.map((row) => toRow(type, row, fields))
      return { rows, total: total ?? offset + rows.length, totalIsExact: total !== undefined && totalIsExact }
    },
    // People return to the start of a list; pages in the middle would only fill the memory.
    gcTime: offset === 0 ? 30 * 60_000 : 2 * 60_000,
  })
}

function toRow(type: EntityType, row: EntityListRow, fields: readonly string[]): EntryRow {
  const found = row.found_in?.find(({ place }) => place !== 'title' && place !== 'tag')
  const isSeen = row.found_in?.some(({ place }) => place === 'title')
  return {
    type,
    id: row.id,
    title: row.title,
    custom_id: row.custom_id,
    date: row.date,
    status: row.status,
    status_title: row.status_title,
    status_color: row.status_color,
    category: row.category,
    category_title: row.category_title,
    category_color: row.category_color,
    rating: row.rating,
    team: row.team,
    userid: row.userid,
    fullname: row.fullname,
    locked: row.locked,
    state: row.state,
    canwrite: row.canwrite,
    canwrite_base: row.canwrite_base,
    created_at: row.created_at,
    modified_at: row.modified_at,
    is_pinned: row.is_pinned,
    recent_comment: row.recent_comment,
    tags: row.tags_decoded.map(({ tag }) => tag),
    ...(found && !isSeen && { found }),
    ...(fields.length > 0 && { fields: valuesOf(row.metadata, fields) }),
  }
}

/** The values of some extra fields, for a table. */
function valuesOf(metadata: string | null | undefined, names: readonly string[]): Record<string, string> {
  // Other programs may have stored anything there.
  const fields = (JSON.parse(metadata || '{}') as Metadata | null)?.extra_fields ?? {}
  return Object.fromEntries(
    names.flatMap((name) => {
      const { value, unit } = (Object.hasOwn(fields, name) && fields[name]) || {}
      const words = [value ?? ''].flat().join(', ')
      return words === '' ? [] : [[name, unit ? `${words} ${unit}` : words]]
    }),
  )
}

interface Metadata {
  extra_fields?: Record<string, { value?: unknown; unit?: unknown } | null> | null
}
