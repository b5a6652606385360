import { useCallback, useState } from 'react'
import type { ExperimentRow } from './experiments.queries.ts'

export interface Selection {
  rows: ReadonlyMap<number, ExperimentRow>
  /** Where a range starts. */
  anchor: number | undefined
  toggle(row: ExperimentRow, index: number): void
  add(rows: readonly ExperimentRow[], anchor: number): void
  /** Keeps only these. */
  keep(rows: readonly ExperimentRow[]): void
  clear(): void
}

const NONE = { rows: new Map<number, ExperimentRow>(), anchor: undefined }

/** The marked rows of a list; another list starts with none. */
export function useSelection(listKey: string): Selection {
  const [state, setState] = useState<{ rows: ReadonlyMap<number, ExperimentRow>; anchor: number | undefined }>(NONE)
  const [key, setKey] = useState(listKey)
  if (key !== listKey) {
    setKey(listKey)
    setState(NONE)
  }
  const toggle = useCallback((row: ExperimentRow, index: number) => {
    setState(({ rows }) => {
      const next = new Map(rows)
      if (!next.delete(row.id)) next.set(row.id, row)
      return { rows: next, anchor: index }
    })
  }, [])
  const add = useCallback((added: readonly ExperimentRow[], anchor: number) => {
    setState(({ rows }) => ({ rows: new Map([...rows, ...byId(added)]), anchor }))
  }, [])
  const keep = useCallback((kept: readonly ExperimentRow[]) => {
    setState({ rows: new Map(byId(kept)), anchor: undefined })
  }, [])
  const clear = useCallback(() => setState(NONE), [])
  return { ...state, toggle, add, keep, clear }
}

function byId(rows: readonly ExperimentRow[]): [number, ExperimentRow][] {
  return rows.map((row) => [row.id, row])
}
