import { type Editor, Extension } from '@tiptap/core'
import { blocksOf } from './block-at.ts'
import { moveSelected } from './move-blocks.ts'

/** Alt, Shift and an arrow key move the block at the cursor. */
export const MoveBlocks = Extension.create({
  name: 'moveBlocks',
  addKeyboardShortcuts() {
    return {
      'Alt-Shift-ArrowUp': () => moveByKey(this.editor, 'up'),
      'Alt-Shift-ArrowDown': () => moveByKey(this.editor, 'down'),
    }
  },
})

/** Taken in any case: at the end of a text the browser would extend the selection. */
function moveByKey({ state, view }: Editor, step: 'up' | 'down'): boolean {
  const { tr } = state
  if (moveSelected(tr, blocksOf(state.selection), step)) view.dispatch(tr.scrollIntoView())
  return true
}
