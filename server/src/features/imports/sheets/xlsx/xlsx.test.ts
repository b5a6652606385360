import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { row, type WorkbookParts, xlsx } from '../../../../../test/archives/xlsx.ts'
import { openXlsxTable } from '../open-table.ts'
import type { Row } from '../table.ts'
import { openXlsx } from './open-xlsx.ts'
import { momentOfSerial } from './serials.ts'
import { meaningOfCode } from './styles.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'xlsx-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function pathOf(parts: WorkbookParts): Promise<string> {
  const path = join(folder, 'book.xlsx')
  await writeFile(path, xlsx(parts))
  return path
}

async function read(parts: WorkbookParts, sheet?: string) {
  const table = await openXlsx(await pathOf(parts), { choices: sheet === undefined ? {} : { sheet } })
  try {
    const rows: Row[] = []
    for await (const piece of table.rows()) rows.push(...piece)
    expect(await table.count()).toBe(rows.length)
    return { ...table, read: rows, cells: rows.map(({ cells }) => cells) }
  } finally {
    await table.close()
  }
}

const STYLES =
  '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy\\ hh:mm"/><numFmt numFmtId="165" formatCode="0.0 &quot;day&quot;"/></numFmts>' +
  '<cellStyleXfs><xf numFmtId="14"/></cellStyleXfs>' +
  '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="20"/></cellXfs>'

test('every kind of cell is read: shared, rich and inline texts, numbers, dates, marks, formulas and errors', async () => {
  const strings =
    '<si><t>Name</t></si><si><r><rPr><b/></rPr><t>Rich </t></r><r><t>text</t></r><rPh><t>spoken</t></rPh></si>' +
    '<si><t xml:space="preserve"> a &amp; b_x000D_\n🍏</t></si>'
  const rows =
    '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="C1" t="s"><v>1</v></c></row>' +
    '<row r="3" spans="1:9"><c r="A3" t="s"><v>2</v></c><c r="B3"><v>0.30000000000000004</v></c><c r="C3" s="1"><v>45418</v></c>' +
    '<c r="D3" s="2"><v>45418.5</v></c><c r="E3" s="3"><v>7</v></c><c r="F3" s="4"><v>0.25</v></c><c r="G3" t="b"><v>1</v></c>' +
    '<c r="H3" t="e"><v>#N/A</v></c><c r="I3" t="str"><f>A1&amp;B1</f><v>=sum</v></c><c r="J3"><f>NOW()</f></c></row>'
  const { cells, read: found, sheets, reading } = await read({ sheets: { Stock: rows }, strings, styles: STYLES })
  expect({ sheets, reading }).toEqual({
    sheets: ['Stock'],
    reading: { sheet: 'Stock', encoding: null, separator: null },
  })
  expect(cells).toEqual([
    ['Name', '', 'Rich text'],
    [' a & b\r\n🍏', '0.3', '2024-05-06', '2024-05-06T12:00', '7', '06:00', 'TRUE', '', '=sum'],
  ])
  expect(found[1]).toMatchObject({
    number: 3,
    numbers: new Set([1, 4]),
    notes: [
      { code: 'cell_error', about: 'H: #N/A' },
      { code: 'formula_without_value', about: 'J' },
    ],
  })
})

test('the first visible sheet with values is read, or the one that is chosen', async () => {
  const workbook = '<bookViews/>'
  const parts = {
    sheets: { Empty: '', Salts: row('title') + row('Salt'), 'More & more': row('title') + row('x') },
    workbook,
  }
  expect((await read(parts)).reading.sheet).toBe('Salts')
  const other = await read(parts, 'More & more')
  expect(other).toMatchObject({ reading: { sheet: 'More & more' }, guessed: { sheet: 'Salts' } })
  expect(other.cells).toEqual([['title'], ['x']])
})

test('cells that reach over rows count for each of these', async () => {
  const sheet =
    `<worksheet><sheetData>${row('Group', 'Name')}${row('Salts', 'NaCl')}${row(null, 'KCl')}${row(null, null)}${row(null, 'Sugar')}</sheetData>` +
    '<mergeCells count="2"><mergeCell ref="A2:A4"/><mergeCell ref="A1:C1"/></mergeCells></worksheet>'
  expect((await read({ sheets: { A: sheet } })).cells).toEqual([
    ['Group', 'Name'],
    ['Salts', 'NaCl'],
    ['Salts', 'KCl'],
    ['', 'Sugar'],
  ])
})

test('many shared texts wait in a file', async () => {
  const texts = Array.from({ length: 60_000 }, (_, index) => `<si><t>Text ${index} ${'x'.repeat(60)}</t></si>`)
  const rows = [0, 59_999, 30_000].map((index) => `<row><c t="s"><v>${index}</v></c></row>`)
  const { cells } = await read({ sheets: { A: rows.join('') }, strings: texts.join('') })
  expect(cells.map(([text]) => text?.slice(0, 10).trim())).toEqual(['Text 0 xxx', 'Text 59999', 'Text 30000'])
})

test('days count from 1900 or from 1904', () => {
  expect(momentOfSerial(1, 'date', false)).toBe('1900-01-01')
  expect(momentOfSerial(61, 'date', false)).toBe('1900-03-01')
  expect(momentOfSerial(43_956, 'date', true)).toBe('2024-05-06')
  expect(momentOfSerial(45_418.999_999_9, 'datetime', false)).toBe('2024-05-07')
  expect(momentOfSerial(0.5, 'time', false)).toBe('12:00')
  expect(momentOfSerial(-1, 'date', false)).toBeUndefined()
  expect(momentOfSerial(3e9, 'date', false)).toBeUndefined()
})

test.each([
  ['General', undefined],
  ['0.00', undefined],
  ['#,##0.00 "€"', undefined],
  ['[Red]0.0', undefined],
  ['0.00E+00', undefined],
  ['0 "days"', undefined],
  ['yyyy-mm-dd', 'date'],
  ['[$-407]d. mmmm yyyy;@', 'date'],
  ['mmm-yy', 'date'],
  ['h:mm AM/PM', 'time'],
  ['[h]:mm', 'time'],
  ['m/d/yy h:mm', 'datetime'],
])('the format %j means %s', (code, meaning) => {
  expect(meaningOfCode(code)).toBe(meaning)
})

test('rows become entries like those of a text', async () => {
  const rows =
    '<row><c t="str"><v>Name</v></c><c t="str"><v>Mass [g]</v></c><c t="str"><v>Received</v></c></row>' +
    '<row><c t="str"><v>Salt</v></c><c><v>1.234</v></c><c s="1"><v>45418</v></c></row>'
  const source = await openXlsxTable(await pathOf({ sheets: { A: rows }, styles: STYLES }), { table: { decimal: ',' } })
  const entries = []
  for await (const entry of source.entries()) entries.push(entry)
  await source.close()
  expect(await Promise.resolve(source.table)).toMatchObject({
    sheet: 'A',
    sheets: ['A'],
    encoding: null,
    separator: null,
  })
  expect(entries).toMatchObject([
    {
      ...{ title: 'Salt', row: 2, notes: [] },
      fields: [
        { name: 'Mass', type: 'number', value: '1.234', unit: 'g' },
        { name: 'Received', type: 'date', value: '2024-05-06' },
      ],
    },
  ])
})
