import { expect, test } from 'vitest'
import { openText, pressKey, typeText } from '../testing/open-text.ts'

test.each([
  ['a ==mark== b', '<p>a <mark>mark</mark> b</p>'],
  ['if a == b', '<p>if a == b</p>'],
  ['x^2^ m', '<p>x<sup>2</sup> m</p>'],
  ['H~2~O', '<p>H<sub>2</sub>O</p>'],
  ['~~no~~ ', '<p><s>no</s> </p>'],
  ['$x^2^', '<p>$x^2^</p>'],
  ['see [the buffer](/experiments/5) now', '<p>see <a href="/experiments/5">the buffer</a> now</p>'],
  ['[x](javascript:alert)', '<p>[x](javascript:alert)</p>'],
  ['(c) 2026', '<p>© 2026</p>'],
  ['(a), (b), (c)', '<p>(a), (b), (c)</p>'],
  ['5 +- 1, 5 +/- 1', '<p>5 ± 1, 5 ± 1</p>'],
  ['1/2 ml, 1/20, 11/2 and 1/2/2026 ', '<p>½ ml, 1/20, 11/2 and 1/2/2026 </p>'],
])('%j typed becomes %s', (typed, html) => {
  const { editor, stored } = openText('<p></p>')
  typeText(editor, typed)
  expect(stored()).toBe(html)
})

test.each(['z', 'Z'])('Ctrl, Shift and %s never undo, also with Caps Lock', (key) => {
  const { editor, stored } = openText('<p></p>')
  typeText(editor, 'kept')
  const redo = () => pressKey(editor, key, { ctrlKey: true, shiftKey: true })
  // With nothing to redo, too: the key must not be tried without Shift.
  expect(redo()).toBe(true)
  expect(stored()).toBe('<p>kept</p>')
  pressKey(editor, key, { ctrlKey: true })
  expect(stored()).toBe('')
  redo()
  expect(stored()).toBe('<p>kept</p>')
})
