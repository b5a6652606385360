import { expect, test } from 'vitest'
import { findButton, showPage } from '../../../../test/page.tsx'
import { openText, positionOf } from '../testing/open-text.ts'
import { ColourTool } from './ColourTool.tsx'
import { setColour } from './set-colour.ts'

test('words get a colour and lose it again, and keep their other styles', () => {
  const { editor, stored } = openText('<p>a <span style="font-size: 14pt">big</span> word</p>')
  editor.commands.setTextSelection({ from: positionOf(editor, 'big'), to: positionOf(editor, ' word', 5) })
  editor.view.dispatch(setColour(editor.state, 'color', '#c92a2a'))
  expect(stored()).toBe(
    '<p>a <span style="font-size: 14pt; color: #c92a2a">big</span><span style="color: #c92a2a"> word</span></p>',
  )
  editor.view.dispatch(setColour(editor.state, 'color', undefined))
  expect(stored()).toBe('<p>a <span style="font-size: 14pt">big</span> word</p>')
})

test('the tool colours the selected words and highlights them', async () => {
  const { editor, stored } = openText('<p>warm</p>')
  editor.commands.selectAll()
  showPage(<ColourTool editor={editor} />)
  ;(await findButton('Colour')).click()
  ;(await findButton('Red')).click()
  expect(stored()).toBe('<p><span style="color: #c92a2a">warm</span></p>')
  ;(await findButton('Colour')).click()
  ;(await findButton('Yellow')).click()
  expect(stored()).toContain('<mark>')
})
