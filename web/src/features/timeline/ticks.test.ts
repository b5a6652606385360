import { expect, test } from 'vitest'
import { ticksBetween, withoutBoxes } from './ticks.ts'

test.each([
  ['☐ thaw cells\n☐ count', '☑ thaw cells\n☐ count', [{ isTicked: true, words: 'thaw cells' }]],
  [
    '- [x] thaw\n  - [ ] count',
    '- [ ] thaw\n  - [x] count',
    [
      { isTicked: false, words: 'thaw' },
      { isTicked: true, words: 'count' },
    ],
  ],
  // The second of two equal ones.
  ['☐ wash\n☐ wash', '☐ wash\n☑ wash', [{ isTicked: true, words: 'wash' }]],
  ['☐ wash', '☑ rinse', []],
  ['words', 'other words', []],
])('from %j to %j', (before, after, ticks) => {
  expect(ticksBetween(before, after)).toEqual(ticks)
})

test('a text that differs only in its ticks has no other change', () => {
  const [before, after] = ['☐ thaw\ntext', '☑ thaw\ntext']
  const ticks = ticksBetween(before, after)
  expect(withoutBoxes(before, ticks)).toBe(withoutBoxes(after, ticks))
  expect(withoutBoxes(before, ticks)).not.toBe(withoutBoxes('☑ thaw\ntexts', ticks))
})
