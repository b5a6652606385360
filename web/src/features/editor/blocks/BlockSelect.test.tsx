import { expect, test } from 'vitest'
import { findField, showPage } from '../../../../test/page.tsx'
import { openText, positionOf } from '../testing/open-text.ts'
import { readTools } from '../toolbar/tool-state.ts'
import { BlockSelect } from './BlockSelect.tsx'

function choose(field: Element, value: string): void {
  ;(field as HTMLSelectElement).value = value
  field.dispatchEvent(new Event('change', { bubbles: true }))
}

test('the menu of forms names a selected picture instead of nothing', async () => {
  const { editor } = openText('<figure><img src="/gel.png"><figcaption>c</figcaption></figure><p>x</p>')
  editor.commands.setNodeSelection(0)
  showPage(<BlockSelect editor={editor} state={readTools(editor.state)} />)
  const field = (await findField('Turn into')) as unknown as HTMLSelectElement
  expect(field.selectedOptions[0]?.textContent).toBe('Image')
  expect(field.disabled).toBe(true)
})

test.each([
  ['<ul><li><p>x</p></li></ul>', 'bulletList'],
  ['<blockquote><p>x</p></blockquote>', 'blockquote'],
  ['<div class="callout callout-tip"><p>x</p></div>', 'tip'],
  ['<details><summary>x</summary><p>a</p></details>', 'details'],
  ['<table><tbody><tr><td><p>x</p></td></tr></tbody></table>', 'paragraph'],
])('the form of the words in %s is %s', (html, form) => {
  const { editor } = openText(html)
  editor.commands.setTextSelection(positionOf(editor, 'x'))
  expect(readTools(editor.state).block).toBe(form)
})

test('words in a cell become a callout there, and several blocks a list', async () => {
  const { editor, stored } = openText('<table><tbody><tr><td><p>x</p></td></tr></tbody></table><p>a</p><p>b</p>')
  editor.commands.setTextSelection(positionOf(editor, 'x'))
  showPage(<BlockSelect editor={editor} state={readTools(editor.state)} />)
  const field = await findField('Turn into')
  choose(field, 'tip')
  await expect.poll(stored).toContain('callout-tip"><p>x</p></div></td>')
  editor.commands.setTextSelection({ from: positionOf(editor, 'a'), to: positionOf(editor, 'b', 1) })
  choose(field, 'bulletList')
  await expect.poll(stored).toContain('<ul><li><p>a</p></li><li><p>b</p></li></ul>')
})
