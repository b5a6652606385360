import type { ListOrder } from '../list-search.ts'
import type { ColumnWidths } from './column-widths.ts'

/** The possible columns besides the title; `field:Batch` is the extra field Batch. */
export const COLUMNS = [
  'number',
  'status',
  'category',
  'owner',
  'date',
  'tags',
  'rating',
  'comment',
  'created',
  'changed',
] as const
export type PlainColumn = (typeof COLUMNS)[number]
export type Column = PlainColumn | `field:${string}`

export const DEFAULT_COLUMNS: readonly Column[] = ['status', 'category', 'owner', 'date', 'tags', 'changed']

const MOST_COLUMNS = 20

/** The columns in a URL; undefined if none is valid. */
export function readColumns(value: unknown): Column[] | undefined {
  if (!Array.isArray(value)) return undefined
  const columns = [...new Set(value)].filter(isColumn).slice(0, MOST_COLUMNS)
  return columns.length > 0 ? columns : undefined
}

function isColumn(value: unknown): value is Column {
  if (typeof value !== 'string') return false
  return COLUMNS.some((one) => one === value) || (value.startsWith('field:') && value.length > 'field:'.length)
}

/** The extra field of a column, if any. */
export function fieldOf(column: Column): string | undefined {
  return column.startsWith('field:') ? column.slice('field:'.length) : undefined
}

/** The service's order for a column, if it has one. */
export const ORDERS: Readonly<Partial<Record<Column, ListOrder>>> = {
  number: 'customid',
  status: 'status',
  category: 'cat',
  owner: 'user',
  date: 'date',
  rating: 'rating',
  comment: 'comment',
  created: 'id',
  changed: 'lastchange',
}

/** On wide screens, titles leave room for whole words: `Need to be redone`. */
const WORDS = 'clamp(5.5rem, 11vw - 3.7rem, 10rem)'

const WIDTHS: Readonly<Record<PlainColumn, string>> = {
  number: '4rem',
  status: `minmax(${WORDS}, 1.5fr)`,
  category: `minmax(${WORDS}, 1.5fr)`,
  owner: `minmax(${WORDS}, 1.25fr)`,
  date: '6.5rem',
  tags: 'minmax(4.5rem, 2fr)',
  rating: '3.5rem',
  comment: '6.5rem',
  created: '6.5rem',
  changed: '6.5rem',
}

/** The `grid-template-columns`: checkbox, title and these, as wide as somebody has set them. */
export function gridColumns(columns: readonly Column[], set: ColumnWidths = {}): string {
  const usual = (column: Column) =>
    fieldOf(column) === undefined ? WIDTHS[column as PlainColumn] : 'minmax(6rem, 1fr)'
  const widths = columns.map((column) => (set[column] ? `${set[column]}px` : usual(column)))
  return ['36px', set.title ? `minmax(${set.title}px, 1fr)` : 'minmax(10rem, 9fr)', ...widths].join(' ')
}

/** With more columns a table scrolls sideways on every screen. */
export const MOST_THAT_FIT = 8

const REM = 16

/** Below this width it scrolls, in rem. */
export function leastWidth(columns: readonly Column[], set: ColumnWidths = {}): number {
  const widths = columns.map((column) => (set[column] ? set[column] / REM + 0.75 : 7.5))
  return (set.title ? set.title / REM + 3 : 16) + widths.reduce((sum, width) => sum + width, 0)
}
