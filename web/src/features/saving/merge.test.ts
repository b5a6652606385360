import { expect, test } from 'vitest'
import { holdsChanges, mergeTexts } from './merge.ts'

test.each([
  ['one side changed', '<p>a</p>', '<p>a</p>', '<p>b</p>', '<p>b</p>'],
  ['both the same', '<p>b</p>', '<p>a</p>', '<p>b</p>', '<p>b</p>'],
  ['neighbouring paragraphs', '<p>a!</p><p>b</p>', '<p>a</p><p>b</p>', '<p>a</p><p>b!</p>', '<p>a!</p><p>b!</p>'],
  ['two ends of a sentence', '<p>x one</p>', '<p>one</p>', '<p>one y</p>', '<p>x one y</p>'],
  ['additions at the end', '<p>a</p><p>m</p>', '<p>a</p>', '<p>a</p><p>t</p>', '<p>a</p><p>t</p><p>m</p>'],
  ['an empty start', '<p>m</p>', '', '<p>t</p>', '<p>t</p><p>m</p>'],
  ['a word that goes on', '<p>wo rd</p>', '<p>wo</p>', '<p>wow</p>', '<p>wow rd</p>'],
  ['my word that goes on', '<p>wow</p>', '<p>wo</p>', '<p>wo rd</p>', '<p>wow rd</p>'],
  ['additions of which one ends like the other', '<p>x1</p>', '<p>x</p>', '<p>xb11</p>', '<p>xb111</p>'],
  ['additions of which one begins like the other', '<p>x b</p>', '<p>x </p>', '<p>x b1</p>', '<p>x b1b</p>'],
  [
    'paragraphs of which one begins like the other',
    '<p>a</p><p>b</p>',
    '<p>a</p>',
    '<p>a</p><p>b</p><p>c</p>',
    '<p>a</p><p>b</p><p>c</p><p>b</p>',
  ],
  ['a deletion and an edit apart', '<p>b</p>', '<p>a</p><p>b</p>', '<p>a</p><p>b!</p>', '<p>b!</p>'],
  [
    'items of one list',
    '<ul><li><p>a!</p></li><li><p>b</p></li></ul>',
    '<ul><li><p>a</p></li><li><p>b</p></li></ul>',
    '<ul><li><p>a</p></li><li><p>b</p></li><li><p>c</p></li></ul>',
    '<ul><li><p>a!</p></li><li><p>b</p></li><li><p>c</p></li></ul>',
  ],
  ['a word made bold and one added', '<p><b>a</b> x</p>', '<p>a x</p>', '<p>a x y</p>', '<p><b>a</b> x y</p>'],
  ['words apart', '<p>A b c</p>', '<p>a b c</p>', '<p>a b C</p>', '<p>A b C</p>'],
])('merges %s', (_name, mine, base, theirs, merged) => {
  expect(mergeTexts(mine, base, theirs, 'html')).toBe(merged)
})

test.each([
  ['the same word twice', '<p>one</p>', '<p>a</p>', '<p>two</p>'],
  ['an edit in what was deleted', '<p>x</p>', '<p>x</p><p>a</p>', '<p>x</p><p>ab</p>'],
])('leaves %s to a person', (_name, mine, base, theirs) => {
  expect(mergeTexts(mine, base, theirs, 'html')).toBeUndefined()
})

test('never makes tags that do not match', () => {
  const merged = mergeTexts('<p><b>a b</b></p>', '<p>a b</p>', '<p>a <i>b</i></p>', 'html')
  expect([undefined, '<p><b>a <i>b</i></b></p>']).toContain(merged)
})

test('merges Markdown by its lines', () => {
  expect(mergeTexts('# A\n\none!\ntwo\n', '# A\n\none\ntwo\n', '# B\n\none\ntwo\n', 'markdown')).toBe(
    '# B\n\none!\ntwo\n',
  )
})

test('characters outside the first plane are never cut', () => {
  const merged = mergeTexts('<p>😀!</p>', '<p>😀</p>', '<p>😁😀</p>', 'html')
  expect(merged).toBe('<p>😁😀!</p>')
})

test('a long picture beside a change costs no more than a short one', () => {
  const picture = (width: number) => `<img src="data:image/png;base64,${'A'.repeat(1_000_000)}" width="${width}">`
  const merged = mergeTexts(
    `<p>${picture(100)} words!</p>`,
    `<p>${picture(100)} words</p>`,
    `<p>${picture(200)} words</p>`,
    'html',
  )
  expect(merged === `<p>${picture(200)} words!</p>`).toBe(true)
})

test('knows what is already in the other version', () => {
  expect(holdsChanges('<p>a b</p>', '<p>a</p>', '<p>a b c</p>', 'html')).toBe(true)
  expect(holdsChanges('<p>a b</p>', '<p>a</p>', '<p>a c</p>', 'html')).toBe(false)
  expect(holdsChanges('<p>a b</p>', '<p>a</p>', '<p>a</p>', 'html')).toBe(false)
})
