import { FORMAT_ATTRIBUTE, type NumberFormat } from '@aliquot/contract/number-format'
import type { Node as DocNode } from '@tiptap/pm/model'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { CellSelection, isInTable, selectedRect, type TableRect } from '@tiptap/pm/tables'
import type { Side } from '../media/pictures.ts'
import { readStyle, writeStyle } from '../media/style-text.ts'
import { writeWidths } from './column-widths.ts'

type Dispatch = ((tr: Transaction) => void) | undefined

/** Aligns the selected cells. */
export function alignCells(state: EditorState, side: Side, dispatch: Dispatch): boolean {
  if (!isInTable(state)) return false
  const { map, table, tableStart, ...rect } = selectedRect(state)
  const { tr } = state
  for (const position of map.cellsInRect(rect)) {
    const style = table.nodeAt(position)?.attrs.style
    const value = side === 'left' ? undefined : side
    tr.setNodeAttribute(tableStart + position, 'style', writeStyle(style, 'text-align', value))
  }
  dispatch?.(tr)
  return true
}

/** Shows the numbers of the selected cells, or of the column at the cursor, in this format. Their text stays exact. */
export function formatNumbers(state: EditorState, format: NumberFormat | undefined, dispatch: Dispatch): boolean {
  if (!isInTable(state)) return false
  const { map, table, tableStart, ...rect } = selectedRect(state)
  const isSelected = state.selection instanceof CellSelection
  const cells = map.cellsInRect(isSelected ? rect : { ...rect, top: 0, bottom: map.height })
  const { tr } = state
  for (const position of cells) {
    const cell = table.nodeAt(position)
    if (!cell || (!isSelected && cell.type.name === 'tableHeader')) continue
    const side = format === undefined ? undefined : 'right'
    tr.setNodeAttribute(tableStart + position, FORMAT_ATTRIBUTE, format ?? null)
    tr.setNodeAttribute(tableStart + position, 'style', writeStyle(cell.attrs.style, 'text-align', side))
  }
  dispatch?.(tr)
  return true
}

/** The side on which the cell at the cursor is aligned. */
export function sideOfCell(state: EditorState): Side | undefined {
  const { $from } = state.selection
  for (let depth = $from.depth; depth > 0; depth -= 1) {
    const node = $from.node(depth)
    if (!isCell(node)) continue
    const side = readStyle(node.attrs.style, 'text-align')
    return side === 'center' || side === 'right' ? side : 'left'
  }
  return undefined
}

/** Sorts the rows below the header by the column at the cursor: numbers by value, before words. */
export function sortRows(state: EditorState, isDescending: boolean, dispatch: Dispatch): boolean {
  if (!isInTable(state)) return false
  const { table, tableStart, left } = selectedRect(state)
  if (hasTallCells(table)) return false
  const rows = table.children
  const first = rows.findIndex((row) => !row.children.every(({ type }) => type.name === 'tableHeader'))
  const end = rows.findIndex((row) => String(row.attrs.section ?? '').startsWith('tfoot'))
  const body = rows.slice(first, end === -1 ? undefined : end)
  if (first === -1 || body.length < 2) return false
  const keys = new Map(body.map((row) => [row, wordsIn(row, left)]))
  const sorted = body.toSorted((a, b) => {
    const order = compareWords(keys.get(a) ?? '', keys.get(b) ?? '')
    return isDescending ? -order : order
  })
  // Each place keeps its part of the table.
  const placed = sorted.map((row, index) =>
    row.type.create({ ...row.attrs, section: body[index]?.attrs.section ?? null }, row.content),
  )
  const start = tableStart + sizeOf(rows.slice(0, first))
  dispatch?.(state.tr.replaceWith(start, start + sizeOf(body), placed))
  return true
}

/** Adds a copy of the row at the cursor below it. */
export function duplicateRow(state: EditorState, dispatch: Dispatch): boolean {
  if (!isInTable(state)) return false
  const { table, tableStart, bottom } = selectedRect(state)
  if (hasTallCells(table)) return false
  const row = table.child(bottom - 1)
  dispatch?.(state.tr.insert(tableStart + sizeOf(table.children.slice(0, bottom)), row.copy(row.content)))
  return true
}

/** As wide as the text. */
export function fitWidth(state: EditorState, dispatch: Dispatch): boolean {
  return changeTable(state, dispatch, ({ table }) => ({ style: writeStyle(table.attrs.style, 'width', '100%') }))
}

/** All columns as wide as each other. */
export function evenColumns(state: EditorState, dispatch: Dispatch): boolean {
  return changeTable(state, dispatch, ({ table, map }) => ({
    columns: writeWidths(Array.from({ length: map.width }, () => 100 / map.width)),
    style: readStyle(table.attrs.style, 'width') ? table.attrs.style : writeStyle(table.attrs.style, 'width', '100%'),
  }))
}

function changeTable(
  state: EditorState,
  dispatch: Dispatch,
  change: (rect: TableRect) => Record<string, unknown>,
): boolean {
  if (!isInTable(state)) return false
  const rect = selectedRect(state)
  const { tr } = state
  for (const [name, value] of Object.entries(change(rect))) tr.setNodeAttribute(rect.tableStart - 1, name, value)
  dispatch?.(tr)
  return true
}

function isCell({ type }: DocNode): boolean {
  return type.name === 'tableCell' || type.name === 'tableHeader'
}

/** A cell over several rows ties them together. */
function hasTallCells(table: DocNode): boolean {
  return table.children.some((row) => row.children.some(({ attrs }) => attrs.rowspan > 1))
}

function wordsIn(row: DocNode, column: number): string {
  let at = 0
  for (const cell of row.children) {
    at += Number(cell.attrs.colspan ?? 1)
    if (at > column) return cell.textContent.trim()
  }
  return ''
}

const words = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })

/** Empty cells come last. */
function compareWords(a: string, b: string): number {
  if (a === '' || b === '') return a === b ? 0 : a === '' ? 1 : -1
  const [left, right] = [numberIn(a), numberIn(b)]
  if (left !== undefined && right !== undefined) return left - right
  if (left !== undefined || right !== undefined) return left === undefined ? 1 : -1
  return words.compare(a, b)
}

function numberIn(text: string): number | undefined {
  const plain = text
    .replace('−', '-')
    .replace(/(?<=\d),(?=\d+$)/, '.')
    .replace(/\s*%$/, '')
  return /^[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?$/i.test(plain) ? Number(plain) : undefined
}

function sizeOf(rows: readonly DocNode[]): number {
  return rows.reduce((sum, { nodeSize }) => sum + nodeSize, 0)
}
