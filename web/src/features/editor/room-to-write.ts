import { NodeSelection, TextSelection } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'

/** Typing while something foreign is selected goes below it: replacing it by a letter is never what was meant. */
export function writeAfterForeign(view: EditorView, typed: string): boolean {
  const { selection } = view.state
  if (!(selection instanceof NodeSelection) || selection.node.type.name !== 'foreign') return false
  addParagraph(view, selection.to, typed)
  return true
}

/** A click below a table or the like at the end of the text makes room to write there. */
export function writeBelow(view: EditorView, event: MouseEvent): boolean {
  const { doc } = view.state
  const last = view.dom.lastElementChild
  if (!view.editable || !last || doc.lastChild?.isTextblock) return false
  if (event.clientY <= last.getBoundingClientRect().bottom) return false
  addParagraph(view, doc.content.size, '')
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
