import type { Editor } from '@tiptap/core'

/** The room that a list needs, in px. */
const NARROW = 336
export const WIDE = 464

/** Below the line of a position, or above it if there is no room. */
export function placeAt(editor: Editor, at: number, width = NARROW) {
  const line = editor.view.coordsAtPos(Math.min(at, editor.state.doc.content.size))
  const left = Math.max(8, Math.min(line.left, window.innerWidth - width))
  return line.bottom + 330 > window.innerHeight && line.top > 330
    ? { left, bottom: window.innerHeight - line.top + 4 }
    : { left, top: line.bottom + 4 }
}
