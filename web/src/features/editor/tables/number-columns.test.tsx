import type { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { openText, positionOf, typeText } from '../testing/open-text.ts'

const row = (name: string, ...words: string[]) =>
  `<tr>${words.map((word) => `<${name}><p>${word}</p></${name}>`).join('')}</tr>`
const table = (...rows: string[]) => `<table><tbody>${rows.join('')}</tbody></table>`

function marked({ view }: Editor): (string | null)[] {
  return Array.from(view.dom.querySelectorAll('[data-number]'), ({ textContent }) => textContent)
}

test('columns of numbers are marked while they are edited, with their names, and nothing of it is stored', () => {
  const html = table(row('th', 'Well', 'OD'), row('td', 'A1', '0.12'), row('td', 'A2', ''))
  const { editor, stored } = openText(html)
  expect(marked(editor)).toEqual(['OD', '0.12', ''])
  expect(stored()).toBe(html)
})

test('a column stays where it is while a number is typed, and goes back with a word', () => {
  const { editor } = openText(`<p>before</p>${table(row('td', 'OD'), row('td', '7'))}${table(row('td', '8'))}`)
  const isMarked = () => marked(editor).includes('OD')
  editor.commands.setTextSelection(positionOf(editor, '7', 1))
  for (const letter of '.5e-3') {
    typeText(editor, letter)
    expect(isMarked()).toBe(true)
  }
  typeText(editor, ' mg')
  expect(marked(editor)).toEqual(['8'])
})

test('a table with joined cells is left alone', () => {
  const { editor } = openText(table('<tr><td colspan="2"><p>1</p></td></tr>', row('td', '2', '3')))
  expect(marked(editor)).toEqual([])
})
