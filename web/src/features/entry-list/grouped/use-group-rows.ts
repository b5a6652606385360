import type { EntityType } from '@aliquot/contract/common'
import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type EntryRow, entryListPage, PAGE_SIZE } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import { placeAt, type Span } from './group-spans.ts'

/** How long scrolling must rest before pages are loaded, in ms. */
const REST = 70

export interface GroupRows {
  rowAt(group: number, row: number): EntryRow | undefined
}

/** The rows between two indexes, as far as loaded; missing pages of the groups are requested. */
export function useGroupRows(
  type: EntityType,
  searches: readonly ListSearch[],
  spans: readonly Span[],
  [from, to]: readonly [number, number],
): GroupRows {
  const client = useQueryClient()
  const wanted = pagesBetween(spans, from, to)
  const key = wanted.join(' ')
  const [rested, setRested] = useState(key)
  useEffect(() => {
    const timer = setTimeout(setRested, REST, key)
    return () => clearTimeout(timer)
  }, [key])
  const asked = wanted.flatMap((name) => {
    const [group = 0, page = 0] = name.split(':').map(Number)
    const search = searches[group]
    return search ? [{ group, page, search }] : []
  })
  const pages = useQueries({
    queries: asked.map(({ page, search }) => ({
      ...entryListPage(type, search, page * PAGE_SIZE),
      enabled: rested === key,
    })),
  })
  // Read here, so that an answer or a refusal draws the rows anew.
  const answers = pages.map(({ data, error }) => (error ? undefined : data))
  const answered = new Map(asked.map(({ group, page }, index) => [`${group}:${page}`, answers[index]]))
  return {
    rowAt: (group, row) => {
      const search = searches[group]
      const page = Math.floor(row / PAGE_SIZE)
      const known = answered.get(`${group}:${page}`)
      if (known || !search) return known?.rows[row - page * PAGE_SIZE]
      const cached = client.getQueryData(entryListPage(type, search, page * PAGE_SIZE).queryKey)
      return cached?.rows[row - page * PAGE_SIZE]
    },
  }
}

/** `2:0` is the first page of the third group. */
function pagesBetween(spans: readonly Span[], from: number, to: number): string[] {
  const names = new Set<string>()
  let index = from
  while (index <= to && spans.length > 0) {
    const { group, row } = placeAt(spans, index)
    const { start, rows } = spans[group] ?? { start: 0, rows: 0 }
    if (row >= rows) break
    if (row < 0) {
      index++
      continue
    }
    const page = Math.floor(row / PAGE_SIZE)
    names.add(`${group}:${page}`)
    index = start + 1 + Math.min(rows, (page + 1) * PAGE_SIZE)
  }
  return [...names]
}
