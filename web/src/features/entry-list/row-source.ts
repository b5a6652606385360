import type { EntityType } from '@aliquot/contract/common'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useLayoutEffect, useMemo } from 'react'
import type { EntryRow } from './entry-list.queries.ts'
import { loadedRows, readRows, rowAt } from './list-cache.ts'
import type { ListSearch } from './list-search.ts'

/** The rows by their position, as the present look of the list counts them. */
export interface RowSource {
  at(index: number): EntryRow | undefined
  /** Missing rows are loaded. */
  range(from: number, to: number): Promise<EntryRow[]>
  /** All rows that have been loaded. */
  loaded(): EntryRow[]
  /** Another look counts them in its own way, until it goes. */
  replace(by: Omit<RowSource, 'replace'>): () => void
}

/** The rows of a plain list, unless a look replaces them. */
export function useRowSource(type: EntityType, shown: ListSearch): RowSource {
  const client = useQueryClient()
  return useMemo(() => {
    const plain = plainRows(client, type, shown)
    let current = plain
    return {
      at: (index) => current.at(index),
      range: (from, to) => current.range(from, to),
      loaded: () => current.loaded(),
      replace: (other) => {
        current = other
        return () => {
          if (current === other) current = plain
        }
      },
    }
  }, [client, type, shown])
}

/** Called by a look that counts rows in its own way. */
export function useRowsOf(source: RowSource, rows: Omit<RowSource, 'replace'>): void {
  useLayoutEffect(() => source.replace(rows))
}

function plainRows(client: QueryClient, type: EntityType, shown: ListSearch): Omit<RowSource, 'replace'> {
  return {
    at: (index) => rowAt(client, type, shown, index),
    range: (from, to) => readRows(client, type, shown, from, to),
    loaded: () => loadedRows(client, type, shown),
  }
}
