import { expect, test } from 'vitest'
import { isMatch, matchOf, type Piece } from './match.ts'

/** A pattern as written in a query, without escapes. */
function matches(pattern: string, value: string): boolean {
  const pieces = (pattern.match(/[%_]|[^%_]+/g) ?? []).map(
    (piece): Piece => (piece === '%' || piece === '_' ? { wild: piece } : { text: piece }),
  )
  return isMatch(matchOf(pieces, true), value)
}

test.each([
  ['%', ''],
  ['a%', 'a'],
  ['%b', 'ab'],
  ['a%c%e', 'abcde'],
  ['a%bc', 'abcbc'],
  ['%ab_', 'aabab!'],
  ['_', '🧪'],
  ['a_c', 'a\nc'],
  ['%%a', 'a'],
])('%s fits %j', (pattern, value) => {
  expect(matches(pattern, value)).toBe(true)
})

test.each([
  ['_', ''],
  ['_', 'ab'],
  ['a%b', 'abc'],
  ['%b', 'abc'],
  ['a%c%e', 'abcd'],
  ['a_', 'a'],
  ['a.%', 'abc'],
])('%s does not fit %j', (pattern, value) => {
  expect(matches(pattern, value)).toBe(false)
})

test('wildcards that are meant literally are no wildcards', () => {
  const match = matchOf([{ text: '50%_\\' }, { wild: '%' }], true)
  expect(isMatch(match, '50%_\\ and more')).toBe(true)
  expect(isMatch(match, '500 and more')).toBe(false)
})

test('no pattern takes longer than the text is long, for each of its pieces', () => {
  expect(matches('a%a%a%a%a%a%a%a%a%a%b', 'a'.repeat(500))).toBe(false)
})
