import { expect, test } from 'vitest'
import { openText, positionOf, pressKey } from '../testing/open-text.ts'

const HTML = '<details><summary>Raw data</summary><p>4.2 mg</p></details>'

function openDetails() {
  const text = openText(HTML)
  const dom = text.editor.view.dom.querySelector<HTMLElement>('[data-details]')
  if (!dom) throw new Error('No collapsible block')
  return { ...text, dom, isOpen: () => dom.dataset.open !== undefined }
}

test('a collapsible block is closed at first, and opens for a click, a key and the cursor', () => {
  const { editor, dom, isOpen, stored } = openDetails()
  const button = dom.querySelector('button')
  expect(isOpen()).toBe(false)
  button?.click()
  expect(isOpen()).toBe(true)
  expect(button?.getAttribute('aria-expanded')).toBe('true')
  button?.click()
  editor.commands.setTextSelection(positionOf(editor, 'Raw'))
  expect(isOpen()).toBe(false)
  pressKey(editor, 'Enter', { ctrlKey: true })
  expect(isOpen()).toBe(true)
  button?.click()
  editor.commands.setTextSelection(positionOf(editor, '4.2'))
  expect(isOpen()).toBe(true)
  expect(stored()).toBe(HTML)
})

test('a block that was stored open is open, and stays so for readers', () => {
  const html = '<details open="open"><summary>Raw data</summary><p>4.2 mg</p></details>'
  const { editor, stored } = openText(html.replace('="open"', ''))
  const dom = editor.view.dom.querySelector<HTMLElement>('[data-details]')
  expect(dom?.dataset.open).toBe('')
  dom?.querySelector('button')?.click()
  editor.commands.insertContentAt(positionOf(editor, '4.2'), 'about ')
  expect(stored()).toBe(html.replace('4.2', 'about 4.2'))
})

test('Enter in its line leads into it, with the rest of the line', () => {
  const { editor, isOpen, stored } = openDetails()
  editor.commands.setTextSelection(positionOf(editor, 'Raw data', 3))
  pressKey(editor, 'Enter')
  expect(stored()).toBe('<details><summary>Raw</summary><p> data</p><p>4.2 mg</p></details>')
  expect(isOpen()).toBe(true)
})

test('Backspace at the start of its line makes it ordinary text again', () => {
  const { editor, stored } = openDetails()
  editor.commands.setTextSelection(positionOf(editor, 'Raw'))
  pressKey(editor, 'Backspace')
  expect(stored()).toBe('<p>Raw data</p><p>4.2 mg</p>')
})

test('a callout says what it is', () => {
  const { editor } = openText('<div class="callout callout-warning"><p>Hot</p></div>')
  expect(editor.view.dom.querySelector('.callout')?.getAttribute('data-callout')).toBe('Warning')
})
