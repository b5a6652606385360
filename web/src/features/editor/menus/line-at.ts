import type { Editor } from '@tiptap/core'
import type { Line } from '../../../ui/suggestions/place-at.ts'

/** The line of a position on the screen. */
export function lineAt(editor: Editor, at: number): Line {
  return editor.view.coordsAtPos(Math.min(at, editor.state.doc.content.size))
}
