import { pauser, sortInSlices } from './in-slices.ts'
import { type Decimals, numberIn } from './numbers.ts'

export interface Table {
  head: readonly string[]
  rows: readonly (readonly string[])[]
  /** The width of each column, in characters. */
  widths: readonly number[]
  areNumbers: readonly boolean[]
  decimals: Decimals
}

export interface Sorting {
  column: number
  isDescending: boolean
}

/** The rows that match the filter, sorted; in the order of the file without a sorting. */
export async function orderRows(
  table: Table,
  filter: string,
  sorting: Sorting | undefined,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const found = await filterRows(table, filter, signal)
  return sorting ? sortRows(table, found, sorting, signal) : found
}

async function filterRows(table: Table, filter: string, signal: AbortSignal): Promise<Uint32Array> {
  const { rows } = table
  const found = new Uint32Array(rows.length)
  const matches = matcher(table, filter)
  const pause = pauser(signal)
  let count = 0
  for (const [index, row] of rows.entries()) {
    if (index % 256 === 0) await pause()
    if (matches(row)) found[count++] = index
  }
  return found.subarray(0, count)
}

type Matches = (row: readonly string[]) => boolean

const COMPARISONS = {
  '<': (a: number, b: number) => a < b,
  '>': (a: number, b: number) => a > b,
  '<=': (a: number, b: number) => a <= b,
  '>=': (a: number, b: number) => a >= b,
  '=': (a: number, b: number) => a === b,
} as const

/** All words must be in the row, in any column. `OD600 > 0.5` compares the numbers of one column. */
export function matcher(table: Pick<Table, 'head' | 'decimals'>, filter: string): Matches {
  const compared = comparison(table, filter)
  if (compared) return compared
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return () => true
  return (row) => words.every((word) => row.some((cell) => cell.toLowerCase().includes(word)))
}

function comparison({ head, decimals }: Pick<Table, 'head' | 'decimals'>, filter: string): Matches | undefined {
  const [, name = '', sign = '', value = ''] = /^(.*?)\s*(<=|>=|<|>|=)\s*(\S+)$/.exec(filter.trim()) ?? []
  const wanted = name.trim().toLowerCase()
  const column = head.findIndex((one) => one.trim().toLowerCase() === wanted)
  const bound = Number(value.replace(',', '.'))
  const compare = COMPARISONS[sign as keyof typeof COMPARISONS]
  if (column === -1 || Number.isNaN(bound) || !compare) return undefined
  return (row) => compare(numberIn(row[column], decimals), bound)
}

async function sortRows(
  { rows, areNumbers, decimals }: Table,
  found: Uint32Array,
  { column, isDescending }: Sorting,
  signal: AbortSignal,
): Promise<Uint32Array> {
  const sign = isDescending ? -1 : 1
  const pause = pauser(signal)
  const keys: (number | string)[] = []
  const keyOf = areNumbers[column] ? (cell: string) => numberIn(cell, decimals) : textKey
  for (const [place, index] of found.entries()) {
    if (place % 256 === 0) await pause()
    keys[index] = keyOf(rows[index]?.[column] ?? '')
  }
  const compare = (a: number, b: number) => {
    const one = keys[a] as number | string
    const other = keys[b] as number | string
    // Empty cells come last in both directions.
    const emptiness = Number(isEmpty(one)) - Number(isEmpty(other))
    if (emptiness !== 0) return emptiness
    return one === other || isEmpty(one) ? 0 : one < other ? -sign : sign
  }
  return sortInSlices(found.slice(), compare, signal)
}

function isEmpty(key: number | string): boolean {
  return key === '' || Number.isNaN(key)
}

/** Compared as plain texts, these are in the order people expect: "B2" before "B10", "é" beside "e". */
function textKey(cell: string): string {
  return cell
    .trim()
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/\d+/g, (digits) => digits.padStart(12, '0'))
}
