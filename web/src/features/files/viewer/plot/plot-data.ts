import { pauser, sortInSlices } from '../table/in-slices.ts'
import { type Decimals, numberIn } from '../table/numbers.ts'
import type { Table } from '../table/row-order.ts'

/** What somebody wants to see. Columns are indexes. */
export interface PlotChoice {
  /** Undefined for the number of the row. */
  x: number | undefined
  ys: readonly number[]
  isLogX: boolean
  isLogY: boolean
}

export interface Series {
  name: string
  /** One for each x; null where there is no point. */
  values: (number | null)[]
}

export interface PlotData {
  xName: string
  isTime: boolean
  /** Ascending, as they are drawn. */
  xs: number[]
  series: Series[]
}

const DATE = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[-+]\d\d:?\d\d)?)?$/
const SAMPLE = 50

/** The columns that can be drawn, and those that are times. */
export function plottable({ rows, widths, areNumbers }: Table): { numbers: number[]; times: number[] } {
  const columns = widths.map((_, column) => column)
  const isTime = (column: number) => {
    const cells = rows.slice(0, SAMPLE).flatMap((row) => row[column]?.trim() || [])
    return cells.length > 0 && cells.every((cell) => DATE.test(cell))
  }
  const numbers = columns.filter((column) => areNumbers[column])
  return { numbers, times: columns.filter((column) => !areNumbers[column] && isTime(column)) }
}

/** The first column over which the next one is drawn. */
export function firstChoice(table: Table): PlotChoice {
  const { numbers, times } = plottable(table)
  const [time] = times
  const isPair = time === undefined && numbers.length > 1
  const [x, y] = isPair ? numbers : [time, numbers[0]]
  return { x, ys: y === undefined ? [] : [y], isLogX: false, isLogY: false }
}

interface Wanted {
  table: Table
  order: Uint32Array
  choice: PlotChoice
  rowName: string
  nameOf(column: number): string
}

/** Reads with pauses. On a logarithmic axis there is no zero, so such points are left out. */
export async function collectPlot(
  { table, order, choice, rowName, nameOf }: Wanted,
  signal: AbortSignal,
): Promise<PlotData> {
  const { rows, decimals } = table
  const { x, ys, isLogX, isLogY } = choice
  const isTime = x !== undefined && plottable(table).times.includes(x)
  const pause = pauser(signal)
  const places: number[] = []
  const read: number[] = []
  for (const [at, index] of order.entries()) {
    if (at % 256 === 0) await pause()
    const value = x === undefined ? index + 1 : valueIn(rows[index]?.[x], isTime, decimals)
    read[index] = value
    if (Number.isFinite(value) && !(isLogX && value <= 0)) places.push(index)
  }
  const sorted = await sortInSlices(Uint32Array.from(places), (a, b) => (read[a] ?? 0) - (read[b] ?? 0), signal)
  const series = ys.map((column): Series => ({ name: nameOf(column), values: [] }))
  const xs: number[] = []
  for (const [at, index] of sorted.entries()) {
    if (at % 256 === 0) await pause()
    xs.push(read[index] ?? 0)
    for (const [number, column] of ys.entries()) {
      const value = numberIn(rows[index]?.[column], decimals)
      series[number]?.values.push(Number.isFinite(value) && !(isLogY && value <= 0) ? value : null)
    }
  }
  return { xName: x === undefined ? rowName : nameOf(x), isTime, xs, series }
}

/** Times are seconds, as the axis wants them. */
function valueIn(cell: string | undefined, isTime: boolean, decimals: Decimals): number {
  return isTime ? Date.parse((cell ?? '').trim().replace(' ', 'T')) / 1000 : numberIn(cell, decimals)
}

export interface Summary {
  name: string
  count: number
  lowest: number
  highest: number
  mean: number
}

/** What a plot shows, in numbers. */
export function summarise({ series }: PlotData): Summary[] {
  return series.map(({ name, values }) => {
    let [count, sum] = [0, 0]
    let [lowest, highest] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
    for (const value of values) {
      if (value === null) continue
      count++
      sum += value
      lowest = Math.min(lowest, value)
      highest = Math.max(highest, value)
    }
    return { name, count, lowest, highest, mean: sum / count }
  })
}
