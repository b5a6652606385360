import type { LabelSheet } from './sheets.ts'

const PAIR = /^(\d{1,4}(?:\.\d{1,4})?)x(\d{1,4}(?:\.\d{1,4})?)$/

/** A sheet of other measures: `210x297,3x8,63.5x33.9,2.5x0,7.2x12.9`. Undefined if they are none. */
export function freeSheetOf(text: string): LabelSheet | undefined {
  const pairs = text.split(',').map((part) => PAIR.exec(part.trim())?.slice(1).map(Number))
  const [page, grid, label, gap = [0, 0], corner] = pairs
  if (pairs.length > 5 || pairs.includes(undefined) || !page || !grid || !label) return undefined
  const sheet = {
    page: sizeOf(page),
    columns: grid[0] ?? 0,
    rows: grid[1] ?? 0,
    label: sizeOf(label),
    gap: pointOf(gap),
  }
  if (!isWhole(sheet.columns, MOST_COLUMNS) || !isWhole(sheet.rows, MOST_ROWS)) return undefined
  if (!isSize(sheet.page) || !isSize(sheet.label)) return undefined
  return corner ? { ...sheet, corner: pointOf(corner) } : sheet
}

/** The measures of a sheet, as `freeSheetOf` reads them. */
export function measuresOf({ page, columns, rows, label, gap, corner }: LabelSheet): string {
  const all = [
    [page.width, page.height],
    [columns, rows],
    [label.width, label.height],
    [gap.x, gap.y],
    ...(corner ? [[corner.x, corner.y]] : []),
  ]
  return all.map((pair) => pair.join('x')).join(',')
}

const LEAST_SIDE = 5
const MOST_SIDE = 1000
const MOST_COLUMNS = 50
const MOST_ROWS = 100

function isSize({ width, height }: LabelSheet['page']): boolean {
  return Math.min(width, height) >= LEAST_SIDE && Math.max(width, height) <= MOST_SIDE
}

function isWhole(count: number, most: number): boolean {
  return Number.isInteger(count) && count >= 1 && count <= most
}

function sizeOf([width = 0, height = 0]: readonly number[]) {
  return { width, height }
}

function pointOf([x = 0, y = 0]: readonly number[]) {
  return { x, y }
}
