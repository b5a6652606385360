import { expect, test } from 'vitest'
import { pageStyle } from './page-style.ts'

const sheet = { title: 'Gel', ids: 'No. 7', address: 'http://lab/experiments/1', page: 'Page', pageOf: 'of' }

test('each sheet says what it belongs to, and its place', () => {
  const style = pageStyle(sheet)
  expect(style).toContain('@top-left { content: "Gel"')
  expect(style).toContain('@top-right { content: "No. 7"')
  expect(style).toContain('@bottom-left { content: "http://lab/experiments/1"')
  expect(style).toContain('content: "Page " counter(page) " of " counter(pages)')
})

test('a title cannot end the string that it is in', () => {
  const style = pageStyle({ ...sheet, title: 'a"} * { display: none } \\ \n' })
  expect(style).toContain('content: "a\\22 \\7d  \\2a  \\7b  display: none \\7d  \\5c  \\a "')
})
