import { expect, test } from 'vitest'
import { readHeadings } from './headings.ts'

function headingsOf(html: string) {
  const text = document.createElement('div')
  text.innerHTML = html
  return readHeadings(text).map(({ anchor, depth, words }) => ({ anchor, depth, words }))
}

test('headings are named after their words, and equal ones are told apart', () => {
  expect(
    headingsOf('<h2>Heat shock, 42 °C</h2><p>x</p><h3>Contrôles</h3><h2></h2><h3>Contrôles</h3><h2>→</h2>'),
  ).toEqual([
    { anchor: 'heat-shock-42-c', depth: 0, words: 'Heat shock, 42 °C' },
    { anchor: 'contrôles', depth: 1, words: 'Contrôles' },
    { anchor: 'contrôles-2', depth: 1, words: 'Contrôles' },
    { anchor: 'section', depth: 0, words: '→' },
  ])
})

test('a text without headings has no outline', () => {
  expect(headingsOf('<p>x</p>')).toEqual([])
})
