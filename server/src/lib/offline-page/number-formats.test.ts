import { expect, test } from 'vitest'
import { processorTime } from '../../../test/time/processor-time.ts'
import { showNumberFormats } from './number-formats.ts'
import { selfContained } from './self-contained-html.ts'

const cell = (content: string, format = '2') =>
  `<table><tr><td data-number-format="${format}">${content}</td></tr></table>`

test.each([
  ['3.14159', '2', '3.14'],
  ['<p>3.14159</p>', '2', '<p>3.14</p>'],
  ['<p><strong>12345</strong></p>', 'e2', '<p><strong>1.23 × 10⁴</strong></p>'],
])('%s as %s is %s, with the exact number as title', (content, format, shown) => {
  const exact = content.replace(/<[^>]*>/g, '')
  expect(showNumberFormats(cell(content, format))).toBe(
    `<table><tr><td data-number-format="${format}" title="${exact}">${shown}</td></tr></table>`,
  )
})

test.each(['a word', '<p>1</p><p>2</p>', '10<sup>3</sup>', '<img src="a.png">', '&lt;3', ''])(
  '%s stays as it is',
  (content) => {
    expect(showNumberFormats(cell(content))).toBe(cell(content))
  },
)

test('only cells with a format change, and a long text takes no time', () => {
  const plain = '<table><tr><td>3.14159</td></tr></table>'
  expect(showNumberFormats(plain + cell('2'))).toBe(plain + cell('2').replace('">2', '" title="2">2.00'))
  for (const long of ['<td data-number-format="2">'.repeat(20_000), cell('<p>'.repeat(20_000))])
    expect(processorTime(() => void showNumberFormats(long))).toBeLessThan(5000)
})

test('a page that is opened from disk shows them', () => {
  expect(selfContained(cell('<p>3.14159</p>'), [], 'https://notebook.example.org/')).toContain('<p>3.14</p>')
})
