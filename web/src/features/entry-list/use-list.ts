import type { EntityType } from '@aliquot/contract/common'
import { keepPreviousData, type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type EntryRow, entryListPage, type ListPage, listKey, PAGE_SIZE } from './entry-list.queries.ts'
import { type ListSearch, listQuery } from './list-search.ts'

export interface ListHead {
  /** What the rows on the screen are the answer to: the search before, while the present one is on its way. */
  shown: ListSearch
  /** The same as text, to see when it is another list. */
  shownKey: string
  /** undefined as long as there is nothing to show at all. */
  first: ListPage | undefined
  isWaiting: boolean
  error: Error | null
  retry(): void
}

/** The start of a list, and whether it is there yet. */
export function useListHead(type: EntityType, search: ListSearch): ListHead {
  const first = useQuery({ ...entryListPage(type, search), placeholderData: keepPreviousData })
  const [last, setLast] = useState(search)
  const isAnswered = first.data !== undefined && !first.isPlaceholderData
  if (isAnswered && keyOf(search) !== keyOf(last)) setLast(search)
  const shown = first.isPlaceholderData ? last : search
  return {
    shown,
    shownKey: keyOf(shown),
    first: first.data,
    isWaiting: !isAnswered,
    error: first.data ? null : first.error,
    retry: () => void first.refetch(),
  }
}

function keyOf(search: ListSearch): string {
  return JSON.stringify(listQuery(search))
}

/** Browsers cannot scroll through much more than this. */
const MOST_ROWS = 300_000

/** How many rows can be scrolled through. A total that is not exact grows with every page that is read. */
export function countRows(client: QueryClient, type: EntityType, { shown, first }: ListHead): number {
  if (!first) return 0
  if (first.totalIsExact) return Math.min(first.total, MOST_ROWS)
  let most = first.total
  for (const [, page] of client.getQueriesData<ListPage>({ queryKey: listKey(type, shown) })) {
    if (page?.totalIsExact) return Math.min(page.total, MOST_ROWS)
    if (page) most = Math.max(most, page.total)
  }
  // Where the end is not known, there is always something left to scroll to.
  return Math.min(most + PAGE_SIZE, MOST_ROWS)
}

/** How long scrolling must rest on a page before it is asked for; who flies past it does not need it. */
const REST = 70

/** The rows between two indexes, as far as they have been read; those that are missing are asked for. */
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
      // The start has been asked for already, by the head of the list.
      enabled: page > 0 && page >= rested.start && page <= rested.end,
    })),
  })
  return (index) => {
    const page = Math.floor(index / PAGE_SIZE)
    return pages[page - start]?.data?.rows[index - page * PAGE_SIZE]
  }
}
