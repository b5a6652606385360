import type { EntityType } from '@aliquot/contract/common'
import type { TableChoices, TableGuess } from '@aliquot/contract/import-tables'
import type { Choices } from './table-choices.ts'

interface Remembered {
  /** The headers of the table, as one text. */
  headers: string
  entity_type: EntityType | null
  columns: NonNullable<TableChoices['columns']>
}

const MOST = 20

/** Keeps what a person chose for a table, for the next one with the same headers. */
export function rememberColumns(userid: number, table: TableGuess, { entity_type, table: chosen }: Choices): void {
  const headers = headersOf(table)
  if (headers === undefined) return
  const others = readAll(userid).filter((one) => one.headers !== headers)
  const columns = chosen?.columns ?? []
  const kept = columns.length > 0 || entity_type ? [{ headers, entity_type, columns }, ...others] : others
  writeAll(userid, kept.slice(0, MOST))
}

/** Undefined if nothing was chosen for such a table. */
export function rememberedColumns(userid: number, table: TableGuess): Remembered | undefined {
  const headers = headersOf(table)
  return headers === undefined ? undefined : readAll(userid).find((one) => one.headers === headers)
}

export function forgetColumns(userid: number, table: TableGuess): void {
  const headers = headersOf(table)
  const others = readAll(userid).filter((one) => one.headers !== headers)
  writeAll(userid, others)
}

function writeAll(userid: number, all: readonly Remembered[]): void {
  try {
    localStorage.setItem(keyOf(userid), JSON.stringify(all))
  } catch {
    // A full storage: next time it is guessed.
  }
}

/** Undefined without headers: numbers alone say nothing about another table. */
function headersOf({ header, columns }: TableGuess): string | undefined {
  return header ? JSON.stringify(columns.map(({ name }) => name)) : undefined
}

function readAll(userid: number): Remembered[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(userid)) ?? '[]')
    return Array.isArray(stored) ? stored : []
  } catch {
    return []
  }
}

function keyOf(userid: number): string {
  return `aliquot-import-columns-${userid}`
}
