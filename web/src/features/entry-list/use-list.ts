import type { EntityType } from '@aliquot/contract/common'
import { keepPreviousData, type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '../../api/client.ts'
import { type EntryRow, entryListPage, type ListPage, listKey, PAGE_SIZE } from './entry-list.queries.ts'
import { type ListSearch, listQuery } from './list-search.ts'

export interface ListHead {
  /** The search of the visible rows: the previous one while the current one loads. */
  shown: ListSearch
  /** The same as text, to detect another list. */
  shownKey: string
  /** Undefined while there is nothing to show. */
  first: ListPage | undefined
  isWaiting: boolean
  /** Why there is nothing to show. */
  error: Error | null
  /** Why the search is not understood, perhaps because it is not typed to its end. The last results stay. */
  refused: ApiError | undefined
  retry(): void
}

/** The start of a list, and whether it has loaded. */
export function useListHead(type: EntityType, search: ListSearch): ListHead {
  const first = useQuery({ ...entryListPage(type, search), placeholderData: keepPreviousData })
  const [last, setLast] = useState(search)
  const isAnswered = first.data !== undefined && !first.isPlaceholderData
  if (isAnswered && keyOf(search) !== keyOf(last)) setLast(search)
  const refused = isRefusal(first.error) ? first.error : undefined
  // The last results, which the query of a refused search does not keep.
  const { data: kept } = useQuery({ ...entryListPage(type, last), enabled: false })
  const isKept = first.isPlaceholderData || (refused !== undefined && kept !== undefined)
  const shown = isKept ? last : search
  const data = first.data ?? (isKept ? kept : undefined)
  return {
    shown,
    shownKey: keyOf(shown),
    first: data,
    isWaiting: !isAnswered && first.error === null,
    error: data ? null : first.error,
    refused,
    retry: () => void first.refetch(),
  }
}

/** The service did not understand the question itself. */
function isRefusal(error: Error | null): error is ApiError {
  return error instanceof ApiError && error.status === 400
}

function keyOf(search: ListSearch): string {
  return JSON.stringify(listQuery(search))
}

/** Browsers cannot scroll through much more. */
const MOST_ROWS = 300_000

/** The number of scrollable rows. An inexact total grows with every loaded page. */
export function countRows(client: QueryClient, type: EntityType, { shown, first }: ListHead): number {
  if (!first) return 0
  if (first.totalIsExact) return Math.min(first.total, MOST_ROWS)
  let most = first.total
  for (const [, page] of client.getQueriesData<ListPage>({ queryKey: listKey(type, shown) })) {
    if (page?.totalIsExact) return Math.min(page.total, MOST_ROWS)
    if (page) most = Math.max(most, page.total)
  }
  // If the end is unknown, there is always more to scroll to.
  return Math.min(most + PAGE_SIZE, MOST_ROWS)
}

/** How long scrolling must rest before a page is loaded, in ms: pages that only fly past are not needed. */
const REST = 70

/** The rows of a range, as far as loaded; missing ones are requested. */
export function useRows(
  type: EntityType,
  search: ListSearch,
  from: number,
  to: number,
): (index: number) => EntryRow | undefined {
  const start = Math.floor(from / PAGE_SIZE)
  const end = Math.floor(Math.max(from, to) / PAGE_SIZE)
  const [rested, setRested] = useState({ start, end })
  useEffect(() => {
    const timer = setTimeout(setRested, REST, { start, end })
    return () => clearTimeout(timer)
  }, [start, end])
  const numbers = Array.from({ length: end - start + 1 }, (_, index) => start + index)
  const pages = useQueries({
    queries: numbers.map((page) => ({
      ...entryListPage(type, search, page * PAGE_SIZE),
      // The head of the list has already requested the start.
      enabled: page > 0 && page >= rested.start && page <= rested.end,
    })),
  })
  return (index) => {
    const page = Math.floor(index / PAGE_SIZE)
    return pages[page - start]?.data?.rows[index - page * PAGE_SIZE]
  }
}
