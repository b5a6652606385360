import { expect, test } from 'vitest'
import { decodeText } from './file-content.ts'
import { kindOf, languageOf } from './file-kind.ts'
import { childrenOf, countIn, isOpenable, readJson, WrittenNumber } from './json-text.ts'
import { columnWidths, findDelimiter, readRows } from './table/delimited.ts'

test.each([
  [
    'a,b\n1,2\n',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  [
    'a,b\r\n1,2',
    [
      ['a', 'b'],
      ['1', '2'],
    ],
  ],
  ['\ufeffa\n', [['a']]],
  ['"x, y","say ""hi"""\n', [['x, y', 'say "hi"']]],
  ['"two\nlines",2\n', [['two\nlines', '2']]],
  ['a,,\n', [['a', '', '']]],
  ['a,', [['a', '']]],
  ['\n\na\n', [[''], [''], ['a']]],
  ['"never ends,1\n2', [['never ends,1\n2']]],
  ['"a"b,c', [['ab', 'c']]],
  ['', []],
])('reads the table %j', (text, rows) => {
  expect(readRows(text, ',')).toEqual(rows)
})

test('a table of 100,000 lines is read in one go', () => {
  const rows = readRows('7,"x",0.5\n'.repeat(100_000), ',')
  expect(rows).toHaveLength(100_000)
  expect(rows.at(-1)).toEqual(['7', 'x', '0.5'])
})

test.each([
  ['a;b;c\n1,5;2;3', 'x.csv', ';'],
  ['a\tb', 'x.csv', '\t'],
  ['"a;b;c;d",e', 'x.csv', ','],
  ['\n\na|b|c', 'x.csv', '|'],
  ['word', 'x.csv', ','],
  ['a,b', 'x.tsv', '\t'],
])('finds what stands between the values of %j', (text, name, delimiter) => {
  expect(findDelimiter(text, name)).toBe(delimiter)
})

test('columns are as wide as what is in them, within reason', () => {
  expect(
    columnWidths([
      ['a', 'x'.repeat(10)],
      ['b', 'y', 'z'.repeat(100)],
    ]),
  ).toEqual([4, 10, 40])
})

test('JSON keeps what it says, digits too, and long lists come in parts', () => {
  const read = readJson('{"id": 12345678901234567890, "n": 1.50, "__proto__": {"x": 1}, "list": []}')?.value as object
  expect(childrenOf(read).map(({ name }) => name)).toEqual(['id', 'n', '__proto__', 'list'])
  expect(childrenOf(read)[0]?.value).toEqual(new WrittenNumber('12345678901234567890'))
  expect(childrenOf(read)[1]?.value).toBe(1.5)
  expect(isOpenable(childrenOf(read)[0]?.value)).toBe(false)

  const parts = childrenOf(Array.from({ length: 25_000 }, (_, index) => index))
  expect(parts.map(({ name }) => name)).toEqual(['0 … 9999', '10000 … 19999', '20000 … 24999'])
  const [, second] = childrenOf(parts[2]?.value as object)
  expect(second?.name).toBe('20100 … 20199')
  expect(countIn(second?.value as object)).toBe(100)
  expect(childrenOf(second?.value as object)[7]).toEqual({ name: '20107', value: 20_107 })
})

test.each(['{"a": 1', 'nonsense', '', `${'['.repeat(200_000)}${']'.repeat(200_000)}`])(
  'what is no JSON is told (%#)',
  (text) => {
    expect(readJson(text)).toBeUndefined()
  },
)

test.each([
  ['image/png', 'gel.png', 'picture'],
  ['image/tiff', 'gel.tif', 'picture'],
  ['image/svg+xml', 'plot.svg', 'text'],
  ['application/pdf', 'a', 'pages'],
  ['text/csv', 'a.csv', 'table'],
  ['application/octet-stream', 'latin1.CSV', 'table'],
  ['application/octet-stream', 'run.log', 'text'],
  ['application/octet-stream', 'image.png', 'other'],
  ['text/html', 'a.png', 'text'],
  ['text/plain', 'a.py', 'text'],
  ['audio/wav', 'a.wav', 'audio'],
  ['video/webm', 'a', 'video'],
  ['application/zip', 'a.docx', 'other'],
])('%s with the name %s is shown as %s', (mime_type, real_name, kind) => {
  expect(kindOf({ mime_type, real_name })).toBe(kind)
})

test('the language of a text is told by its name, and of what is no name by its content', () => {
  expect(languageOf({ mime_type: 'text/plain', real_name: 'run 2/fit.PY' })).toBe('python')
  expect(languageOf({ mime_type: 'text/html', real_name: 'page' })).toBe('xml')
  expect(languageOf({ mime_type: 'text/plain', real_name: 'notes.txt' })).toBeUndefined()
})

const bytes = (text: string) => new TextEncoder().encode(text)
const latin = (text: string) => Uint8Array.from(text, (sign) => sign.charCodeAt(0))
const utf16 = (text: string, isBigEndian = false) => {
  const view = new DataView(new ArrayBuffer(2 * text.length))
  for (let at = 0; at < text.length; at++) view.setUint16(2 * at, text.charCodeAt(at), !isBigEndian)
  return new Uint8Array(view.buffer)
}
const halves = (whole: Uint8Array, at: number) => [whole.subarray(0, at), whole.subarray(at)]

test.each<[string, Uint8Array[], string]>([
  ['UTF-8 with a mark', [bytes('\ufeffµ')], 'µ'],
  ['UTF-8 in two parts', halves(bytes('5 µg'), 3), '5 µg'],
  ['UTF-16', halves(utf16('\ufeffTemp/°C;µM'), 5), 'Temp/°C;µM'],
  ['UTF-16, high bytes first', [utf16('\ufeff°C', true)], '°C'],
  ['bytes of an instrument', [latin('37 \xb0C, 5 \xb5g \x96')], '37 °C, 5 µg –'],
  ['bytes that tell late what they are', [latin('time;dose\n'), latin('1;5 \xb5g')], 'time;dose\n1;5 µg'],
  [
    'UTF-8 that is broken in one place',
    [bytes('Köln, '), Uint8Array.of(0xff), bytes(', Düren')],
    'Köln, \ufffd, Düren',
  ],
  ['nothing', [new Uint8Array()], ''],
])('reads the text of %s', (_, parts, text) => {
  expect(decodeText(parts)).toBe(text)
})

test('a table in UTF-16 has its rows', () => {
  const text = decodeText([utf16('\ufeffTemp/°C\tConc/µM\r\n37\t0,5\r\n')])
  expect(readRows(text, findDelimiter(text, 'plate.csv'))).toEqual([
    ['Temp/°C', 'Conc/µM'],
    ['37', '0,5'],
  ])
})
