import { Extension } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { Plugin } from '@tiptap/pm/state'
import { isInTable, selectedRect, TableMap } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'
import { readStyle, writeStyle } from '../media/style-text.ts'
import { moveBorder, sharesOf, writeWidths } from './column-widths.ts'

/** How near to a border the pointer must be. */
const NEAR_PX = 5
const STEP_PX = 24

interface Border {
  table: HTMLTableElement
  /** The position of the table in the text. */
  position: number
  column: number
}

/** The borders between columns can be dragged. Menus do the same without a pointer. */
export const ResizeColumns = Extension.create({
  name: 'resizeColumns',
  addProseMirrorPlugins: () => [
    new Plugin({
      props: {
        handleDOMEvents: {
          mousemove: (view, event) => {
            if (event.buttons === 0) view.dom.style.cursor = borderAt(view, event) ? 'col-resize' : ''
            return false
          },
          mousedown: (view, event) => {
            const border = event.button === 0 ? borderAt(view, event) : undefined
            if (!border) return false
            event.preventDefault()
            drag(view, border, event.clientX)
            return true
          },
        },
      },
    }),
  ],
})

/** Makes the column at the cursor wider or narrower. */
export function widenColumn(view: EditorView, isWider: boolean): boolean {
  if (!isInTable(view.state)) return false
  const { tableStart, right } = selectedRect(view.state)
  const table = tableAt(view, tableStart - 1)
  if (!table) return false
  const border = { table, position: tableStart - 1, column: right - 1 }
  const widths = measure(view, border)
  view.dispatch(store(view.state, border, moveBorder(widths, right - 1, isWider ? STEP_PX : -STEP_PX)))
  return true
}

function borderAt(view: EditorView, event: MouseEvent): Border | undefined {
  const cell = event.target instanceof Element ? event.target.closest('td, th') : null
  const table = cell?.closest('table')
  if (!cell || !table || !view.editable || cell.closest('[data-foreign]')) return undefined
  const { left, right } = cell.getBoundingClientRect()
  const isAtEnd = right - event.clientX <= NEAR_PX
  if (!isAtEnd && event.clientX - left > NEAR_PX) return undefined
  const $cell = view.state.doc.resolve(view.posAtDOM(cell, 0))
  for (let depth = $cell.depth; depth > 1; depth -= 1) {
    const node = $cell.node(depth - 1)
    if (node.type.name !== 'tableRow') continue
    const map = TableMap.get($cell.node(depth - 2))
    const rect = map.findCell($cell.before(depth) - $cell.start(depth - 2))
    const column = isAtEnd ? rect.right - 1 : rect.left - 1
    return column < 0 ? undefined : { table, position: $cell.before(depth - 2), column }
  }
  return undefined
}

function drag(view: EditorView, border: Border, startX: number): void {
  const before = measure(view, border)
  const { body } = view.dom.ownerDocument
  let widths = before
  const move = ({ clientX }: MouseEvent) => {
    widths = moveBorder(before, border.column, clientX - startX)
    show(border.table, widths)
  }
  const end = () => {
    body.removeEventListener('mousemove', move)
    body.style.cursor = ''
    if (widths !== before && !view.isDestroyed) view.dispatch(store(view.state, border, widths))
  }
  body.style.cursor = 'col-resize'
  body.addEventListener('mousemove', move)
  view.dom.ownerDocument.addEventListener('mouseup', end, { once: true })
}

/** The widths of all columns in pixels; a cell over several columns is divided. */
function measure(view: EditorView, { position }: Border): number[] {
  const node = view.state.doc.nodeAt(position)
  if (!node) return []
  const map = TableMap.get(node)
  const widths = Array.from({ length: map.width }, () => 0)
  for (const [index, start] of map.map.entries()) {
    const dom = view.nodeDOM(position + 1 + start)
    const span = Number(node.nodeAt(start)?.attrs.colspan ?? 1)
    const column = index % map.width
    if (dom instanceof HTMLElement && (span === 1 || widths[column] === 0)) widths[column] = dom.offsetWidth / span
  }
  return widths
}

/** Before the text changes. */
function show(table: HTMLTableElement, widths: readonly number[]): void {
  let group = table.querySelector('colgroup')
  if (group?.children.length !== widths.length) {
    group?.remove()
    group = document.createElement('colgroup')
    group.append(...widths.map(() => document.createElement('col')))
    table.prepend(group)
  }
  for (const [index, width] of widths.entries()) {
    const column = group.children[index]
    if (column instanceof HTMLElement) column.style.width = `${width}px`
  }
  table.style.width = `${widths.reduce((sum, width) => sum + width, 0)}px`
}

/** Widths are parts of the text's width, so that they fit every screen. */
function store(state: EditorState, { table, position }: Border, widths: readonly number[]): Transaction {
  const { tr, doc } = state
  const { style } = doc.nodeAt(position)?.attrs ?? {}
  const room = table.closest('[contenteditable] > *')?.clientWidth || table.parentElement?.clientWidth || 1
  const total = widths.reduce((sum, width) => sum + width, 0)
  const share = `${Math.round((100 * total) / room)}%`
  tr.setNodeAttribute(position, 'columns', writeWidths(sharesOf(widths)))
  if (readStyle(style, 'width') !== share) tr.setNodeAttribute(position, 'style', writeStyle(style, 'width', share))
  return tr
}

function tableAt(view: EditorView, position: number): HTMLTableElement | undefined {
  const dom = view.nodeDOM(position)
  if (dom instanceof HTMLTableElement) return dom
  return dom instanceof Element ? (dom.querySelector('table') ?? undefined) : undefined
}
