import { expect, test } from 'vitest'
import { childText, readXml } from './xml.ts'

test('tags end where their attributes allow it', () => {
  const xml = `<?xml version="1.0"?><!-- a > b --><a x="1 > 0" y='"'><b/><c\n z = "/" />\n<d>1 &lt; <![CDATA[<2>]]></d ></a>`
  const document = readXml(xml)
  expect(document?.children.map(({ name }) => name)).toEqual(['b', 'c', 'd'])
  expect(childText(document, 'd')).toBe('1 < <2>')
})

const BROKEN: readonly [why: string, xml: string][] = [
  ['a tag without an end', '<a'],
  ['a tag in a tag', '<a <b>></a>'],
  ['a quote without an end', '<a x="></a>'],
  ['a blank before the name', '< a></a>'],
  ['an element without an end', '<a><b></a>'],
  ['an end without a beginning', '</a>'],
]

test.each(BROKEN)('%s is refused', (_why, xml) => {
  expect(readXml(xml)).toBeUndefined()
})

const LONG: readonly [why: string, xml: string][] = [
  ['a name', `<${'a'.repeat(2_000_000)}`],
  ['quotes', `<a ${`"'`.repeat(500_000)}`],
  ['values', `<a${' b="c"'.repeat(500_000)}`],
  ['quotes in the name', `<a${`"b"`.repeat(500_000)}`],
  ['slashes', `<a${'/'.repeat(2_000_000)}`],
]

test.each(LONG)('a tag of very many %s that never ends takes no time', { timeout: 10_000 }, (_why, xml) => {
  expect(readXml(xml)).toBeUndefined()
})

test('more elements than anybody writes are refused', () => {
  expect(readXml(`<a>${'<b/>'.repeat(1000)}</a>`)?.children).toHaveLength(1000)
  expect(readXml(`<a>${'<b/>'.repeat(300_000)}</a>`)).toBeUndefined()
})
