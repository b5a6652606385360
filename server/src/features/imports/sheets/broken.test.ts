import type { Import } from '@aliquot/contract/imports'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { forgeZip } from '../../../../test/archives/forged-zip.ts'
import { row, type WorkbookParts, xlsx } from '../../../../test/archives/xlsx.ts'
import { sharedApp, type TestApp } from '../../../../test/harness.ts'
import { JOB_KINDS } from '../../../job-kinds.ts'
import { runJobs } from '../../../jobs/runner.ts'

const shared = sharedApp()
let lab: TestApp

beforeAll(async () => {
  lab = await shared()
})

/** What comes of a file: the code and the status of its refusal, or its rows and what it warns of. */
type Outcome = readonly [refused: string, status?: number] | { rows: number; notes?: readonly string[]; first?: object }
type Case = readonly [what: string, name: string, content: string | Buffer | (() => Buffer), outcome: Outcome]

const MB = 1024 * 1024
const latin1 = (text: string) => Buffer.from(text, 'latin1')
const book = (parts: WorkbookParts) => xlsx(parts)
const sheet = (xml: string) => book({ sheets: { A: xml } })
const compound = (text = '') =>
  Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(4096), Buffer.from(text, 'utf16le')])
const titled = (...rows: string[]) => row('title', 'x') + rows.join('')

const TEXTS: readonly Case[] = [
  ['a quotation mark that never ends', 'a.csv', 'title,x\nA,1\n"B,2\nC,3\n', ['table.open_quote']],
  [
    'one that never ends for megabytes',
    'a.csv',
    () => Buffer.from(`title\n"${'x\n'.repeat(3 * MB)}`),
    ['table.open_quote'],
  ],
  ['a quotation mark within a cell', 'a.csv', 'title,x\n5" disk,2" x\n', { rows: 1, first: { title: '5" disk' } }],
  ['text after a quotation', 'a.csv', 'title,x\n"A"b,1\n', { rows: 1, first: { title: 'Ab' } }],
  ['a NUL', 'a.csv', 'title,x\nA,1\nB\0,2\n', ['table.nul']],
  ['nothing but NULs', 'a.csv', Buffer.alloc(5000), ['table.nul']],
  ['rows that are too short', 'a.csv', 'title,x,y\nA,1,2\nB\nC,1,2\n', { rows: 3, notes: ['row_short'] }],
  ['rows that are too long', 'a.csv', 'title,x\nA,1\nB,1,2,3\nC,1\n', { rows: 3, notes: ['row_long'] }],
  ['10,000 columns', 'a.csv', `title${',x'.repeat(10_000)}\nA\n`, ['table.many_columns', 413]],
  ['a row of 10,000 cells', 'a.csv', `title,x\nA${',1'.repeat(10_000)}\n`, ['table.many_columns', 413]],
  ['a line that does not end', 'a.csv', () => Buffer.alloc(20 * MB, 'x'), ['table.long_row', 413]],
  [
    'a long line after short ones',
    'a.csv',
    () => Buffer.from(`title\nA\n${'x'.repeat(6 * MB)}\n`),
    ['table.long_row', 413],
  ],
  ['a picture', 'a.csv', Buffer.from('89504e470d0a1a0a0000000d', 'hex'), ['table.binary']],
  ['a PDF', 'a.csv', '%PDF-1.7\n1 0 obj\n', ['table.binary']],
  ['a ZIP archive', 'a.csv', forgeZip([{ name: 'a.txt', content: 'a' }]), ['table.binary']],
  ['a workbook', 'a.csv', () => sheet(titled()), ['table.is_workbook']],
  ['a workbook of an old Excel', 'a.csv', compound(), ['table.old_excel']],
  ['a page of a website', 'a.csv', '<!DOCTYPE html><html><body>Sign in</body></html>', ['table.binary']],
  ['random bytes', 'a.csv', Buffer.from(Array.from({ length: 5000 }, (_, at) => (at * 7919) % 251)), ['table.nul']],
  ['line ends of an old Mac', 'a.csv', 'title,x\rA,1\rB,2\r', { rows: 2, first: { title: 'A' } }],
  ['mixed line ends', 'a.csv', 'title,x\r\nA,1\nB,2\rC,3', { rows: 3 }],
  ['empty lines', 'a.csv', '\n\ntitle,x\n\n,,\nA,1\n\n', { rows: 1, first: { title: 'A' } }],
  ['the same name for two columns', 'a.csv', 'title,x,x\nA,1,2\n', { rows: 1, first: { fields: 2 } }],
  ['a column without a name', 'a.csv', 'title,,y\nA,1,2\n', { rows: 1, first: { fields: 2 } }],
  ['nothing but names', 'a.csv', 'title,x\n', { rows: 0 }],
  ['nothing but blank lines', 'a.csv', '\n\r\n\n', ['table.empty']],
  ['nothing but a mark', 'a.csv', '\uFEFF', ['table.empty']],
  ['formulas', 'a.csv', "title,x\n=cmd|' /C calc'!A0,@SUM(1)\n", { rows: 1, first: { title: "=cmd|' /C calc'!A0" } }],
  ['emoji and right to left', 'a.csv', 'title,x\n👩🏽‍🔬 שלום \u202E,مرحبا\n', { rows: 1 }],
  [
    'UTF-8 that is broken',
    'a.csv',
    Buffer.concat([Buffer.from('title,x\nÄÖÜ äöü,1\n'), latin1('\xc3,2\n')]),
    { rows: 2, notes: ['characters_lost'] },
  ],
  ['lone surrogates', 'a.csv', Buffer.from('\uFEFFtitle,x\nA\uD800,1\n', 'utf16le'), { rows: 1 }],
  ['UTF-16 that is cut off', 'a.csv', Buffer.from('\uFEFFtitle,x\nA,1\n', 'utf16le').subarray(0, -1), { rows: 1 }],
  ['huge numbers', 'a.csv', `title,x\nA,1e999\nB,${'9'.repeat(400)}\nC,1\n`, { rows: 3 }],
  [
    'a number beyond all, where numbers are',
    'a.csv',
    `title,rating\nA,99\nB,-1\nC,x\n`,
    { rows: 3, first: { rating: 0 } },
  ],
  ['dates that are none', 'a.csv', 'title,date\nA,2024-02-30\nB,soon\n', { rows: 2, notes: ['bad_date'] }],
  ['dates with two meanings', 'a.csv', 'title,date\nA,03/04/2024\n', { rows: 1, notes: ['unclear_date'] }],
  ['a row without a title', 'a.csv', 'title,x\n,1\n', { rows: 1, notes: ['no_title'] }],
  [
    'a title of 100,000 characters',
    'a.csv',
    `title,x\n${'long '.repeat(20_000)},1\n`,
    { rows: 1, notes: ['long_title'] },
  ],
  ['metadata that are none', 'a.csv', 'title,metadata\nA,"{""x"":"\n', { rows: 1, notes: ['bad_metadata'] }],
  [
    'a name of a property of all objects',
    'a.csv',
    'title,__proto__,constructor\nA,1,2\n',
    { rows: 1, first: { fields: 2 } },
  ],
]

const BOMB = () =>
  forgeZip([
    { name: '_rels/.rels', content: '<Relationships/>' },
    { name: 'xl/workbook.xml', content: '<workbook><sheets/></workbook>', size: 3_000_000_000 },
  ])
const ENTITIES = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]><worksheet><sheetData><row><c t="str"><v>&b;</v></c></row></sheetData></worksheet>`
const EXTERNAL_FILE = '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><worksheet/>'

/** Two texts, which are too large to be held. */
const LONG_TEXT = `<si><t>${'x'.repeat(3 * MB)}</t></si><si><t>${'y'.repeat(2 * MB)}</t></si>`
const TOO_LONG = `<Relationships>${' '.repeat(100 * MB)}</Relationships>`

const WORKBOOKS: readonly Case[] = [
  ['a member that claims gigabytes', 'a.xlsx', BOMB, ['archive.false_size']],
  ['entities in entities', 'a.xlsx', () => sheet(ENTITIES), ['table.broken_part']],
  ['an entity that is a file', 'a.xlsx', () => sheet(EXTERNAL_FILE), ['table.broken_part']],
  [
    'a sheet that is missing',
    'a.xlsx',
    () => book({ sheets: { A: titled() }, without: ['xl/worksheets/sheet1.xml'] }),
    ['table.missing_part'],
  ],
  [
    'shared texts that are missing',
    'a.xlsx',
    () => book({ strings: null, sheets: { A: '<row><c t="s"><v>0</v></c></row>' } }),
    ['table.no_string'],
  ],
  [
    'a shared text beyond the last',
    'a.xlsx',
    () => book({ strings: '<si><t>a</t></si>', sheets: { A: '<row><c t="s"><v>7</v></c></row>' } }),
    ['table.no_string'],
  ],
  [
    'a shared text by a word',
    'a.xlsx',
    () => book({ strings: '<si><t>a</t></si>', sheets: { A: '<row><c t="s"><v>x</v></c></row>' } }),
    ['table.no_string'],
  ],
  [
    'a tag of nothing but letters',
    'a.xlsx',
    () => sheet(titled(`<row><c t="str" ${'a'.repeat(200_000)}><v>A</v></c></row>`)),
    { rows: 1 },
  ],
  [
    'a row whose shared texts are gigabytes',
    'a.xlsx',
    () => book({ strings: LONG_TEXT, sheets: { A: titled(`<row>${'<c t="s"><v>0</v></c>'.repeat(1900)}</row>`) } }),
    ['table.long_row', 413],
  ],
  [
    'rows whose shared texts are gigabytes, each alone short enough',
    'a.xlsx',
    () => book({ strings: LONG_TEXT, sheets: { A: titled('<row><c t="s"><v>0</v></c></row>'.repeat(40)) } }),
    { rows: 40, notes: ['long_title'] },
  ],
  [
    'cells without end in the same column',
    'a.xlsx',
    () => sheet(titled(`<row>${'<c r="A2"><f/></c>'.repeat(5000)}</row>`)),
    ['table.many_columns', 413],
  ],
  [
    'merged cells without end in the same column',
    'a.xlsx',
    () =>
      sheet(
        `<worksheet><sheetData>${titled(row('A', 1), row('', 2))}</sheetData><mergeCells>${'<mergeCell ref="A2:A9999"/>'.repeat(50_000)}</mergeCells></worksheet>`,
      ),
    { rows: 2 },
  ],
  [
    'a list of parts of 100 megabytes',
    'a.xlsx',
    () => book({ sheets: { A: titled() }, members: [{ name: 'xl/_rels/workbook.xml.rels', content: TOO_LONG }] }),
    ['table.broken_part'],
  ],
  ['a password', 'a.xlsx', compound('EncryptedPackage'), ['table.encrypted']],
  ['a workbook of an old Excel', 'a.xlsx', compound(), ['table.old_excel']],
  ['a text', 'a.xlsx', 'title,x\nA,1\n', ['archive.not_zip']],
  ['a document', 'a.xlsx', forgeZip([{ name: 'word/document.xml', content: '<document/>' }]), ['table.no_workbook']],
  ['a workbook that is cut off', 'a.xlsx', () => sheet(titled()).subarray(0, -30), ['archive.not_zip']],
  [
    'XML that is cut off',
    'a.xlsx',
    () => sheet('<worksheet><sheetData><row><c t="str"><v>title</v></c></row>'),
    ['table.broken_part'],
  ],
  [
    'XML with a tag in a tag',
    'a.xlsx',
    () => sheet('<worksheet><sheetData><row <c/></row></sheetData></worksheet>'),
    ['table.broken_part'],
  ],
  [
    'elements in elements without end',
    'a.xlsx',
    () => sheet(`<worksheet>${'<a>'.repeat(1000)}`),
    ['table.broken_part'],
  ],
  ['no sheet with a value', 'a.xlsx', () => book({ sheets: { A: '', B: '<row r="5"/>' } }), ['table.empty']],
  [
    'rows that go back',
    'a.xlsx',
    () => sheet('<row r="5"><c><v>1</v></c></row><row r="2"><c><v>1</v></c></row>'),
    ['table.row_order'],
  ],
  [
    'a cell in a column far away',
    'a.xlsx',
    () => sheet('<row r="1"><c r="XFD1"><v>1</v></c></row>'),
    ['table.many_columns', 413],
  ],
  [
    'an error in a cell',
    'a.xlsx',
    () => sheet(titled('<row><c t="str"><v>A</v></c><c t="e"><v>#N/A</v></c></row>')),
    { rows: 1, notes: ['cell_error'] },
  ],
  [
    'a formula that was never calculated',
    'a.xlsx',
    () => sheet(titled('<row><c t="str"><v>A</v></c><c><f>1+1</f></c></row>')),
    { rows: 1, notes: ['formula_without_value'] },
  ],
  [
    'a link to another workbook',
    'a.xlsx',
    () =>
      book({
        sheets: { A: titled(row('A', 'B')) },
        members: [{ name: 'xl/externalLinks/externalLink1.xml', content: '<externalLink/>' }],
      }),
    { rows: 1 },
  ],
  [
    'a date before all days',
    'a.xlsx',
    () =>
      book({
        styles: '<cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs>',
        sheets: { A: titled('<row><c t="str"><v>A</v></c><c s="1"><v>-5</v></c></row>') },
      }),
    { rows: 1 },
  ],
  [
    'a name that leads out of its folder',
    'a.xlsx',
    () => book({ sheets: { A: titled() }, members: [{ name: '../x', content: '' }] }),
    ['archive.unsafe_name'],
  ],
]

const CASES = [...TEXTS, ...WORKBOOKS]
let passed = 0

test.each(CASES)('%s in %s', async (_, name, given, outcome) => {
  const ada = await lab.given.user({ team: await lab.given.team(), isAdmin: true })
  const content = typeof given === 'function' ? given() : Buffer.from(given)
  const parts = [
    { name: 'preview', content: '1' },
    { name: 'file', filename: name, content },
  ]
  const sent = await lab.as(ada).postForm('imports', parts)
  expect(sent).toMatchObject({ status: 201 })
  await runJobs(lab.ctx, JOB_KINDS)
  const { body: seen } = await lab.as(ada).get<Import>(`imports/${sent.id}`)
  if ('rows' in outcome) {
    const { rows: entries, notes = [], first } = outcome
    expect(seen, JSON.stringify(seen.error)).toMatchObject({ state: 'previewed', preview: { entries } })
    expect(seen.preview?.notes.map(({ code }) => code)).toEqual(expect.arrayContaining([...notes]))
    if (first) expect(seen.preview?.first[0]).toMatchObject(first)
  } else {
    const [reason, code = 400] = outcome
    expect(seen).toMatchObject({ state: 'failed', made: 0, error: { reason, code } })
    expect(seen.error?.message).not.toMatch(/[{}\0]/)
  }
  passed++
})

afterAll(() => {
  console.log(`${passed} of ${CASES.length} broken tables: ${TEXTS.length} texts, ${WORKBOOKS.length} workbooks`)
})
