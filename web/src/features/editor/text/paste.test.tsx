import { expect, test } from 'vitest'
import { openText, positionOf } from '../testing/open-text.ts'
import { fillCells, tableFromText } from './paste.ts'
import { insertMarkdown, looksLikeMarkdown } from './pasted-markdown.ts'
import { plainStyles } from './pasted-styles.ts'

// See html-writer.test.ts.
const service = '../../../../../server/src/lib/html.ts'
const { cleanHtml } = (await import(/* @vite-ignore */ service)) as { cleanHtml(html: string): string }

const cells = (name: string, ...words: string[]) =>
  `<tr>${words.map((word) => `<${name}><p>${word}</p></${name}>`).join('')}</tr>`

function paste(html: string): string {
  const { editor, stored } = openText('<p></p>')
  editor.view.pasteHTML(plainStyles(html))
  expect(cleanHtml(stored())).toBe(stored())
  return stored()
}

test('tab-separated text pasted into a cell fills cells, and adds the rows and columns that are missing', () => {
  const { editor, stored } = openText(
    `<table><tbody>${cells('th', 'a', 'b')}${cells('td', '1', '2')}</tbody></table><p>end</p>`,
  )
  editor.commands.setTextSelection(positionOf(editor, '2'))
  const table = tableFromText('3\t4\n5\t6\n')
  fillCells(editor.view, new ClipboardEvent('paste'), table ?? {})
  expect(stored()).toBe(
    `<table><tbody>${cells('th', 'a', 'b').replace('</tr>', '<th><p></p></th></tr>')}${cells('td', '1', '3', '4')}${cells('td', '', '5', '6')}</tbody></table><p>end</p>`,
  )
})

test('text pasted over a header row stays a header', () => {
  const { editor, stored } = openText(`<table><tbody>${cells('th', 'a', 'b')}${cells('td', '1', '2')}</tbody></table>`)
  editor.commands.setTextSelection(positionOf(editor, 'b'))
  fillCells(editor.view, new ClipboardEvent('paste'), tableFromText('OD\tpH\n3\t4') ?? {})
  expect(stored()).toBe(`<table><tbody>${cells('th', 'a', 'OD', 'pH')}${cells('td', '1', '3', '4')}</tbody></table>`)
})

test('a first line of names above numbers becomes a header row', () => {
  const types = (text: string) => tableFromText(text)?.content?.[0]?.content?.map(({ type }) => type)
  expect(types('Sample\tOD600\nA1\t0.512\nA2\t1,2e-3')).toEqual(['tableHeader', 'tableHeader'])
  expect(types('A1\t0.5\nA2\t0.6')).toEqual(['tableCell', 'tableCell'])
  expect(types('red\tgreen\nblue\tgrey')).toEqual(['tableCell', 'tableCell'])
})

test('a table of a spreadsheet keeps its bold header, colours and alignment', () => {
  const excel = `<html><head><style><!--
    .xl65 {font-weight:700; color:windowtext;} .xl66 {background:#FFFF00; mso-pattern:black none;} .xl67 {color:red;text-align:center}
  --></style></head><body><table border=0 width=128 style='width:96pt'><colgroup><col width=64 style='width:48pt'></colgroup>
    <tr height=20><td class=xl65 width=64>Sample</td><td class=xl65>OD</td></tr>
    <tr><td class=xl66 align=right>1</td><td class=xl67>2</td></tr></table></body></html>`
  expect(paste(excel)).toBe(
    `<table><tbody>${cells('th', 'Sample', 'OD')}<tr>` +
      '<td style="text-align: right; background-color: #ffff00; color: #000000;"><p>1</p></td>' +
      '<td style="text-align: center;"><p><span style="color: red;">2</span></p></td></tr></tbody></table>',
  )
})

test('words keep what somebody chose, not the look of the page that they come from', () => {
  expect(paste('<p style="color:#222;font-family:Arial"><span style="font-weight:700;color:#333">b</span></p>')).toBe(
    '<p><strong>b</strong></p>',
  )
  expect(paste('<p><span style="background-color: rgb(255, 255, 0)">m</span></p>')).toBe('<p><mark>m</mark></p>')
  expect(paste('<p><span style="color:#ff0000;vertical-align:super">r</span></p>')).toBe(
    '<p><sup><span style="color: #ff0000;">r</span></sup></p>',
  )
  expect(paste('<b style="font-weight:normal"><p>a</p><p align="center">x</p><p>b</p></b>')).toBe(
    '<p>a</p><p style="text-align: center;">x</p><p>b</p>',
  )
})

test.each([
  ['a heading', '## Buffer'],
  ['a title above a text', '# Buffer\n\nTris'],
  ['a list', '- a\n- b'],
  ['a table', 'a | b\n--|--\n1 | 2'],
  ['code', '```\nx\n```'],
])('%s is taken for Markdown', (_name, text) => expect(looksLikeMarkdown(text)).toBe(true))

test.each(['plain words', '# read the data\nx <- read.csv("a")', '- 5 °C', 'a | b', '1. May'])(
  '%j is not taken for Markdown',
  (text) => expect(looksLikeMarkdown(text)).toBe(false),
)

test('lists of Word, which are paragraphs with typed numbers, become lists', () => {
  const item = (level: number, marker: string, words: string) =>
    `<p class=MsoListParagraph style='margin-left:36.0pt;mso-list:l0 level${level} lfo1'><![if !supportLists]><span
      style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>&nbsp;&nbsp; </span></span><![endif]>${words}</p>`
  expect(
    paste(
      item(1, '1.', 'Wash') +
        item(2, 'a)', 'with PBS') +
        item(1, '2.', 'Spin') +
        '<p>Wait</p>' +
        item(1, '3.', 'Freeze'),
    ),
  ).toBe(
    '<ol><li><p>Wash</p><ol type="a"><li><p>with PBS</p></li></ol></li><li><p>Spin</p></li></ol><p>Wait</p>' +
      '<ol start="3"><li><p>Freeze</p></li></ol>',
  )
  expect(paste(item(1, '·', 'ice') + item(1, '1.', 'Thaw'))).toBe(
    '<ul><li><p>ice</p></li></ul><ol><li><p>Thaw</p></li></ol>',
  )
})

test('pasted Markdown becomes headings, lists, boxes and tables', async () => {
  const { editor, stored } = openText('<p>before</p>')
  editor.commands.focus('end')
  await insertMarkdown(
    editor,
    '\n# Title\n\n- a\n- **b**\n\n1. one\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n\n```r\nx <- 1\n```\n\nend',
  )
  const html = stored()
  expect(cleanHtml(html)).toBe(html)
  expect(html).toContain('<p>before</p><h1>Title</h1><ul><li><p>a</p></li><li><p><strong>b</strong></p></li></ul>')
  expect(html).toContain('<ol><li><p>one</p></li></ol>')
  expect(html).toContain('<li data-type="taskItem" data-checked="true"><p>done</p></li>')
  expect(html).toContain('<th><p>a</p></th><th style="text-align:right"><p>b</p></th>')
  expect(html).toContain('>x &lt;- 1</code></pre><p>end</p>')
})
