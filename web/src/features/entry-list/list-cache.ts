import type { EntityType } from '@aliquot/contract/common'
import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRow, entryListPage, type ListPage, PAGE_SIZE } from './entry-list.queries.ts'
import type { ListSearch } from './list-search.ts'

/** What the lists looked like before a change. */
export type Snapshot = readonly (readonly [QueryKey, ListPage | undefined])[]

/** Changes rows in every list that is in memory, and returns how to take it back. */
export function editRows(client: QueryClient, ids: ReadonlySet<number>, edit: (row: EntryRow) => EntryRow) {
  const before = snapshot(client)
  for (const [key, page] of before) {
    if (!page?.rows.some((row) => ids.has(row.id))) continue
    const rows = page.rows.map((row) => (ids.has(row.id) ? edit(row) : row))
    client.setQueryData<ListPage>(key, { ...page, rows })
  }
  return before
}

/** Takes rows out of every list that is in memory; those below move up. */
export function removeRows(client: QueryClient, ids: ReadonlySet<number>): Snapshot {
  const before = snapshot(client)
  for (const pages of pagesByList(before).values()) {
    for (const { key, ...page } of withoutRows(pages, ids)) client.setQueryData<ListPage>(key, page)
  }
  return before
}

export function putBack(client: QueryClient, before: Snapshot): void {
  for (const [key, page] of before) if (page) client.setQueryData<ListPage>(key, page)
}

/** No answer that is on its way may undo what is shown before the service has done it. */
export function stopLoading(client: QueryClient): Promise<void> {
  return client.cancelQueries({ queryKey: entryKeys.lists })
}

/** Rows that are in memory, each once. */
export function knownRows(client: QueryClient): EntryRow[] {
  const rows = new Map<number, EntryRow>()
  for (const [, page] of snapshot(client)) for (const row of page?.rows ?? []) rows.set(row.id, row)
  return [...rows.values()]
}

/** A row by its place, if it has been read. */
export function rowAt(client: QueryClient, type: EntityType, search: ListSearch, index: number): EntryRow | undefined {
  const page = Math.floor(index / PAGE_SIZE) * PAGE_SIZE
  return client.getQueryData(entryListPage(type, search, page).queryKey)?.rows[index - page]
}

/** The rows from one place to another; those that have not been read yet are read. */
export async function readRows(client: QueryClient, type: EntityType, search: ListSearch, from: number, to: number) {
  const rows: EntryRow[] = []
  for (let page = Math.floor(from / PAGE_SIZE) * PAGE_SIZE; page <= to; page += PAGE_SIZE) {
    const data = await client.ensureQueryData(entryListPage(type, search, page))
    rows.push(...data.rows.slice(Math.max(0, from - page), to - page + 1))
  }
  return rows
}

export interface StoredPage extends ListPage {
  key: QueryKey
  offset: number
  limit: number
}

/** The pages of one list without some of its rows. Where the page below is not in memory, the end of one stays open. */
export function withoutRows(pages: readonly StoredPage[], ids: ReadonlySet<number>): StoredPage[] {
  const rows = new Map<number, EntryRow>()
  for (const page of pages) for (const [at, row] of page.rows.entries()) rows.set(page.offset + at, row)
  const indexes = [...rows.keys()].sort((a, b) => a - b)
  const moved = new Map<number, EntryRow>()
  let removed = 0
  for (const index of indexes) {
    const row = rows.get(index)
    if (!row) continue
    if (ids.has(row.id)) removed++
    else moved.set(index - removed, row)
  }
  if (removed === 0) return []
  return pages.map((page) => {
    const kept: EntryRow[] = []
    for (let index = page.offset; index < page.offset + page.limit; index++) {
      const row = moved.get(index)
      if (!row) break
      kept.push(row)
    }
    return { ...page, rows: kept, total: page.total - removed }
  })
}

function snapshot(client: QueryClient): Snapshot {
  return client.getQueriesData<ListPage>({ queryKey: entryKeys.lists })
}

function pagesByList(pages: Snapshot): Map<string, StoredPage[]> {
  const lists = new Map<string, StoredPage[]>()
  for (const [key, page] of pages) {
    if (!page) continue
    const window = key.at(-1) as { offset: number; limit: number }
    const name = JSON.stringify([key[2], window.limit])
    lists.set(name, [...(lists.get(name) ?? []), { ...page, ...window, key }])
  }
  return lists
}
