import { expect, test } from 'vitest'
import type { TextKind } from '../../sync/sync.types.ts'
import { holdsChanges, mergeTexts } from './merge.ts'
import { tableOf } from './merge-example.ts'

const merge = (mine: string, base: string, theirs: string, kind: TextKind) => mergeTexts({ mine, base, theirs, kind })
const holds = (mine: string, base: string, theirs: string, kind: TextKind) => holdsChanges({ mine, base, theirs, kind })

test.each([
  ['one side changed', '<p>a</p>', '<p>a</p>', '<p>b</p>', '<p>b</p>'],
  ['both the same', '<p>b</p>', '<p>a</p>', '<p>b</p>', '<p>b</p>'],
  ['neighbouring paragraphs', '<p>a!</p><p>b</p>', '<p>a</p><p>b</p>', '<p>a</p><p>b!</p>', '<p>a!</p><p>b!</p>'],
  ['two ends of a sentence', '<p>x one</p>', '<p>one</p>', '<p>one y</p>', '<p>x one y</p>'],
  ['additions at the end', '<p>a</p><p>m</p>', '<p>a</p>', '<p>a</p><p>t</p>', '<p>a</p><p>t</p><p>m</p>'],
  ['an empty start', '<p>m</p>', '', '<p>t</p>', '<p>t</p><p>m</p>'],
  ['a word that goes on', '<p>wo rd</p>', '<p>wo</p>', '<p>wow</p>', '<p>wow rd</p>'],
  ['my word that goes on', '<p>wow</p>', '<p>wo</p>', '<p>wo rd</p>', '<p>wow rd</p>'],
  ['additions of which one ends like the other', '<p>x 1</p>', '<p>x</p>', '<p>x b 1</p>', '<p>x b 1 1</p>'],
  ['additions of which one begins like the other', '<p>x b</p>', '<p>x </p>', '<p>x b1</p>', '<p>x b1 b</p>'],
  ['words right behind a colon', '<p>see:one</p>', '<p>see:</p>', '<p>see:two</p>', '<p>see:two one</p>'],
  ['blanks that meet', '<p>wow rd </p>', '<p>wo</p>', '<p>wo fe</p>', '<p>wow rd  fe</p>'],
  ['a full stop that both set', '<p>a. We</p>', '<p>a</p>', '<p>a.</p>', '<p>a. We</p>'],
  [
    'numbers that look alike (1 g is not torn)',
    '<p>We weigh 1 g, 11 g</p>',
    '<p>weigh 1 g</p>',
    '<p>weigh about 1 g</p>',
    '<p>We weigh about 1 g, 11 g</p>',
  ],
  ['a paragraph cut in two', '<p>a b</p><p>c d</p>', '<p>a b c d</p>', '<p>a b c D</p>', '<p>a b</p><p>c D</p>'],
  ['Japanese', '<p>一二三</p>', '<p>二三</p>', '<p>二三四</p>', '<p>一二三四</p>'],
  ['end tags left out', '<ul><li>A<li>b</ul>', '<ul><li>a<li>b</ul>', '<ul><li>a<li>b c</ul>', '<ul><li>A<li>b c</ul>'],
  ['a loose line', 'One<br>two', 'one<br>two', 'one<br>two<br>three', 'One<br>two<br>three'],
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
  expect(merge(mine, base, theirs, 'html')).toBe(merged)
})

test.each([
  ['the same word twice', '<p>one</p>', '<p>a</p>', '<p>two</p>'],
  ['an edit in what was deleted', '<p>x</p>', '<p>x</p><p>a</p>', '<p>x</p><p>ab</p>'],
  ['a word that both went on with', '<p>x1</p>', '<p>x</p>', '<p>xb11</p>'],
  ['a number with two new signs', '<p>-5 g</p>', '<p>5 g</p>', '<p>&lt;5 g</p>'],
  ['a date', '<p>2026-02-05</p>', '<p>2026-01-05</p>', '<p>2026-01-06</p>'],
  ['a power of ten', '<p>2·10<sup>3</sup></p>', '<p>1·10<sup>3</sup></p>', '<p>1·10<sup>4</sup></p>'],
])('leaves %s to a person', (_name, mine, base, theirs) => {
  expect(merge(mine, base, theirs, 'html')).toBeUndefined()
})

test('never makes tags that do not match', () => {
  const merged = merge('<p><b>a b</b></p>', '<p>a b</p>', '<p>a <i>b</i></p>', 'html')
  expect([undefined, '<p><b>a <i>b</i></b></p>']).toContain(merged)
})

test('merges Markdown by its lines', () => {
  expect(merge('# A\n\none!\ntwo\n', '# A\n\none\ntwo\n', '# B\n\none\ntwo\n', 'markdown')).toBe('# B\n\none!\ntwo\n')
})

test('characters outside the first plane are never cut', () => {
  const merged = merge('<p>😀!</p>', '<p>😀</p>', '<p>😁😀</p>', 'html')
  expect(merged).toBe('<p>😁😀!</p>')
})

test('a long picture beside a change costs no more than a short one', () => {
  const picture = (width: number) => `<img src="data:image/png;base64,${'A'.repeat(1_000_000)}" width="${width}">`
  const merged = merge(
    `<p>${picture(100)} words!</p>`,
    `<p>${picture(100)} words</p>`,
    `<p>${picture(200)} words</p>`,
    'html',
  )
  expect(merged === `<p>${picture(200)} words!</p>`).toBe(true)
})

test('knows what is already in the other version', () => {
  expect(holds('<p>a b</p>', '<p>a</p>', '<p>a b c</p>', 'html')).toBe(true)
  expect(holds('<p>a b</p>', '<p>a</p>', '<p>a c</p>', 'html')).toBe(false)
  expect(holds('<p>a b</p>', '<p>a</p>', '<p>a</p>', 'html')).toBe(false)
})

test.each([
  ['a later paragraph', '<p>a X</p><p>b</p>', '<p>a</p><p>b</p>', '<p>a X</p><p>b Y</p>', 'html'],
  ['the front of the same paragraph', '<p>y. M.</p>', '<p>y.</p>', '<p>Batch 17: y. M.</p>', 'html'],
  ['the next line', 'a X\nb\n', 'a\nb\n', 'a X\nb Y\n', 'markdown'],
  ['a paragraph that goes on', '<p>a</p><p>b</p>', '<p>a</p>', '<p>a</p><p>b c</p>', 'html'],
] as const)('knows what is already in the other version, with a change in %s', (_name, mine, base, theirs, kind) => {
  expect(holds(mine, base, theirs, kind)).toBe(true)
})

test.each([
  ['two cells of a row', ['A b', 'c d'], ['a b', 'c d'], ['a B', 'c d'], ['A B', 'c d']],
  ['a column and a row', ['a x b', 'c y d'], ['a b', 'c d'], ['a b', 'e f', 'c d'], ['a x b', 'e _ f', 'c y d']],
  ['a row and a column', ['a b', 'e f'], ['a b'], ['a b x'], ['a b x', 'e f _']],
  ['a column that is gone', ['a', 'c'], ['a b', 'c d'], ['A b', 'c d'], ['A', 'c']],
  ['an empty column before one that is filled', ['_ _', '_ _', '_ _'], ['_', '_', '_'], ['_', 'x', '_'], undefined],
  ['rows that are empty', ['_', 'x', '_', '_'], ['_', '_', '_', '_'], ['_', '_', '_', 'y'], ['_', 'x', '_', 'y']],
  ['a row that is gone and its new column', ['a b'], ['a b', 'c d'], ['a b x', 'c d y'], undefined],
  ['new columns of both', ['a b x'], ['a b'], ['y a b'], undefined],
  ['a column that is gone and was written in', ['a'], ['a b'], ['a B'], undefined],
])('merges a table with %s, or leaves it to a person', (_name, mine, base, theirs, merged) => {
  const result = merge(tableOf(...mine), tableOf(...base), tableOf(...theirs), 'html')
  if (merged) expect(result).toBe(tableOf(...merged))
  else if (result !== undefined) expect(result).toBe(tableOf('_ _', 'x _', '_ _'))
})

test('a paragraph before a table that both changed does not keep the table from being merged', () => {
  const mine = `<p>new</p>${tableOf('A b', 'c d')}`
  expect(merge(mine, tableOf('a b', 'c d'), tableOf('a b', 'c D'), 'html')).toBe(`<p>new</p>${tableOf('A b', 'c D')}`)
})
