import { expect, test } from 'vitest'
import { findFormulas } from './formulas.ts'

/** Formulas as `[TeX]`, display formulas as `[[TeX]]`. */
function marked(text: string): string {
  let result = ''
  let end = 0
  for (const { from, to, tex, isDisplay } of findFormulas(text)) {
    result += text.slice(end, from) + (isDisplay ? `[[${tex}]]` : `[${tex}]`)
    end = to
  }
  return result + text.slice(end)
}

test.each([
  ['$x$', '[x]'],
  ['so $E = mc^2$, as said', 'so [E = mc^2], as said'],
  ['$a$ and $b$', '[a] and [b]'],
  ['$a$$b$', '[a][b]'],
  ['the $i$th', 'the [i]th'],
  ['all $x_i$s and $pH$', 'all [x_i]s and [pH]'],
  ['$HOME/$USER has $x$', '$HOME/$USER has [x]'],
  ['H$_2$O and 10$^{-3}$ M', 'H[_2]O and 10[^{-3}] M'],
  ['costs $5, but $x$ is free', 'costs $5, but [x] is free'],
  ['$5\\$ + x$', '[5\\$ + x]'],
  ['$5 x$ and $2 \\text{mol}$', '[5 x] and [2 \\text{mol}]'],
  ['$5 to 10$ for $x$', '$5 to 10$ for [x]'],
  ['$$x$$', '[[x]]'],
  ['a $$ x = 1 $$ b', 'a [[x = 1]] b'],
  ['$$a\n+ b$$', '[[a\n+ b]]'],
  ['$$\\text{if $x$}$$', '[[\\text{if $x$}]]'],
  ['\\(x\\) and \\[ y \\]', '[x] and [[y]]'],
  ['\\(a \\\\ b\\)', '[a \\\\ b]'],
  ['$$ never ends, but $x$ and \\(y\\) do', '$$ never ends, but [x] and [y] do'],
  ['\\( never ends, but $x$ does', '\\( never ends, but [x] does'],
  ['$5 \\(x\\)', '$5 [x]'],
])('%j holds %j', (text, expected) => expect(marked(text)).toBe(expected))

test.each([
  '5 $ and 6 $',
  '5$ and 6$',
  '$5 and $6',
  '5$-6$',
  '$5,$6,$7',
  'it is $5 (AUS$)',
  '$5.50 per gel, or 6$/gel',
  '$HOME/$USER',
  '\x24{HOME}/\x24{USER}/data',
  'PATH=$HOME/bin:$PATH',
  '$ x $',
  '$x $',
  '$x',
  'x$',
  '$',
  '$$',
  '$$$$',
  '$$ $$',
  '\\$x\\$',
  '\\(x',
  'x\\)',
  '\\(\\)',
  '\\\\(x\\\\)',
  '$a\nb$',
  '$a\ufffcb$',
  '$$a\ufffcb$$',
  'C:\\(old)\\',
])('%j is only text', (text) => expect(findFormulas(text)).toEqual([]))

test('positions are those in the text, signs included', () => {
  expect(findFormulas('ab $$ x $$')).toEqual([{ from: 3, to: 10, tex: 'x', isDisplay: true }])
})

test.each(['$a ', '\\(', '$$', '$$a\ufffc', '$a$', '\\[x '])('looks at %j repeated a million times', (part) => {
  const text = part.repeat(1_000_000 / part.length)
  // Would take hours if each opening sign were searched to the end of the text.
  expect(findFormulas(text).length).toBeLessThanOrEqual(text.length)
})
