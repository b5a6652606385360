import type { Editor } from '@tiptap/core'
import { redoDepth, undoDepth } from '@tiptap/pm/history'
import { type EditorState, NodeSelection } from '@tiptap/pm/state'
import { useEffect, useState } from 'react'
import { canTurn, formOf } from '../blocks/turn-block.ts'
import { sideOfCell } from '../tables/table-actions.ts'

/** What the tools show of the text at the cursor. */
export interface ToolState {
  /** Marks and surrounding nodes by name. */
  active: ReadonlySet<string>
  /** A form of blocks: `paragraph`, `heading2`, `taskList`; or what is selected: `image`. */
  block: string
  canUndo: boolean
  canRedo: boolean
  side: ReturnType<typeof sideOfCell>
}

/** Keys must not wait for buttons. */
const AFTER_MS = 60

/** Looks at the place of the cursor only, shortly after a change: its cost does not grow with the text. */
export function useToolState(editor: Editor): ToolState {
  const [state, setState] = useState(() => readTools(editor.state))
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const look = () => {
      timer = undefined
      if (editor.isDestroyed) return
      const now = readTools(editor.state)
      setState((before) => (isSame(before, now) ? before : now))
    }
    const lookSoon = () => {
      timer ??= setTimeout(look, AFTER_MS)
    }
    lookSoon()
    editor.on('transaction', lookSoon)
    return () => {
      clearTimeout(timer)
      editor.off('transaction', lookSoon)
    }
  }, [editor])
  return state
}

export function readTools(state: EditorState): ToolState {
  const { selection, storedMarks } = state
  const { $from, empty } = selection
  const marks = storedMarks ?? (empty ? $from.marks() : ($from.nodeAfter?.marks ?? $from.marks()))
  const active = new Set(marks.map(({ type }) => type.name))
  for (let depth = $from.depth; depth > 0; depth -= 1) active.add($from.node(depth).type.name)
  return {
    active,
    block: blockOf(state),
    canUndo: undoDepth(state) > 0,
    canRedo: redoDepth(state) > 0,
    side: sideOfCell(state),
  }
}

function blockOf({ selection }: EditorState): string {
  if (selection instanceof NodeSelection) return selection.node.type.name
  const { $from } = selection
  if ($from.depth === 0) return 'paragraph'
  const around = $from.depth > 1 ? $from.node(-1) : undefined
  // The words of an item, a quote or a callout have the form of what is around them.
  const isInside = around && canTurn(around) && /^(?:paragraph|detailsSummary)$/.test($from.parent.type.name)
  return isInside ? formOf(around, $from.node(-2)) : formOf($from.parent, around ?? $from.doc)
}

function isSame(a: ToolState, b: ToolState): boolean {
  const describe = ({ active, block, canUndo, canRedo, side }: ToolState) =>
    [...active, block, canUndo, canRedo, side].join(' ')
  return describe(a) === describe(b)
}
