import { expect, test } from 'vitest'
import { type DiffPart, diffWords } from './word-diff.ts'

const SIGNS = { same: '', removed: '-', added: '+' } as const
const shown = (before: string, after: string) =>
  diffWords(before, after).map(({ kind, text }) => `${SIGNS[kind]}[${text}]`)

const textOf = (parts: DiffPart[], without: DiffPart['kind']) =>
  parts
    .filter(({ kind }) => kind !== without)
    .map(({ text }) => text)
    .join('')

test.each([
  ['a b c', 'a b c', ['[a b c]']],
  ['', 'new', ['+[new]']],
  ['old', '', ['-[old]']],
  ['the quick fox', 'the slow fox', ['[the ]', '-[quick]', '+[slow]', '[ fox]']],
  ['one two', 'one and two', ['[one ]', '+[and ]', '[two]']],
  ['5 mg of x', '10 mg of x', ['-[5]', '+[10]', '[ mg of x]']],
  ['a b c d e', 'a x y d e', ['[a ]', '-[b c]', '+[x y]', '[ d e]']],
  ['', '', []],
])('from %j to %j', (before, after, parts) => {
  expect(shown(before, after)).toEqual(parts)
})

test('whatever the two texts are, taking away what was added gives the first, and the other way round', () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
    return seed % below
  }
  const words = ['a', 'b', 'c', ' ', '\n', '.', 'long word', 'é', '☂']
  for (let round = 0; round < 400; round++) {
    const before = Array.from({ length: random(40) }, () => words[random(words.length)]).join('')
    const after = Array.from({ length: random(40) }, () => words[random(words.length)]).join('')
    const parts = diffWords(before, after)
    expect(textOf(parts, 'added')).toBe(before)
    expect(textOf(parts, 'removed')).toBe(after)
  }
})

test('two long texts with nothing in common are shown one after the other', () => {
  const before = Array.from({ length: 5_000 }, (_, n) => `a${n}`).join(' ')
  const after = Array.from({ length: 5_000 }, (_, n) => `b${n}`).join(' ')
  const parts = diffWords(before, after)
  expect(textOf(parts, 'added')).toBe(before)
  expect(textOf(parts, 'removed')).toBe(after)
})
