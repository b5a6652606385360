import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { type RefObject, useEffect, useState } from 'react'
import { isTouch } from '../../../ui/is-touch.ts'
import { type Block, blockAt } from './block-at.ts'
import { blockAtHeight } from './pointed-block.ts'

/** The margin beside the text belongs to its blocks. */
const MARGIN_PX = 80

/**
 * The block under the pointer; on a touch screen the one with the cursor. While `isHeld`, it stays the same. Typing
 * hides it until the pointer moves again.
 */
export function usePointedBlock(editor: Editor, isHeld: RefObject<boolean>): Block | undefined {
  const [block, setBlock] = useState<Block>()
  useEffect(() => {
    let frame = 0
    const show = (found: Block | undefined) =>
      setBlock((before) => (found?.node === before?.node && found?.position === before?.position ? before : found))
    const look = ({ clientX, clientY, target }: PointerEvent) => {
      frame = 0
      if (isHeld.current || editor.isDestroyed || !editor.isEditable) return
      if (target instanceof Element && !target.closest('main')) return show(undefined)
      const { left, right, top, bottom } = editor.view.dom.getBoundingClientRect()
      const isBeside = clientX > left - MARGIN_PX && clientX < right && clientY > top && clientY < bottom
      if (!isBeside) return show(undefined)
      const found = blockAtHeight(editor.view, clientY)
      if (found) show(found)
    }
    const onPointer = (event: PointerEvent) => {
      if (event.pointerType === 'touch' || event.buttons !== 0) return
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => look(event))
    }
    const onChange = ({ transaction }: { transaction: Transaction }) => {
      if (isTouch()) {
        if (!isHeld.current) show(editor.isFocused ? blockAt(editor.state.doc, editor.state.selection.from) : undefined)
      } else if (transaction.docChanged) show(undefined)
    }
    const onBlur = () => {
      if (isTouch() && !isHeld.current) show(undefined)
    }
    document.addEventListener('pointermove', onPointer, { passive: true })
    editor.on('transaction', onChange)
    editor.on('blur', onBlur)
    return () => {
      cancelAnimationFrame(frame)
      document.removeEventListener('pointermove', onPointer)
      editor.off('transaction', onChange)
      editor.off('blur', onBlur)
    }
  }, [editor, isHeld])
  return block
}
