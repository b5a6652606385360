import { expect, onTestFinished, test } from 'vitest'
import { collectPlot, firstChoice, summarise } from '../plot/plot-data.ts'
import { readRows } from './delimited.ts'
import { sortInSlices } from './in-slices.ts'
import { findDecimals, numberIn } from './numbers.ts'
import { readTable } from './read-table.ts'
import { orderRows, type Sorting } from './row-order.ts'

const { signal } = new AbortController()

const read = (text: string, how = {}) => readTable({ text, name: 'a.csv', isCut: false, ...how }, signal)

/** The first cells of the rows in their order. */
async function firstCells(text: string, filter: string, sorting?: Sorting) {
  const table = await read(text)
  const order = await orderRows(table, filter, sorting, signal)
  return [...order].map((index) => table.rows[index]?.[0])
}

test.each([
  ['0.5', 'point', 0.5],
  ['1,200.5', 'point', 1200.5],
  ['1.200,5', 'comma', 1200.5],
  ['0,5', 'comma', 0.5],
  ['−3,1e-4', 'comma', -0.00031],
  ['< 0.05', 'point', 0.05],
  ['3·10^-4', 'point', 0.0003],
  ['12 %', 'point', 12],
  ['1 200,5', 'comma', 1200.5],
  ['overflow', 'point', Number.NaN],
  ['', 'point', Number.NaN],
  ['0x10', 'point', Number.NaN],
] as const)('the value of %j with a decimal %s', (cell, decimals, value) => {
  expect(numberIn(cell, decimals)).toBe(value)
})

test('the decimal sign is found in the cells', () => {
  expect(findDecimals([['a', '0,5', '12,25']])).toBe('comma')
  expect(findDecimals([['1,200', '0.5']])).toBe('point')
  expect(findDecimals([['1,200', '7']])).toBe('point')
})

test('the name of a column has room for the sign of its order', async () => {
  expect((await read('OD600 WT,n\n0.5,1\n')).widths).toEqual([11, 4])
})

test('columns that are aligned by spaces are read', () => {
  expect(readRows('  1   2\r\n 10\t20', ' ')).toEqual([
    ['1', '2'],
    ['10', '20'],
  ])
})

test('rows are sorted as numbers or as people sort words, and empty cells come last', async () => {
  const numbers = 'mg;n\n1,5;a\n;b\n-20;c\n0,25;d\n'
  expect(await firstCells(numbers, '', { column: 0, isDescending: false })).toEqual(['-20', '0,25', '1,5', ''])
  expect(await firstCells(numbers, '', { column: 0, isDescending: true })).toEqual(['1,5', '0,25', '-20', ''])
  const wells = 'well,n\nB10,1\nb2,1\nÄ1,1\nA12,1\n'
  expect(await firstCells(wells, '', { column: 0, isDescending: false })).toEqual(['Ä1', 'A12', 'b2', 'B10'])
})

test('rows are filtered by words in any column, and by the numbers of one', async () => {
  const text = 'well,OD600\nA1 blank,0.04\nA2,0.5\nB1,1.25\n'
  expect(await firstCells(text, 'BLANK a1')).toEqual(['A1 blank'])
  expect(await firstCells(text, 'od600 > 0.1')).toEqual(['A2', 'B1'])
  expect(await firstCells(text, 'OD600 <= 0,5')).toEqual(['A1 blank', 'A2'])
  expect(await firstCells(text, 'nothing > 1')).toEqual([])
})

test('while 100,000 rows are read, filtered and sorted, others get their turn', async () => {
  const lines = Array.from({ length: 100_000 }, (_, n) => `F${n},${(n * 7919) % 100_003},${n / 8}`)
  let turns = 0
  const watch = setInterval(() => turns++, 1)
  onTestFinished(() => clearInterval(watch))
  const turnsOf = async <T>(work: Promise<T>): Promise<[T, number]> => {
    const before = turns
    return [await work, turns - before]
  }
  const [table, whileRead] = await turnsOf(read(`name,key,mg\n${lines.join('\n')}`))
  const [order, whileSorted] = await turnsOf(orderRows(table, 'f', { column: 1, isDescending: true }, signal))
  expect(order).toHaveLength(100_000)
  expect(table.rows[order[0] ?? 0]?.[1]).toBe('100002')
  expect(whileRead).toBeGreaterThan(0)
  expect(whileSorted).toBeGreaterThan(0)
})

test('a sort that is no longer wanted ends', async () => {
  const stop = new AbortController()
  const items = Uint32Array.from({ length: 200_000 }, (_, n) => 200_000 - n)
  const sorting = sortInSlices(items, (a, b) => a - b, stop.signal)
  stop.abort(new Error('typed on'))
  await expect(sorting).rejects.toThrow('typed on')
})

test('a plot has its points in the order of x, and no zero on a logarithmic axis', async () => {
  const table = await read('h;OD;note\n2;0,5;x\n0;0;y\n1;;z\n')
  const choice = firstChoice(table)
  expect(choice).toMatchObject({ x: 0, ys: [1] })
  const order = Uint32Array.of(0, 1, 2)
  const wanted = { table, order, choice, rowName: 'Row', nameOf: (column: number) => table.head[column] ?? '' }
  const plot = await collectPlot(wanted, signal)
  expect(plot).toEqual({
    xName: 'h',
    isTime: false,
    xs: [0, 1, 2],
    series: [{ name: 'OD', values: [0, null, 0.5] }],
  })
  expect(summarise(plot)).toEqual([{ name: 'OD', count: 2, lowest: 0, highest: 0.5, mean: 0.25 }])
  const logarithmic = await collectPlot({ ...wanted, choice: { ...choice, isLogX: true, isLogY: true } }, signal)
  expect(logarithmic).toMatchObject({ xs: [1, 2], series: [{ values: [null, 0.5] }] })
})

test('dates are drawn as times, and one column over the rows', async () => {
  const times = await read('at,OD\n2026-11-16 10:00,0.1\n2026-11-16 10:30,0.2\n')
  expect(firstChoice(times)).toMatchObject({ x: 0, ys: [1] })
  const order = Uint32Array.of(0, 1)
  const wanted = { table: times, order, choice: firstChoice(times), rowName: 'Row', nameOf: () => '' }
  const { isTime, xs } = await collectPlot(wanted, signal)
  expect(isTime).toBe(true)
  expect((xs[1] ?? 0) - (xs[0] ?? 0)).toBe(1800)
  expect(firstChoice(await read('mg\n1\n2\n'))).toMatchObject({ x: undefined, ys: [0] })
})
