import type { Editor } from '@tiptap/core'

/** Below the line of a position, or above it if there is no room. */
export function placeAt(editor: Editor, at: number) {
  const line = editor.view.coordsAtPos(Math.min(at, editor.state.doc.content.size))
  const left = Math.max(8, Math.min(line.left, window.innerWidth - 330))
  return line.bottom + 330 > window.innerHeight && line.top > 330
    ? { left, bottom: window.innerHeight - line.top + 4 }
    : { left, top: line.bottom + 4 }
}
