import { MOST_TABLE_COLUMNS } from '@aliquot/contract/import-tables'
import type { TableLimits } from './table.ts'

export const TABLE_LIMITS: Readonly<TableLimits> = {
  row: 4 * 1024 * 1024,
  columns: MOST_TABLE_COLUMNS,
  rows: 1_000_000,
}
