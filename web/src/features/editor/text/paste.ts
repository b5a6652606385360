import type { JSONContent } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { handlePaste, isInTable, selectedRect } from '@tiptap/pm/tables'
import type { EditorView } from '@tiptap/pm/view'

/** Cells copied from a spreadsheet as plain text; undefined for other text. */
export function tableFromText(text: string): JSONContent | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  if (!lines.every((line) => line.includes('\t'))) return undefined
  const rows = lines.map((line) => line.split('\t').map((words) => words.trim()))
  return tableOfRows(rows, startsWithHeader(rows))
}

export function tableOfRows(rows: readonly (readonly string[])[], hasHeader: boolean): JSONContent {
  const width = Math.max(...rows.map((row) => row.length))
  const content = rows.map((row, index) => ({
    type: 'tableRow',
    content: Array.from({ length: width }, (_, column) => cell(row[column] ?? '', index === 0 && hasHeader)),
  }))
  return { type: 'table', content }
}

/** Names above numbers. */
function startsWithHeader([first = [], ...rest]: readonly string[][]): boolean {
  if (rest.length === 0 || first.some((words) => words === '' || isNumber(words))) return false
  return first.some((_, column) => rest.every((row) => isNumber(row[column] ?? '')))
}

export function isNumber(words: string): boolean {
  return /^[-+−]?(?:\d+(?:[.,]\d*)*|[.,]\d+)(?:e[-+]?\d+)?\s*%?$/i.test(words.trim())
}

function cell(words: string, isHeader: boolean): JSONContent {
  const content = words === '' ? [] : [{ type: 'text', text: words }]
  return { type: isHeader ? 'tableHeader' : 'tableCell', content: [{ type: 'paragraph', content }] }
}

/** Fills cells from the one at the cursor on; rows and columns are added as needed. False outside of a table. */
export function fillCells(view: EditorView, event: ClipboardEvent, pasted: JSONContent): boolean {
  const { state } = view
  if (!isInTable(state)) return false
  const { map, table, top, left } = selectedRect(state)
  // The headers of the table that is there count. A new column continues them.
  const typeAt = (row: number, column: number) => {
    const at = row < map.height ? map.map[row * map.width + Math.min(column, map.width - 1)] : undefined
    return (at === undefined ? undefined : table.nodeAt(at)?.type.name) ?? 'tableCell'
  }
  const content = pasted.content?.map((row, index) => ({
    ...row,
    content: row.content?.map((cell, column) => ({ ...cell, type: typeAt(top + index, left + column) })),
  }))
  const node = state.schema.nodeFromJSON({ ...pasted, content })
  return handlePaste(view, event, new Slice(Fragment.from(node), 0, 0))
}

/** Whether this is the HTML that a browser adds to a copied picture: its URL and no words. */
export function isPictureAlone(html: string): boolean {
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  return body.querySelectorAll('img').length === 1 && body.textContent.trim() === ''
}
