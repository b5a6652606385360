import { isNumeric } from '../../../../ui/words/is-number.ts'
import { columnWidths, findDelimiter, rowsOf } from './delimited.ts'
import { pauser } from './in-slices.ts'
import { type Decimals, findDecimals } from './numbers.ts'
import type { Table } from './row-order.ts'

/** How somebody wants a table to be read; undefined where we find it out. */
export interface Reading {
  delimiter?: string | undefined
  decimals?: Decimals | undefined
}

interface Source extends Reading {
  text: string
  name: string
  /** More of the file follows. */
  isCut: boolean
}

export const MOST_COLUMNS = 200
const SAMPLE = 200

/** The first line has the column names. Reads with pauses, so that the page stays responsive. */
export async function readTable(source: Source, signal: AbortSignal): Promise<Table> {
  const { text, name, isCut } = source
  const all: string[][] = []
  const pause = pauser(signal)
  for (const row of rowsOf(text, source.delimiter ?? findDelimiter(text, name))) {
    all.push(row)
    if (all.length % 256 === 0) await pause()
  }
  // The last line of a part is incomplete.
  if (isCut && all.length > 1) all.pop()
  const [head = [], ...rows] = all.filter((row) => row.length > 1 || row[0] !== '')
  // A name needs room for the sign of the order.
  const widths = columnWidths([head.map((name) => `${name}   `), ...rows.slice(0, SAMPLE)])
  // A sample tells, and a wrong guess only aligns and sorts differently.
  const sample = rows.slice(0, SAMPLE)
  const areNumbers = widths.slice(0, MOST_COLUMNS).map((_, column) => isNumeric(sample.map((row) => row[column])))
  return { head, rows, widths, areNumbers, decimals: source.decimals ?? findDecimals(sample) }
}
