import { useCallback, useState } from 'react'
import type { EntryRow } from '../entry-list.queries.ts'

export interface Selection {
  rows: ReadonlyMap<number, EntryRow>
  /** The start of a range. */
  anchor: number | undefined
  toggle(row: EntryRow, index: number): void
  add(rows: readonly EntryRow[], anchor: number): void
  /** Keeps only these. */
  keep(rows: readonly EntryRow[]): void
  clear(): void
}

const NONE = { rows: new Map<number, EntryRow>(), anchor: undefined }

/** The selected rows of a list; another list starts with none. */
export function useSelection(listKey: string): Selection {
  const [state, setState] = useState<{ rows: ReadonlyMap<number, EntryRow>; anchor: number | undefined }>(NONE)
  const [key, setKey] = useState(listKey)
  if (key !== listKey) {
    setKey(listKey)
    setState(NONE)
  }
  const toggle = useCallback((row: EntryRow, index: number) => {
    setState(({ rows }) => {
      const next = new Map(rows)
      if (!next.delete(row.id)) next.set(row.id, row)
      return { rows: next, anchor: index }
    })
  }, [])
  const add = useCallback((added: readonly EntryRow[], anchor: number) => {
    setState(({ rows }) => ({ rows: new Map([...rows, ...byId(added)]), anchor }))
  }, [])
  const keep = useCallback((kept: readonly EntryRow[]) => {
    setState({ rows: new Map(byId(kept)), anchor: undefined })
  }, [])
  const clear = useCallback(() => setState(NONE), [])
  return { ...state, toggle, add, keep, clear }
}

function byId(rows: readonly EntryRow[]): [number, EntryRow][] {
  return rows.map((row) => [row.id, row])
}
