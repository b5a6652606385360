import { FORMAT_ATTRIBUTE, showNumber } from '@aliquot/contract/number-format'
import { isNumberColumn } from '../../../ui/words/is-number.ts'
import { newFrame, noteColumns, watchFrame } from './table-frame.ts'

export interface TableMessages {
  wideTable: string
}

/** Puts each table of a read-only tree into a frame that scrolls, and aligns its numbers. */
export function frameTables(tree: ParentNode, text: TableMessages): void {
  for (const table of tree.querySelectorAll('table')) {
    alignNumbers(table)
    showFormats(table)
    // A table in a cell scrolls with the outer one.
    if (table.parentElement?.closest('table')) continue
    const frame = newFrame()
    table.replaceWith(frame)
    frame.append(table)
    noteColumns(frame, table.rows[0]?.cells.length ?? 0)
    watchFrame(frame, text.wideTable)
  }
}

/** Marks columns of numbers. Where cells are joined, a cell's place does not tell its column, so these are left alone. */
export function alignNumbers(table: HTMLTableElement): void {
  const rows = [...table.rows].map((row) => [...row.cells])
  if (rows.flat().some(({ colSpan, rowSpan }) => colSpan > 1 || rowSpan > 1)) return
  const width = Math.max(0, ...rows.map((row) => row.length))
  for (let place = 0; place < width; place++) {
    const column = rows.flatMap((row) => row[place] ?? [])
    if (!isNumberColumn(column.map((cell) => ({ words: cell.textContent, isHead: cell.localName === 'th' })))) continue
    for (const cell of column) cell.dataset.number = ''
  }
}

/** Shows formatted numbers rounded. Who copies them gets the exact ones. */
function showFormats(table: HTMLTableElement): void {
  for (const cell of table.querySelectorAll<HTMLElement>(`[${FORMAT_ATTRIBUTE}]`)) {
    const exact = plainLineOf(cell)
    const shown = showNumber(exact, cell.getAttribute(FORMAT_ATTRIBUTE) ?? '')
    if (shown === undefined) continue
    // Styles hide elements, not bare words.
    const words = document.createElement('span')
    words.append(...cell.childNodes)
    cell.append(words)
    cell.dataset.shown = shown
    cell.title = exact
  }
}

/** The text of a cell with a single plain line. The shown number would cover pictures, other lines and powers. */
function plainLineOf(cell: HTMLElement): string {
  const exact = cell.textContent.trim()
  const lines = [...cell.querySelectorAll('p')]
  const isPlain = cell.querySelector(':not(p, b, strong, i, em, u, span)') === null
  return isPlain && lines.every(({ textContent }) => textContent.trim() === exact) ? exact : ''
}
