import type { QueryClient, QueryKey } from '@tanstack/react-query'
import { entryKeys } from '../entry-data/entry-keys.ts'
import type { EntryRow, ListPage } from './entry-list.queries.ts'
import { type CachedPages, cachedPages, windowOf } from './list-cache.ts'

/** The cached lists before a change. */
export type Snapshot = CachedPages

/** Changes rows in all cached lists, and returns a snapshot to undo it. */
export function editRows(client: QueryClient, ids: ReadonlySet<number>, edit: (row: EntryRow) => EntryRow) {
  const before = cachedPages(client)
  for (const [key, page] of before) {
    if (!page?.rows.some((row) => ids.has(row.id))) continue
    const rows = page.rows.map((row) => (ids.has(row.id) ? edit(row) : row))
    client.setQueryData<ListPage>(key, { ...page, rows })
  }
  return before
}

/** Removes rows from all cached lists; those below move up. */
export function removeRows(client: QueryClient, ids: ReadonlySet<number>): Snapshot {
  const before = cachedPages(client)
  for (const pages of pagesByList(before).values()) {
    for (const { key, ...page } of withoutRows(pages, ids)) client.setQueryData<ListPage>(key, page)
  }
  return before
}

export function putBack(client: QueryClient, before: Snapshot): void {
  for (const [key, page] of before) if (page) client.setQueryData<ListPage>(key, page)
}

/** Cancels running queries, so that an old answer cannot undo an optimistic change. */
export function stopLoading(client: QueryClient): Promise<void> {
  return client.cancelQueries({ queryKey: entryKeys.lists })
}

export interface StoredPage extends ListPage {
  key: QueryKey
  offset: number
  limit: number
}

/** The pages of a list without some rows. If the next page is not cached, the end of a page stays open. */
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

function pagesByList(pages: Snapshot): Map<string, StoredPage[]> {
  const lists = new Map<string, StoredPage[]>()
  for (const [key, page] of pages) {
    if (!page) continue
    const window = windowOf(key)
    const name = JSON.stringify([key[2], window.limit])
    lists.set(name, [...(lists.get(name) ?? []), { ...page, ...window, key }])
  }
  return lists
}
