import { getSchema } from '@tiptap/core'
import type { Node as DocNode } from '@tiptap/pm/model'
import { EditorState } from '@tiptap/pm/state'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { editorMessages } from '../editor.messages.ts'
import { editorExtensions } from '../extensions/extensions.ts'
import { openText, positionOf, pressKey } from '../testing/open-text.ts'
import { loadHtml } from '../text/load-html.ts'
import { type BlockRange, blockAt, isList } from './block-at.ts'
import { moveBlocks, stepTarget } from './move-blocks.ts'

const schema = getSchema(editorExtensions(editorMessages.english))

const list = (name: 'ul' | 'ol' | 'task', items: string[]) => {
  const item = (content: string, index: number) =>
    name === 'task'
      ? `<li data-type="taskItem" data-checked="${index % 2 === 0}">${content}</li>`
      : `<li>${content}</li>`
  const tag = name === 'task' ? 'ul data-type="taskList"' : name
  return `<${tag}>${items.map(item).join('')}</${tag.split(' ')[0]}>`
}

let count = 0
const words = fc.constantFrom('a', 'b').map((letter) => `${letter}${count++}`)
const { html } = fc.letrec<{ html: string; block: string; list: string }>((tie) => ({
  html: fc.array(tie('block'), { minLength: 1, maxLength: 7 }).map((blocks) => blocks.join('')),
  block: fc.oneof(
    { withCrossShrink: true },
    words.map((one) => `<p>${one}</p>`),
    words.map((one) => `<h2>${one}</h2>`),
    words.map((one) => `<p style="text-align: center"><img src="/${one}.png" alt="${one}"></p>`),
    words.map((one) => `<figure><img src="/${one}.png"><figcaption>${one}</figcaption></figure>`),
    words.map(
      (one) => `<table><thead><tr><th><p>${one}</p></th></tr></thead><tbody><tr><td><p>1</p></td></tr></tbody></table>`,
    ),
    words.map((one) => `<dl><dt>${one}</dt></dl>`),
    words.map((one) => `<pre><code class="language-r">${one}</code></pre>`),
    words.map((one) => `<blockquote><p>${one}</p></blockquote>`),
    fc.constant('<hr>'),
    tie('list'),
  ),
  list: fc
    .record({
      name: fc.constantFrom('ul' as const, 'ol' as const, 'task' as const),
      items: fc.array(
        fc.record({ one: words, inner: fc.option(tie('list'), { nil: '', depthIdentifier: 'nested', maxDepth: 2 }) }),
        { minLength: 1, maxLength: 4 },
      ),
    })
    .map(({ name, items }) =>
      list(
        name,
        items.map(({ one, inner }) => `<p>${one}</p>${inner}`),
      ),
    ),
}))

/** Everything that a text says: blocks of words, ticks, and blocks without words. */
function contentsOf(doc: DocNode): string[] {
  const contents: string[] = []
  doc.descendants((node, position) => {
    if (node.isTextblock && !node.attrs.isRoom) {
      const $block = doc.resolve(position)
      const { parent } = $block
      const tick = $block.index() === 0 ? (parent.attrs.checked ?? '') : ''
      contents.push(`${JSON.stringify(node.toJSON())} ${tick}`)
    } else if (node.isBlock && node.isLeaf) contents.push(JSON.stringify(node.toJSON()))
    return !node.isTextblock
  })
  return contents.sort()
}

function movable(doc: DocNode): BlockRange[] {
  const found: BlockRange[] = []
  doc.descendants((_node, position) => {
    const block = blockAt(doc, position)
    if (block?.position === position && !block.node.attrs.isRoom) {
      found.push({ from: position, to: position + block.node.nodeSize })
    }
  })
  return found
}

test('however blocks are moved, none is lost, doubled or changed', () => {
  fc.assert(
    fc.property(html, fc.array(fc.tuple(fc.nat(), fc.nat(), fc.boolean()), { maxLength: 6 }), (text, moves) => {
      const doc = loadHtml(schema, text)
      if (!doc) throw new Error(`Not loaded: ${text}`)
      let state = EditorState.create({ doc })
      for (const [what, where, isStep] of moves) {
        const blocks = movable(state.doc)
        const range = blocks[what % blocks.length]
        if (!range) return
        const places = blocks.flatMap(({ from, to }) => [from, to])
        const target = isStep
          ? stepTarget(state.doc, range, where % 2 === 0 ? 'up' : 'down')
          : places[where % places.length]
        const { tr } = state
        if (target === undefined || (target > range.from && target < range.to)) continue
        const before = contentsOf(tr.doc)
        moveBlocks(tr, range, target)
        tr.doc.check()
        expect(contentsOf(tr.doc)).toEqual(before)
        tr.doc.descendants((node) => {
          if (isList(node)) expect(node.childCount).toBeGreaterThan(0)
        })
        state = state.apply(tr)
      }
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['a paragraph past a table', '<p>x</p><table><tbody><tr><td><p>1</p></td></tr></tbody></table>', 'x', 'down', 1],
  ['nothing past the end', '<p>a</p><p>x</p>', 'x', 'down', 0],
])('Alt, Shift and an arrow move %s', (_name, text, word, step, isMoved) => {
  const { editor, stored } = openText(text)
  editor.commands.setTextSelection(positionOf(editor, word, 1))
  const key = step === 'up' ? 'ArrowUp' : 'ArrowDown'
  expect(pressKey(editor, key, { altKey: true, shiftKey: true })).toBe(true)
  expect(stored()).toBe(isMoved ? text.replace('<p>x</p>', '').concat('<p>x</p>') : text)
  // The cursor goes along.
  expect(editor.state.selection.$from.parent.textContent).toBe(word)
  expect(editor.state.selection.$from.parentOffset).toBe(1)
})

test('an item moves within its list, then out of it, and joins it again', () => {
  const text = '<p>a</p><ul><li><p>b</p></li><li><p>x</p></li></ul><p>c</p>'
  const { editor, stored } = openText(text)
  editor.commands.setTextSelection(positionOf(editor, 'x'))
  const move = (key: string) => pressKey(editor, key, { altKey: true, shiftKey: true })
  move('ArrowDown')
  expect(stored()).toBe('<p>a</p><ul><li><p>b</p></li></ul><p>c</p><ul><li><p>x</p></li></ul>')
  move('ArrowUp')
  expect(stored()).toBe(text)
  move('ArrowUp')
  expect(stored()).toBe('<p>a</p><ul><li><p>x</p></li><li><p>b</p></li></ul><p>c</p>')
})

test('a list parts for a block that is put between its items, and its numbers go on', () => {
  const { editor, stored } = openText('<ol><li><p>one</p></li><li><p>two</p></li></ol><p>x</p>')
  const { tr } = editor.state
  const block = blockAt(tr.doc, positionOf(editor, 'x'))
  const second = blockAt(tr.doc, positionOf(editor, 'two'))
  if (!block || !second) throw new Error('No block')
  moveBlocks(tr, { from: block.position, to: block.position + block.node.nodeSize }, second.position)
  editor.view.dispatch(tr)
  expect(stored()).toBe('<ol><li><p>one</p></li></ol><p>x</p><ol start="2"><li><p>two</p></li></ol>')
})
