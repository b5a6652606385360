import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Typing while a foreign block is selected goes below it: nobody wants to replace it by a letter. */
export function writeAfterForeign(view: EditorView, typed: string): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'foreign') return false
  addParagraph(view, selection.to, typed)
  return true
}

function addParagraph(view: EditorView, at: number, words: string): void {
  const { schema, tr } = view.state
  const paragraph = schema.nodes.paragraph?.create(null, words === '' ? [] : [schema.text(words)])
  if (!paragraph) return
  tr.insert(at, paragraph)
  tr.setSelection(TextSelection.create(tr.doc, at + 1 + words.length))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}
