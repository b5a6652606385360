import { AllSelection, NodeSelection } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { expect, test } from 'vitest'
import { openText, positionOf } from '../testing/open-text.ts'

type Opened = ReturnType<typeof openText>['editor']

function copied({ view, state }: Opened): string {
  return view.serializeForClipboard(state.selection.content()).text
}

function copyAll(html: string): string {
  const { editor } = openText(html)
  editor.view.dispatch(editor.state.tr.setSelection(new AllSelection(editor.state.doc)))
  return copied(editor)
}

const TABLE =
  '<table><tbody><tr><th>Sample</th><th>Yield</th></tr><tr><td>A</td><td>4.2 mg</td></tr><tr><td>B</td><td></td></tr></tbody></table>'

test.each([
  ['cells', `<p>Before</p>${TABLE}<p>After</p>`, 'Before\n\nSample\tYield\nA\t4.2 mg\nB\t\n\nAfter'],
  [
    'cells of several lines',
    '<table><tbody><tr><td><p>a</p><p>b<br>c</p></td><td>d</td></tr></tbody></table>',
    'a b c\td',
  ],
  [
    'merged cells',
    '<table><tbody><tr><td colspan="2">a</td><td rowspan="2">b</td></tr><tr><td>c</td><td>d</td></tr></tbody></table>',
    'a\t\tb\nc\td\t',
  ],
  [
    'rounded numbers as stored',
    '<table><tbody><tr><td data-number-format="1">4.234</td><td>x</td></tr></tbody></table>',
    '4.234\tx',
  ],
  [
    'lists',
    '<ul><li><p>a</p><ol start="3"><li><p>b</p></li><li><p>c</p></li></ol></li><li><p>d</p></li></ul>',
    '- a\n  3. b\n  4. c\n- d',
  ],
  ['items of two paragraphs', '<ol><li><p>a</p><p>b</p></li><li><p>c</p></li></ol>', '1. a\n\n   b\n2. c'],
  [
    'boxes',
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>weigh</p></li><li data-type="taskItem" data-checked="false"><p>dry</p></li></ul>',
    '[x] weigh\n[ ] dry',
  ],
  ['formulas', '<p>With $E = mc^2$.</p>', 'With $E = mc^2$.'],
  ['callouts', '<div class="callout callout-warning"><p>Hot</p><p>Very</p></div>', 'Warning: Hot\n\nVery'],
  ['collapsible blocks', '<details><summary>Raw data</summary><p>4.2 mg</p></details>', 'Raw data\n\n4.2 mg'],
  ['quotations', '<blockquote><p>a</p></blockquote>', '> a'],
  ['code', '<pre><code>a\n  b</code></pre>', 'a\n  b'],
  ['what pictures show', '<p><img src="app/download.php?f=x.png&amp;name=gel.png" alt="The gel"></p>', 'The gel'],
  ['names of pictures', '<p><img src="app/download.php?f=x.png&amp;name=gel.png"></p>', 'gel.png'],
  [
    'captions',
    '<figure><img src="app/download.php?f=x.png&amp;name=gel.png" alt="gel.png"><figcaption>Lane 3</figcaption></figure>',
    'gel.png\nLane 3',
  ],
  ['lines', '<p>a<br>b</p><hr><p>c</p>', 'a\nb\n\n---\n\nc'],
])('all of a text is copied as plain text: %s', (_name, html, text) => {
  expect(copyAll(html)).toBe(text)
})

test.each([
  ['words of a cell', 'mple', 'mple'],
  ['words of two cells', 'mple|Yie', 'mple\tYie'],
  ['words of an item', 'econ', 'econ'],
  ['words of two items', 'rst|sec', '- rst\n- sec'],
  ['from a table to a list', '4.2|fir', '4.2 mg\nB\t\n\n- fir'],
])('only what is selected is copied: %s', (_name, selected, text) => {
  const { editor } = openText(`${TABLE}<ul><li><p>first</p></li><li><p>second</p></li></ul>`)
  const [start = '', end = start] = selected.split('|')
  const to = positionOf(editor, end, end.length)
  editor.commands.setTextSelection({ from: positionOf(editor, start), to })
  expect(copied(editor)).toBe(text)
})

test('selected cells are copied, and none between them', () => {
  const { editor } = openText(TABLE)
  const { doc, tr } = editor.state
  const cell = (words: string) => doc.resolve(positionOf(editor, words)).before(-1)
  editor.view.dispatch(tr.setSelection(CellSelection.create(doc, cell('Sample'), cell('A'))))
  expect(copied(editor)).toBe('Sample\nA')
})

test('a selected picture is copied by its name', () => {
  const { editor } = openText('<p>a <img src="gel.png"> b</p>')
  editor.view.dispatch(editor.state.tr.setSelection(NodeSelection.create(editor.state.doc, 3)))
  expect(copied(editor)).toBe('gel.png')
})
