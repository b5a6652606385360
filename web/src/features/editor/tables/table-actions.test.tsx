import type { Editor } from '@tiptap/core'
import type { EditorState, Transaction } from '@tiptap/pm/state'
import { expect, test } from 'vitest'
import { openText, positionOf, typeText } from '../testing/open-text.ts'
import { alignCells, duplicateRow, evenColumns, fitWidth, formatNumbers, sortRows } from './table-actions.ts'

// See html-writer.test.ts.
const service = '../../../../../server/src/lib/html.ts'
const { cleanHtml } = (await import(/* @vite-ignore */ service)) as { cleanHtml(html: string): string }

const row = (name: string, ...words: string[]) =>
  `<tr>${words.map((word) => `<${name}><p>${word}</p></${name}>`).join('')}</tr>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`

function run(editor: Editor, action: (state: EditorState, dispatch: (tr: Transaction) => void) => boolean): boolean {
  return action(editor.state, (tr) => editor.view.dispatch(tr))
}

test('rows below the header are sorted by a column: numbers by value, then words, then what is empty', () => {
  const rows = [
    row('td', 'b', '10'),
    row('td', 'a', '9,5'),
    row('td', 'c', 'n.d.'),
    row('td', 'd', ''),
    row('td', 'e', '-1'),
  ]
  const { editor, stored } = openText(table(row('th', 'Well', 'OD'), ...rows))
  editor.commands.setTextSelection(positionOf(editor, '10'))
  run(editor, (state, dispatch) => sortRows(state, false, dispatch))
  expect(stored()).toBe(table(row('th', 'Well', 'OD'), ...[4, 1, 0, 2, 3].map((index) => rows[index] ?? '')))
})

test('a table with cells over several rows is not sorted', () => {
  const html = table('<tr><td rowspan="2"><p>x</p></td><td><p>2</p></td></tr>', row('td', '1'))
  const { editor, stored } = openText(html)
  editor.commands.setTextSelection(positionOf(editor, '2'))
  expect(run(editor, (state, dispatch) => sortRows(state, false, dispatch))).toBe(false)
  expect(stored()).toBe(html)
})

test('a row is doubled, cells are aligned and columns get widths that the service keeps', () => {
  const { editor, stored } = openText(table(row('td', 'a', 'b'), row('td', 'c', 'd')))
  editor.commands.setTextSelection(positionOf(editor, 'a'))
  run(editor, duplicateRow)
  expect(stored()).toBe(table(row('td', 'a', 'b'), row('td', 'a', 'b'), row('td', 'c', 'd')))
  run(editor, (state, dispatch) => alignCells(state, 'right', dispatch))
  run(editor, fitWidth)
  run(editor, evenColumns)
  const html = stored()
  expect(html).toContain(
    '<table style="width: 100%"><colgroup><col style="width: 50%"><col style="width: 50%"></colgroup>' +
      '<tbody><tr><td style="text-align: right"><p>a</p></td><td><p>b</p></td></tr>',
  )
  expect(cleanHtml(html)).toBe(html)
})

test('a header row and column are turned on and off, and cells merged and split', () => {
  const html = table(row('td', 'a', 'b'), row('td', 'c', 'd'))
  const { editor, stored } = openText(html)
  editor.commands.setTextSelection(positionOf(editor, 'a'))
  editor.commands.toggleHeaderRow()
  expect(stored()).toBe(table(row('th', 'a', 'b'), row('td', 'c', 'd')))
  editor.commands.toggleHeaderRow()
  editor.commands.toggleHeaderColumn()
  expect(stored()).toContain('<th><p>c</p></th><td><p>d</p></td>')
  editor.commands.toggleHeaderColumn()
  expect(stored()).toBe(html)
  const cellAt = (word: string) => positionOf(editor, word) - 2
  editor.commands.setCellSelection({ anchorCell: cellAt('a'), headCell: cellAt('b') })
  editor.commands.mergeCells()
  expect(stored()).toContain('<td colspan="2"><p>a</p><p>b</p></td>')
  editor.commands.splitCell()
  expect(stored()).toContain('<tr><td><p>a</p><p>b</p></td><td><p></p></td></tr>')
})

test('a format covers no powers, second lines or struck numbers', () => {
  const cell = (words: string) => `<tr><td data-number-format="2">${words}</td></tr>`
  const cells = ['<p>10<sup>3</sup></p>', '<p>1.234</p><p>7</p>', '<p>1.5<br>2</p>', '<p><s>1.555</s></p>']
  const { editor } = openText(table(...cells.map(cell), cell('<p><strong>1.555</strong></p>'), cell('<p>end</p>')))
  editor.commands.setTextSelection(positionOf(editor, 'end'))
  const shown = Array.from(editor.view.dom.querySelectorAll('td'), ({ dataset }) => dataset.shown)
  expect(shown).toEqual([undefined, undefined, undefined, undefined, '1.56', undefined])
})

test('numbers of a column are shown with a format; what is stored and edited stays exact', () => {
  const html = table(row('th', 'Well', 'OD'), row('td', 'A', '0.1234'), row('td', 'B', '57'), row('td', 'C', 'n.d.'))
  const { editor, stored } = openText(html)
  const shown = () => Array.from(editor.view.dom.querySelectorAll('td'), ({ dataset }) => dataset.shown)
  editor.commands.setTextSelection(positionOf(editor, '57', 1))
  run(editor, (state, dispatch) => formatNumbers(state, '2', dispatch))
  const withFormat = stored()
  for (const words of ['0.1234', '57', 'n.d.']) expect(withFormat).toContain(words)
  expect(withFormat.match(/data-number-format="2"/g)).toHaveLength(3)
  expect(withFormat).toContain('<th><p>OD</p></th>')
  expect(cleanHtml(withFormat)).toBe(withFormat)
  editor.commands.setTextSelection(positionOf(editor, 'Well'))
  expect(shown()).toEqual([undefined, '0.12', undefined, '57.00', undefined, undefined])
  // The cell with the cursor shows what is stored, also while somebody types in it.
  editor.commands.setTextSelection(positionOf(editor, '57', 2))
  typeText(editor, '.348')
  expect(shown()).toEqual([undefined, '0.12', undefined, undefined, undefined, undefined])
  editor.commands.setTextSelection(positionOf(editor, 'Well'))
  expect(shown()[3]).toBe('57.35')
  editor.commands.setTextSelection(positionOf(editor, '57', 1))
  run(editor, (state, dispatch) => formatNumbers(state, undefined, dispatch))
  expect(stored()).toBe(html.replace('<p>57</p>', '<p>57.348</p>'))
})
