import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cleanTag,
  cleanTitle,
  foldText,
  hasLoneSurrogate,
  isStorableText,
  searchTokens,
  titleKey,
  wordsOfFolded,
} from './text.ts'

test.each([
  ['  Yield of A  ', 'Yield of A'],
  ['one\ntwo\r\nthree\rfour\u2028five', 'one two three four five'],
  ['\n', 'Untitled'],
  ['', 'Untitled'],
  ['\0 \0', 'Untitled'],
  ['a\0b', 'ab'],
  ['<b>bold</b> & "so"', '<b>bold</b> & "so"'],
])('title %j becomes %j', (text, title) => {
  expect(cleanTitle(text)).toBe(title)
})

test('a title is cut after 255 characters', () => {
  expect(cleanTitle('a'.repeat(255))).toBe('a'.repeat(255))
  expect(cleanTitle('a'.repeat(256))).toBe('a'.repeat(255))
  expect(cleanTitle(`${'a'.repeat(254)} b`)).toBe('a'.repeat(254))
})

test.each(['é', 'e\u0301', '😀', '👩‍👩‍👧‍👦', '🇫🇷', '한'])('%s counts as one character of a title', (character) => {
  expect(cleanTitle(character.repeat(255))).toBe(character.repeat(255))
  expect(cleanTitle(character.repeat(300))).toBe(character.repeat(255))
})

test('a single endless character does not make an endless title', () => {
  const title = cleanTitle(`a${'\u0301'.repeat(1_000_000)}`)
  expect(title.length).toBeLessThanOrEqual(8000)
  expect(title.startsWith('a\u0301')).toBe(true)
})

test('cleaning a title again changes nothing', () => {
  const text = fc.string({ unit: 'binary', maxLength: 600 })
  fc.assert(fc.property(text, (value) => cleanTitle(cleanTitle(value)) === cleanTitle(value)))
})

test.each([
  [' pcr ', 'pcr'],
  ['a|b', 'a b'],
  ['a\\b', 'ab'],
  ['|', ''],
  ['\\', ''],
  ['\\ | x', 'x'],
])('tag %j becomes %j', (text, tag) => {
  expect(cleanTag(text)).toBe(tag)
})

test.each([
  ['Ångström', 'ANGSTROM'],
  ['Ångström', 'A\u030angstro\u0308m'],
  ['straße', 'STRASSE'],
  ['STRAẞE', 'strasse'],
  ['ΟΔΟΣ', 'οδος'],
  ['οδος', 'οδοσ'],
  ['ﬁne', 'FINE'],
  ['µL', 'ΜL'],
  ['İstanbul', 'istanbul'],
  ['H₂O', 'h2o'],
])('%s and %s fold to the same key', (one, other) => {
  expect(foldText(one)).toBe(foldText(other))
})

test('different letters stay different', () => {
  expect(foldText('Ab-C ø')).toBe('ab-c ø')
  expect(foldText('а')).not.toBe(foldText('a'))
})

test('folding again changes nothing, nor does the case of the text', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      expect(foldText(foldText(text))).toBe(foldText(text))
      expect(foldText(text.toUpperCase())).toBe(foldText(text))
    }),
    { numRuns: 2000 },
  )
})

test('tokens are the distinct folded words in order', () => {
  expect(searchTokens('PCR of the p53-gene, PCR at 37.5 °C: Größe αβ 细胞')).toEqual([
    'pcr',
    'of',
    'the',
    'p53',
    'gene',
    'at',
    '37',
    '5',
    'c',
    'grosse',
    'αβ',
    '细胞',
  ])
  expect(searchTokens(' - ')).toEqual([])
})

test('long words are cut without splitting a character', () => {
  expect(searchTokens('a'.repeat(1000))).toEqual(['a'.repeat(64)])
  const [token = ''] = searchTokens(`a${'𠀀'.repeat(100)}`)
  expect(token).toBe(`a${'𠀀'.repeat(31)}`)
})

test('tokens are bounded in number and size', () => {
  const many = Array.from({ length: 50_000 }, (_, index) => `w${index}`).join(' ')
  expect(searchTokens(many)).toHaveLength(20_000)
  const long = Array.from({ length: 20_000 }, (_, index) => `${index}${'細'.repeat(50)}`).join(' ')
  const size = Buffer.byteLength(searchTokens(long).join(''))
  expect(size).toBeGreaterThan(399_000)
  expect(size).toBeLessThanOrEqual(400_000)
})

test('tokens hold only what a database stores', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => searchTokens(text).every(isStorableText)))
})

test.each([
  ['plain é 😀', true],
  ['', true],
  ['a\0b', false],
  ['a\ud800', false],
  ['\udc00a', false],
])('%j can be stored: %s', (text, isStorable) => {
  expect(isStorableText(text)).toBe(isStorable)
})

test('half a surrogate pair is found, a whole one is fine', () => {
  expect(hasLoneSurrogate('\ud83d')).toBe(true)
  expect(hasLoneSurrogate('\ud83d\ude00')).toBe(false)
})

test('titles sort without case and accents, and their key is never long', () => {
  expect(titleKey('Ångström')).toBe('angstrom')
  expect(titleKey('a'.repeat(255))).toBe('a'.repeat(200))
  expect(titleKey(`${'a'.repeat(199)}😀`)).toBe('a'.repeat(199))
})

const LETTERS = 'a B I i . Σ σ ς \u0301 \u0345 \u0307 ß ẞ ﬁ İ ½ ° µ Å Ά 한 か ᾳ ΐ 𝔸 𠀀 ② \ud800 ŉ -'.split(' ')
const mixed = fc.string({ unit: fc.constantFrom(' ', ...LETTERS), maxLength: 40 })

test('a long text is folded like its parts', () => {
  const plain = 'Buffer at 25 mM. '.repeat(100)
  fc.assert(
    fc.property(mixed, (text) => {
      expect(foldText(`${plain}${text} ${plain}`)).toBe(`${foldText(plain)}${foldText(text)} ${foldText(plain)}`)
    }),
  )
})

test('the words of a long text are its runs of letters and digits, each once', () => {
  const long = fc.array(mixed, { minLength: 1, maxLength: 20 }).map((parts) => `${parts.join(' ')} `.repeat(3000))
  fc.assert(
    fc.property(long, (text) => {
      const expected = new Set(text.match(/[\p{L}\p{N}]+/gu)?.map((word) => word.slice(0, 20)))
      expect(wordsOfFolded(text).map((word) => word.slice(0, 20))).toEqual([...expected])
    }),
    { numRuns: 30 },
  )
})
