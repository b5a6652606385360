import type { TableReading } from '@aliquot/contract/import-tables'
import type { ImportNote } from '../incoming.ts'

/** A row of a table with a value in it. */
export interface Row {
  /** As a spreadsheet counts, from 1. */
  number: number
  cells: readonly string[]
  /** Cells that are numbers, whatever the decimal sign of texts is. */
  numbers?: ReadonlySet<number>
  notes?: readonly ImportNote[]
}

/** How a file is read, apart from what its rows tell. */
export type FileReading = Pick<TableReading, 'sheet' | 'encoding' | 'separator'>

/** A table that is open to be read, several times from its start. */
export interface Table {
  reading: FileReading
  guessed: FileReading
  /** Names of all sheets of a workbook. */
  sheets: string[]
  /** About the file as a whole. */
  notes: readonly ImportNote[]
  /** The rows that are not empty, in pieces. */
  rows(): AsyncGenerator<readonly Row[]>
  /** How many these are. */
  count(): Promise<number>
  close(): Promise<void>
}

export interface TableLimits {
  /** Characters of a row. */
  row: number
  columns: number
  rows: number
}
