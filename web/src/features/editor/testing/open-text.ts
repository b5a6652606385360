import { Editor, type EditorOptions, getSchema, type JSONContent } from '@tiptap/core'
import { onTestFinished } from 'vitest'
import { editorMessages } from '../editor.messages.ts'
import { editorExtensions } from '../extensions/extensions.ts'
import { writeHtml } from '../text/html-writer.ts'
import { loadHtml } from '../text/load-html.ts'

const extensions = editorExtensions(editorMessages.english)
const schema = getSchema(extensions)

/** The editor with a text, as in the page. `stored` is what would be saved. */
export function openText(html: string, editorProps: EditorOptions['editorProps'] = {}) {
  const doc = loadHtml(schema, html)
  if (!doc) throw new Error('The editor would lose something of this text')
  const place = document.createElement('div')
  document.body.append(place)
  const editor = new Editor({ element: place, extensions, content: doc.toJSON() as JSONContent, editorProps })
  onTestFinished(() => {
    editor.destroy()
    place.remove()
  })
  return { editor, stored: () => writeHtml(editor.state.doc) }
}

/** The position of these words, plus so many characters. */
export function positionOf(editor: Editor, words: string, offset = 0): number {
  let found: number | undefined
  editor.state.doc.descendants((node, position) => {
    const at = node.isText ? (node.text ?? '').indexOf(words) : -1
    if (at >= 0) found ??= position + at + offset
  })
  if (found === undefined) throw new Error(`No “${words}” in the text`)
  return found
}

/** Types as a keyboard does, so that the rules for typed text apply. */
export function typeText(editor: Editor, words: string): void {
  for (const letter of words) {
    const { from, to } = editor.state.selection
    const insert = () => editor.state.tr.insertText(letter, from, to)
    const isHandled = editor.view.someProp('handleTextInput', (handle) => handle(editor.view, from, to, letter, insert))
    if (!isHandled) editor.view.dispatch(insert())
  }
}

export function pressKey(editor: Editor, key: string, options: KeyboardEventInit = {}): boolean {
  const event = new KeyboardEvent('keydown', { key, ...options })
  return editor.view.someProp('handleKeyDown', (handle) => handle(editor.view, event)) === true
}
