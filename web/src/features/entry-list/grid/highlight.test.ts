import { expect, test } from 'vitest'
import { cutAtMatches } from './highlight.ts'

/** `a[b]c`: b is marked. */
function marked(text: string, search?: string): string {
  const pieces = cutAtMatches(text, search)
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  return pieces.map((piece) => (piece.isMatch ? `[${piece.text}]` : piece.text)).join('')
}

test('starts of words are marked, whatever their case and accents', () => {
  expect(marked('Buffer for the Ångström run', 'buf ang')).toBe('[Buf]fer for the [Ång]ström run')
  expect(marked('rebuffer', 'buf')).toBe('rebuffer')
  expect(marked('PCR-product', 'prod pcr')).toBe('[PCR]-[prod]uct')
  expect(marked('Wasser', 'wasser wass')).toBe('[Wasser]')
})

test('the operators of a query are not marked', () => {
  expect(marked('Tubulin and actin or not', 'actin AND NOT tag:or')).toBe('Tubulin and [actin] [or] not')
})

test('letters written as letter and mark are cut behind the mark', () => {
  expect(marked('A\u030angstro\u0308m', 'a')).toBe('[A\u030a]ngstro\u0308m')
  expect(marked('e\u0301clat', 'ec')).toBe('[e\u0301c]lat')
})

test('one sign that stands for several letters is marked whole', () => {
  expect(marked('ﬁlter', 'f')).toBe('[ﬁ]lter')
})

test('nothing is marked without a search, or with one that has no words', () => {
  expect(marked('Anything')).toBe('Anything')
  expect(marked('Anything', ' -- ')).toBe('Anything')
  expect(marked('', 'a')).toBe('')
})

test('markup in a title stays text', () => {
  expect(marked('<b>bold</b>', 'b')).toBe('<[b]>[b]old</[b]>')
})
