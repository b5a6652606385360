import { useEffect, useMemo, useState } from 'react'
import { type Reading, readTable } from './read-table.ts'
import { orderRows, type Sorting, type Table } from './row-order.ts'

/** The table of a text; undefined while it is read. */
export function useTable(text: string, name: string, isCut: boolean, reading: Reading): Table | undefined {
  const { delimiter, decimals } = reading
  const read = useMemo(
    () => (signal: AbortSignal) => readTable({ text, name, isCut, delimiter, decimals }, signal),
    [text, name, isCut, delimiter, decimals],
  )
  return useWork(read)
}

/** A table and the indexes of its rows to show. */
export interface OrderedTable {
  table: Table
  order: Uint32Array
}

/** Undefined at first. The old rows stay while the new ones are found. */
export function useOrderedTable(
  table: Table | undefined,
  filter: string,
  sorting: Sorting | undefined,
): OrderedTable | undefined {
  const work = useMemo(() => {
    if (!table) return undefined
    return async (signal: AbortSignal) => ({ table, order: await orderRows(table, filter, sorting, signal) })
  }, [table, filter, sorting])
  return useWork(work)
}

/** The result of the last work that came to its end. */
export function useWork<T>(work: ((signal: AbortSignal) => Promise<T>) | undefined): T | undefined {
  const [result, setResult] = useState<T>()
  useEffect(() => {
    if (!work) return
    const stop = new AbortController()
    work(stop.signal).then(
      (done) => !stop.signal.aborted && setResult(done),
      (error) => {
        if (!stop.signal.aborted) throw error
      },
    )
    return () => stop.abort()
  }, [work])
  return result
}
