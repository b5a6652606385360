import { expect, test } from 'vitest'
import { expectSafeHtml } from '../../test/safe-html.ts'
import { cleanHtml, htmlToText } from './html.ts'

test.each([
  ['deep nesting', '<b>'.repeat(1_300_000)],
  ['deep balanced nesting', '<b>'.repeat(100_000) + '</b>'.repeat(100_000)],
  ['deep unknown elements', '<x>'.repeat(1_000_000)],
  ['stray end tags', `${'<div>'.repeat(150)}${'</i>'.repeat(500_000)}`],
  ['endless attributes', `<p ${'a '.repeat(1_000_000)}>`],
  ['many attributes', `<p ${Array.from({ length: 300_000 }, (_, i) => `a${i}`).join(' ')}>`],
  ['endless blanks', `<p${' '.repeat(4_000_000)}x`],
  ['unclosed tags', '<a'.repeat(2_000_000)],
  ['unclosed quotes', '<a href="'.repeat(400_000)],
  ['unclosed comments', '<!--'.repeat(1_000_000)],
  ['endless style', `<p style="${'color:red;x;'.repeat(300_000)}">x</p>`],
  ['endless style value', `<p style="font-family:${'"a" '.repeat(1_000_000)}(">x</p>`],
  ['endless URL', `<a href="${'j\t'.repeat(1_500_000)}:x">x</a>`],
  ['endless class', `<p class="${'language-a b '.repeat(300_000)}">x</p>`],
  ['nested iframes', '<iframe>'.repeat(500_000)],
  ['repeated script', '<script>'.repeat(500_000)],
  ['script after script', '<script></script>'.repeat(200_000)],
])('copes with %s', (_name, html) => {
  const clean = cleanHtml(html)
  expectSafeHtml(clean)
  expect(cleanHtml(clean)).toBe(clean)
  expect(typeof htmlToText(html)).toBe('string')
})
