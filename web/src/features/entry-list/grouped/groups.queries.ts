import type { EntityType } from '@aliquot/contract/common'
import { type EntityGroup, entityGroups, type Grouping } from '@aliquot/contract/entity-groups'
import { queryOptions } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { entryKeys } from '../../entry-data/entry-keys.ts'
import { daysWithin } from '../filters/date-choice.ts'
import { type ListSearch, listQuery } from '../list-search.ts'

/** The groups of a list that have entries, with their counts. */
export function groupsOf(type: EntityType, search: ListSearch, by: Grouping) {
  const { order: _, sort: __, ...filters } = listQuery(search)
  return queryOptions({
    queryKey: [...entryKeys.groups, { type, by, ...filters }] as const,
    queryFn: async ({ signal }): Promise<EntityGroup[]> =>
      (await call(entityGroups.list, { params: { entity_type: type }, query: { ...filters, by }, signal })).data,
  })
}

/** The list of one group: the same list with one more filter. */
export function searchInGroup(search: ListSearch, by: Grouping, value: string): ListSearch {
  if (by === 'owner') return { ...search, owner: Number(value) }
  if (by === 'month') return { ...search, date: daysInMonth(search.date, value) }
  return { ...search, [by]: [value === 'null' ? 0 : Number(value)] }
}

/** The days of a month that a date filter leaves. */
function daysInMonth(date: string | undefined, month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  const first = `${month}-01`
  const last = new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10)
  return daysWithin(date, { from: first, to: last }) ?? first
}
