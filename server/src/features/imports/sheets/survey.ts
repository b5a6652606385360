import type { DateOrder, TableChoices, TableReading } from '@aliquot/contract/import-tables'
import { InvalidInput } from '../../../errors.ts'
import { cutUnits } from '../../../lib/text.ts'
import { guessOrder, readMoment } from './days.ts'
import { plainName, targetsByName } from './headers.ts'
import { type ColumnKind, kindOfColumn, looksLikeAddress } from './kinds.ts'
import { guessDecimal, looksLikeNumber } from './numbers.ts'
import type { Row, Table } from './table.ts'

export interface SurveyedColumn {
  /** From 0. */
  index: number
  /** As the header names it; empty: it does not. */
  name: string
  kind: ColumnKind
  order: DateOrder | null
  samples: string[]
  filled: number
  distinct: number
  /** The different values of a column with few of them. */
  options: string[]
}

/** What the first rows of a table tell. */
export interface Survey {
  /** Rows above the table, such as its name. */
  above: readonly Row[]
  hasHeader: boolean
  decimal: TableReading['decimal']
  guessed: Pick<TableReading, 'header' | 'decimal'>
  columns: SurveyedColumn[]
}

/** Letters of the name of a column, as of a field. */
const MOST_NAME = 255
const [MOST_ROWS, MOST_CELLS, MOST_UNITS] = [1000, 200_000, 4_000_000]

export async function surveyTable(table: Table, choices: TableChoices): Promise<Survey> {
  const all = await firstRows(table)
  const above = all.slice(0, choices.header === false ? 0 : rowsAbove(all))
  const rows = all.slice(above.length)
  const [first] = rows
  if (!first) throw new InvalidInput('table.empty')
  const guessedHeader = isHeader(first, rows.slice(1))
  const hasHeader = choices.header ?? guessedHeader
  const body = hasHeader ? rows.slice(1) : rows
  const guessedDecimal = guessDecimal(textsOf(body), table.reading.separator)
  const decimal = choices.decimal ?? guessedDecimal
  const names = hasHeader
    ? first.cells.map((name) => copied(cutUnits(name.replace(/\s+/g, ' ').trim(), MOST_NAME)))
    : []
  const width = widthOf(first.cells.length, body)
  const orders = new Map(choices.columns?.map(({ number, order }) => [number - 1, order]))
  const columns = Array.from({ length: width }, (_, index) =>
    surveyColumn(index, names[index] ?? '', body, decimal, orders.get(index) ?? null),
  )
  return { above, hasHeader, decimal, guessed: { header: guessedHeader, decimal: guessedDecimal }, columns }
}

const [MOST_ABOVE, LOOKED_AT, FEWEST_CELLS] = [30, 100, 3]

/** How many rows stand above the names of the columns: those with far fewer values than most rows have. */
function rowsAbove(rows: readonly Row[]): number {
  const filled = rows.slice(0, LOOKED_AT).map(({ cells }) => cells.filter((cell) => cell.trim() !== '').length)
  const usual = filled.toSorted((a, b) => a - b)[Math.floor(filled.length / 2)] ?? 0
  if (usual < FEWEST_CELLS) return 0
  const first = filled.findIndex((count) => count * 2 >= usual)
  return first > MOST_ABOVE ? 0 : Math.max(0, first)
}

async function firstRows(table: Table): Promise<Row[]> {
  const rows: Row[] = []
  let [cells, units] = [0, 0]
  for await (const piece of table.rows()) {
    for (const row of piece) {
      cells += row.cells.length
      for (const cell of row.cells) units += cell.length
      if (rows.length > 0 && (rows.length > MOST_ROWS || cells > MOST_CELLS || units > MOST_UNITS)) return rows
      rows.push(row)
    }
  }
  return rows
}

function* textsOf(rows: readonly Row[]): Generator<string> {
  for (const { cells, numbers } of rows) {
    for (const [index, cell] of cells.entries()) if (cell !== '' && !numbers?.has(index)) yield cell
  }
}

/** A first row of names: none of them a value, each different, and one known or the rows below of another kind. */
function isHeader({ cells, numbers }: Row, others: readonly Row[]): boolean {
  const given = cells.map((cell) => cell.trim()).filter((cell) => cell !== '')
  if (targetsByName(cells).size > 0) return true
  if (numbers !== undefined && numbers.size > 0) return false
  if (given.some((cell) => isValue(cell) || cell.length > 200)) return false
  if (new Set(given.map(plainName)).size < given.length) return false
  const isAlone = others.length === 0
  return !isAlone
}

function isValue(cell: string): boolean {
  return (
    looksLikeNumber(cell, '.') ||
    looksLikeNumber(cell, ',') ||
    readMoment(cell, 'dmy') !== undefined ||
    looksLikeAddress(cell)
  )
}

/** A table is as wide as its first row, and as what several rows have beyond it: one alone is rather broken. */
function widthOf(first: number, rows: readonly Row[]): number {
  const filled: number[] = []
  for (const { cells } of rows) {
    for (let index = first; index < cells.length; index++) {
      if (cells[index]?.trim()) filled[index - first] = (filled[index - first] ?? 0) + 1
    }
  }
  const enough = Math.max(2, rows.length * 0.05)
  const last = filled.findLastIndex((count = 0) => count >= enough)
  return first + last + 1
}

const [MOST_SAMPLES, SAMPLE_UNITS, MOST_DISTINCT, MOST_OPTIONS] = [5, 100, 1000, 12]

function surveyColumn(
  index: number,
  name: string,
  rows: readonly Row[],
  decimal: TableReading['decimal'],
  chosenOrder: DateOrder | null,
): SurveyedColumn {
  const values: string[] = []
  const different = new Set<string>()
  let numbers = 0
  for (const row of rows) {
    const value = row.cells[index]?.trim() ?? ''
    if (value === '') continue
    values.push(value)
    if (row.numbers?.has(index)) numbers++
    if (different.size < MOST_DISTINCT) different.add(value)
  }
  const order = chosenOrder ?? guessOrder(values)
  const isNumbers = values.length > 0 && numbers >= values.length * 0.9
  const kind = isNumbers ? 'number' : kindOfColumn(values, { order, decimal, distinct: different.size })
  const first = [...different].slice(0, MOST_OPTIONS)
  return {
    ...{ index, name, kind, order: kind === 'date' || kind === 'datetime-local' || chosenOrder ? order : null },
    samples: first.slice(0, MOST_SAMPLES).map((value) => copied(value.slice(0, SAMPLE_UNITS)).toWellFormed()),
    ...{ filled: values.length, distinct: different.size },
    options: different.size <= MOST_OPTIONS ? first.map(copied) : [],
  }
}

/** A text of its own: a part of another one would keep all of that in memory. */
function copied(text: string): string {
  return Buffer.from(text, 'utf16le').toString('utf16le')
}
