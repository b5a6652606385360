import type { Upload } from '@aliquot/contract/uploads'
import type { Editor } from '@tiptap/core'
import { expect, test } from 'vitest'
import { openText, positionOf, pressKey } from '../testing/open-text.ts'
import { holdPlaceIn, insertAttached, replacePictureIn } from './insert-files.ts'
import {
  addCaption,
  alignPicture,
  describePicture,
  type Picture,
  removeCaption,
  removePicture,
  resizePicture,
  selectedPicture,
} from './pictures.ts'

const IMG = '<img src="/gel.png" alt="gel">'

function selectPicture(editor: Editor): Picture {
  editor.state.doc.descendants((node, position) => {
    if (['image', 'figure'].includes(node.type.name)) editor.commands.setNodeSelection(position)
  })
  const picture = selectedPicture(editor.state)
  if (!picture) throw new Error('No picture')
  return picture
}

test.each([
  ['in the middle of a word', 'Second', 3, `<p>First</p><p>Second</p><p>${IMG}</p><p>Third</p>`],
  ['at the start of a paragraph', 'Second', 0, `<p>First</p><p>${IMG}</p><p>Second</p><p>Third</p>`],
])('a picture that is added %s stands between paragraphs', (_name, words, offset, html) => {
  const { editor, stored } = openText('<p>First</p><p>Second</p><p>Third</p>')
  editor.commands.setTextSelection(positionOf(editor, words, offset))
  holdPlaceIn(editor, 'gel')('/gel.png')
  expect(stored()).toBe(html)
})

test('pictures that are added together keep their order and the text typed meanwhile', () => {
  const { editor, stored } = openText('<p>Blots</p>')
  editor.commands.setTextSelection(positionOf(editor, 'Blots', 5))
  const places = ['1', '2'].map((name) => holdPlaceIn(editor, name))
  editor.commands.insertContent(': two')
  for (const [index, insert] of places.entries()) insert(`/${index + 1}.png`)
  expect(stored()).toBe('<p>Blots: two</p><p><img src="/1.png" alt="1"></p><p><img src="/2.png" alt="2"></p>')
})

test('a picture on an empty line leaves the cursor a line to write on', () => {
  const { editor, stored } = openText('<p>a</p><p></p>')
  editor.commands.focus('end')
  holdPlaceIn(editor, 'gel')('/gel.png')
  editor.commands.insertContent('below')
  expect(stored()).toBe(`<p>a</p><p>${IMG}</p><p>below</p>`)
})

test.each([
  ['image/png', 'gel.png', '<p>First</p><p><img src="/api/v2/files?name=ab%2F1.png" alt="gel.png"></p>'],
  ['text/csv', 'raw/od.csv', '<p>First</p><p><a href="/api/v2/files?name=ab%2F1.png">od.csv</a> </p>'],
])('a file of the entry goes into the text: %s', (mime_type, real_name, html) => {
  const { editor, stored } = openText('<p>First</p>')
  insertAttached(editor, { mime_type, real_name, long_name: 'ab/1.png' } as Upload, false)
  expect(stored()).toBe(html)
})

test('a picture in code or in a cell stays whole', () => {
  const { editor, stored } = openText('<pre><code>x = 1</code></pre><p>end</p>')
  editor.commands.setTextSelection(positionOf(editor, 'x', 2))
  holdPlaceIn(editor, 'gel')('/gel.png')
  expect(stored()).toBe(`<pre><code>x = 1</code></pre><p>${IMG}</p><p>end</p>`)
})

test('a picture has a size, a side, a description and a caption, and the service keeps them', () => {
  const { editor, stored } = openText(`<p>one ${IMG}two</p>`)
  const dispatch = editor.view.dispatch.bind(editor.view)
  dispatch(resizePicture(editor.state.tr, selectPicture(editor), 'medium'))
  expect(stored()).toBe('<p>one <img src="/gel.png" alt="gel" width="50%">two</p>')
  dispatch(alignPicture(editor.state.tr, selectPicture(editor), 'center'))
  expect(stored()).toBe(
    '<p>one </p><p style="text-align: center"><img src="/gel.png" alt="gel" width="50%"></p><p>two</p>',
  )
  dispatch(describePicture(editor.state.tr, selectPicture(editor), 'Gel, lane 3'))
  dispatch(addCaption(editor.state.tr, selectPicture(editor)))
  editor.commands.insertContent('Blot')
  const figure =
    '<figure style="text-align: center"><img src="/gel.png" alt="Gel, lane 3" width="50%"><figcaption>Blot</figcaption></figure>'
  expect(stored()).toBe(`<p>one </p>${figure}<p>two</p>`)
  expect(selectPicture(editor)).toMatchObject({ size: 'medium', side: 'center', alt: 'Gel, lane 3', hasCaption: true })
  replacePictureIn(editor, selectPicture(editor))('/new.png')
  expect(stored()).toContain('<img src="/new.png" alt="Gel, lane 3" width="50%"><figcaption>Blot')
  dispatch(removeCaption(editor.state.tr, selectPicture(editor).position))
  expect(stored()).toBe(
    '<p>one </p><p style="text-align: center"><img src="/new.png" alt="Gel, lane 3" width="50%"></p><p>Blot</p><p>two</p>',
  )
  dispatch(removePicture(editor.state.tr, selectPicture(editor)))
  expect(stored()).toBe('<p>one </p><p>Blot</p><p>two</p>')
})

test('Enter in a caption continues below, and Backspace in an empty one removes it', () => {
  const { editor, stored } = openText('<figure><img src="/gel.png"><figcaption>Blot</figcaption></figure><hr>')
  editor.commands.setTextSelection(positionOf(editor, 'Blot', 2))
  pressKey(editor, 'Enter')
  editor.commands.insertContent('x')
  expect(stored()).toBe('<figure><img src="/gel.png"><figcaption>Blot</figcaption></figure><p>x</p><hr>')
  editor.commands.setTextSelection({ from: positionOf(editor, 'Blot'), to: positionOf(editor, 'Blot', 4) })
  editor.commands.deleteSelection()
  pressKey(editor, 'Backspace')
  expect(stored()).toBe('<p><img src="/gel.png"></p><p>x</p><hr>')
})
