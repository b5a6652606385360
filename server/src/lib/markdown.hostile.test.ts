import { markdownToHtml } from '@aliquot/contract/markdown'
import { expect, test } from 'vitest'
import { processorTime } from '../../test/time/processor-time.ts'
import { cleanHtml } from './html.ts'
import { renderMarkdown } from './markdown.ts'

const hostile: [name: string, part: (length: number) => string][] = [
  ['brackets', (length) => '['.repeat(length)],
  ['pictures in brackets', (length) => '![['.repeat(length / 3)],
  ['links never ended', (length) => '[a]('.repeat(length / 4)],
  ['links with titles never ended', (length) => '[a](b "c'.repeat(length / 8)],
  ['stars', (length) => '*'.repeat(length)],
  ['emphasis never closed', (length) => 'a*'.repeat(length / 2)],
  ['emphasis of two kinds', (length) => '_a*'.repeat(length / 3)],
  ['emphasis opened, then closed', (length) => '*a '.repeat(length / 6) + 'a* '.repeat(length / 6)],
  ['struck through', (length) => '~~a'.repeat(length / 3)],
  ['backticks in growing runs', (length) => growing(length, (n) => `e${'`'.repeat(n)}`)],
  ['fences in growing runs', (length) => growing(length, (n) => `${'`'.repeat(n + 2)}\n`)],
  ['quotes in quotes', (length) => '>'.repeat(length)],
  ['lists in lists', (length) => '- '.repeat(length / 2)],
  ['numbers in numbers', (length) => '1. '.repeat(length / 3)],
  ['lists ever deeper', (length) => growing(length, (n) => `${' '.repeat(n)}* a\n`)],
  ['a list item of many lines', (length) => `- a\n${' b\n'.repeat(length / 3)}`],
  ['a wide table with empty rows', (length) => wideTable(length / 6)],
  ['table heads', (length) => '|a|b|\n-\n'.repeat(length / 8)],
  ['an address of dots', (length) => `${'a.'.repeat(length / 2)}@`],
  ['a URL of exclamation marks', (length) => `http://a.b/${'!'.repeat(length)}`],
  ['hosts', (length) => 'www.'.repeat(length / 4)],
  ['formulas that never end', (length) => '\\( \\[ $$ $a '.repeat(length / 13)],
  ['underlined headings', (length) => 'a\n-\n'.repeat(length / 4)],
  ['comments never ended', (length) => 'x <!--'.repeat(length / 6)],
  ['attributes never ended', (length) => 'x <a href="'.repeat(length / 11)],
  ['definitions never ended', (length) => '[a]: b "\n'.repeat(length / 9)],
  [
    'one long address used often',
    (length) => `[a]: http://a.b/${'c'.repeat(length / 2)}\n\n${'[a]'.repeat(length / 6)}`,
  ],
]

function growing(length: number, part: (n: number) => string): string {
  const parts: string[] = []
  for (let n = 1, sum = 0; sum < length; n++) sum += parts[parts.push(part(n)) - 1]?.length ?? 0
  return parts.join('')
}

function wideTable(width: number): string {
  return `${'|a'.repeat(width)}|\n${'|-'.repeat(width)}|\n${'|\n'.repeat(width)}`
}

// Four times the text may take four times as long, but not sixteen times, which would be quadratic. Processor time on a busy
// machine is inexact, and useless for the first milliseconds.
test.each(hostile)('time grows with the length of the source: %s', (_name, part) => {
  const growth = () =>
    processorTime(() => void markdownToHtml(part(96_000))) /
    Math.max(
      20,
      processorTime(() => void markdownToHtml(part(24_000))),
    )
  let least = growth()
  for (let again = 0; again < 2 && least >= 9; again++) least = Math.min(least, growth())
  expect(least).toBeLessThan(9)
})

test.each(hostile)('copes with %s', (_name, part) => {
  const source = part(100_000)
  const html = renderMarkdown(source)
  expect(html.length).toBeLessThan(20 * source.length + 200_000)
  expect(cleanHtml(html) === html).toBe(true)
})
