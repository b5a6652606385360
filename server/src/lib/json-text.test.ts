import fc from 'fast-check'
import { expect, test } from 'vitest'
import { formatJson, jsonDepth, parseExactly, spaceJson } from './json-text.ts'

test.each([
  [{ a: 1, b: [1, 2] }, '{"a": 1, "b": [1, 2]}'],
  [{ z: null, a: true }, '{"z": null, "a": true}'],
  [{}, '{}'],
  [[], '[]'],
  ['a, b: c', '"a, b: c"'],
  [{ 'k":,': 'v\\":,' }, '{"k\\":,": "v\\\\\\":,"}'],
  ['ends in \\', '"ends in \\\\"'],
  [5, '5'],
  [undefined, 'null'],
  [{ a: undefined, b: 1 }, '{"b": 1}'],
])('%j is written %s', (value, text) => {
  expect(formatJson(value)).toBe(text)
})

test('formatted text means the same as before and is stable', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(JSON.parse(formatJson(value))).toEqual(JSON.parse(JSON.stringify(value)))
      expect(spaceJson(formatJson(value))).toBe(formatJson(value))
      expect(spaceJson(JSON.stringify(value, null, '\t'))).toBe(formatJson(value))
    }),
  )
})

test('text that is not parsed keeps its keys and numbers', () => {
  expect(spaceJson(' {"2":1.0,\n"1" : 12345678901234567890 , "a":[ ]}\r\n')).toBe(
    '{"2": 1.0, "1": 12345678901234567890, "a": []}',
  )
})

test('nesting of 512 levels is written', () => {
  const text = '['.repeat(512) + ']'.repeat(512)
  expect(formatJson(JSON.parse(text))).toBe(text)
})

test.each([
  ['5', 0],
  ['', 0],
  ['"[[["', 0],
  ['"\\"[["', 0],
  ['"\\\\"[', 1],
  ['[]', 1],
  ['{"a": []}', 2],
  ['[[],[[]]]', 3],
  ['{"[[[": "{{{"}', 1],
  ['["é[", "\\u005b["]', 1],
  ['[{"a": "}]}]"}, [[1]]]', 3],
  ['[[["never closed', 3],
  [']][', 0],
])('the depth of %s is %i', (text, depth) => {
  expect(jsonDepth(text)).toBe(depth)
  expect(jsonDepth(Buffer.from(text))).toBe(depth)
})

test('the depth is that of the parsed value', () => {
  const depthOf = (value: unknown): number =>
    typeof value === 'object' && value !== null ? 1 + Math.max(0, ...Object.values(value).map(depthOf)) : 0
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 8 }), (value) => {
      const text = JSON.stringify(value)
      expect(jsonDepth(text)).toBe(depthOf(JSON.parse(text)))
      expect(jsonDepth(Buffer.from(text))).toBe(jsonDepth(text))
    }),
  )
})

test('counting stops above the limit', () => {
  expect(jsonDepth('['.repeat(512), 512)).toBe(512)
  expect(jsonDepth('['.repeat(1_000_000), 512)).toBe(513)
})

test('a body of escapes and quotes is read in one pass', () => {
  expect(jsonDepth(`["${'\\"'.repeat(2_000_000)}", "${'\\\\'.repeat(2_000_000)}", []]`)).toBe(2)
})

test('strings end where they end, however long they are and whatever is escaped in them', () => {
  const parts = fc.constantFrom(
    '\\\\',
    '\\"',
    '\\n',
    'a',
    '[',
    'é',
    '\u{1f9ea}',
    'words of prose that need no escape, ',
  )
  fc.assert(
    fc.property(fc.array(parts, { maxLength: 60 }), (written) => {
      const text = `["${written.join('')}",[5]]`
      expect(jsonDepth(text)).toBe(2)
      expect(jsonDepth(Buffer.from(text))).toBe(2)
      expect(spaceJson(text)).toBe(`["${written.join('')}", [5]]`)
    }),
  )
})

test.each([
  '{"a":1234567890.1234567}',
  '[1e400]',
  '[1E5,2]',
  '[0.1,12345678901234567890]',
  '{"1234567890123456789":["9e9",12345678901234567890]}',
  '[123456789012345,1.5,"12345678901234567890"]',
])('the numbers of %s are kept as they were written', (text) => {
  expect(JSON.stringify(parseExactly(text))).toBe(text.replace('1E5', '100000'))
})
