import { expect, test } from 'vitest'
import { openText, positionOf } from '../testing/open-text.ts'
import { addBelow, duplicateBlock, removeBlock } from './block-actions.ts'
import { blockAt } from './block-at.ts'
import { type BlockForm, canBeCode, canTurn, turnBlock } from './turn-block.ts'

function blockWith(editor: ReturnType<typeof openText>['editor'], word: string) {
  const block = blockAt(editor.state.doc, positionOf(editor, word))
  if (!block) throw new Error(`No block with ${word}`)
  return block
}

const WARNING = 'style="border-left: 4px solid #f08c00; padding: 8px 12px"'

test.each<[string, BlockForm, string]>([
  ['<p>a <strong>x</strong></p>', 'heading2', '<h2>a <strong>x</strong></h2>'],
  [
    '<h1>x</h1>',
    'taskList',
    '<ul data-type="taskList"><li data-type="taskItem" data-checked="false"><p>x</p></li></ul>',
  ],
  ['<ul><li><p>a</p></li></ul><p>x</p>', 'bulletList', '<ul><li><p>a</p></li><li><p>x</p></li></ul>'],
  ['<pre><code>x\nb</code></pre>', 'paragraph', '<p>x<br>b</p>'],
  ['<p>x<br>b</p>', 'codeBlock', '<pre><code>x\nb</code></pre>'],
  ['<blockquote><p>x</p><p>b</p></blockquote>', 'paragraph', '<p>x</p><p>b</p>'],
  ['<p style="text-align: center">x</p>', 'blockquote', '<blockquote><p style="text-align: center">x</p></blockquote>'],
  [
    '<ol><li><p>a</p></li><li><p>x</p><ul><li><p>in</p></li></ul></li><li><p>b</p></li></ol>',
    'heading1',
    '<ol><li><p>a</p></li></ol><h1>x</h1><ul><li><p>in</p></li></ul><ol start="2"><li><p>b</p></li></ol>',
  ],
  ['<p>x</p>', 'warning', `<div ${WARNING} class="callout callout-warning"><p>x</p></div>`],
  [
    '<blockquote><p>x</p><p>b</p></blockquote>',
    'warning',
    `<div ${WARNING} class="callout callout-warning"><p>x</p><p>b</p></div>`,
  ],
  [
    '<div class="callout callout-tip"><p>x</p><p>b</p></div>',
    'blockquote',
    '<blockquote><p>x</p><p>b</p></blockquote>',
  ],
  ['<p>x</p>', 'details', '<details><summary>x</summary><p></p></details>'],
  ['<details><summary>x</summary><p>b</p></details>', 'paragraph', '<p>x</p><p>b</p>'],
  [
    '<ul><li><p>a</p></li><li><p>x</p></li></ul>',
    'orderedList',
    '<ul><li><p>a</p></li></ul><ol><li><p>x</p></li></ol>',
  ],
])('%s turned into %s is %s', (before, form, after) => {
  const { editor, stored } = openText(before)
  editor.view.dispatch(turnBlock(editor.state.tr, blockWith(editor, 'x').position, form))
  expect(stored()).toBe(after)
  // The cursor stays in the words.
  expect(editor.state.selection.$from.parent.textContent).toContain('x')
})

test('tables and pictures stay what they are', () => {
  const { editor } = openText('<table><tbody><tr><td><p>x</p></td></tr></tbody></table><p>a <img src="/a.png"></p>')
  expect(canTurn(blockWith(editor, 'x').node)).toBe(false)
  expect(canBeCode(blockWith(editor, 'a').node)).toBe(false)
})

test('a block is doubled, removed, and gets a line below it', () => {
  const { editor, stored } = openText('<ul><li><p>x</p></li></ul><p>end</p>')
  const run = (change: typeof removeBlock) =>
    editor.view.dispatch(change(editor.state.tr, blockWith(editor, 'x').position))
  run(duplicateBlock)
  expect(stored()).toBe('<ul><li><p>x</p></li><li><p>x</p></li></ul><p>end</p>')
  run(removeBlock)
  run(addBelow)
  editor.commands.insertContent('y')
  expect(stored()).toBe('<ul><li><p>x</p></li><li><p>y</p></li></ul><p>end</p>')
  editor.commands.deleteNode('listItem')
  run(removeBlock)
  expect(stored()).toBe('<p>end</p>')
  editor.view.dispatch(removeBlock(editor.state.tr, 0))
  expect(stored()).toBe('')
})
