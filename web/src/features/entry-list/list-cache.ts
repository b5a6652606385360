import type { EntityType } from '@aliquot/contract/common'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRow, entryListPage, type ListPage, listKey, PAGE_SIZE } from './entry-list.queries.ts'
import type { ListSearch } from './list-search.ts'

/** Pages of lists by their keys. */
export type CachedPages = readonly (readonly [QueryKey, ListPage | undefined])[]

/** The cached rows, without duplicates. */
export function knownRows(client: QueryClient): EntryRow[] {
  const rows = new Map<number, EntryRow>()
  for (const [, page] of cachedPages(client)) for (const row of page?.rows ?? []) rows.set(row.id, row)
  return [...rows.values()]
}

/** A cached row by its position. */
export function rowAt(client: QueryClient, type: EntityType, search: ListSearch, index: number): EntryRow | undefined {
  const page = Math.floor(index / PAGE_SIZE) * PAGE_SIZE
  return client.getQueryData(entryListPage(type, search, page).queryKey)?.rows[index - page]
}

/** The loaded rows of a list, from the top. */
export function loadedRows(client: QueryClient, type: EntityType, search: ListSearch): EntryRow[] {
  const pages = client.getQueriesData<ListPage>({ queryKey: listKey(type, search) })
  const inOrder = pages.map(([key, page]) => ({ page, at: windowOf(key).offset })).sort((a, b) => a.at - b.at)
  return inOrder.flatMap(({ page }) => page?.rows ?? [])
}

/** The rows of a range; missing ones are loaded. The list may end before it. */
export async function readRows(client: QueryClient, type: EntityType, search: ListSearch, from: number, to: number) {
  const rows: EntryRow[] = []
  for (let page = Math.floor(from / PAGE_SIZE) * PAGE_SIZE; page <= to; page += PAGE_SIZE) {
    const data = await client.ensureQueryData(entryListPage(type, search, page))
    rows.push(...data.rows.slice(Math.max(0, from - page), to - page + 1))
    if (data.rows.length < PAGE_SIZE) break
  }
  return rows
}

/** All cached pages of lists. */
export function cachedPages(client: QueryClient): CachedPages {
  return client.getQueriesData<ListPage>({ queryKey: entryKeys.lists })
}

export function windowOf(key: QueryKey) {
  return key.at(-1) as { offset: number; limit: number }
}
