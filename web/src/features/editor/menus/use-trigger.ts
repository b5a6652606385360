import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { useCallback, useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { REMOTE } from '../text/apply-remote.ts'
import { findTrigger, type Trigger } from './trigger.ts'

/** The trigger at the cursor while somebody types it; Escape and moving away end it. */
export function useTrigger(editor: Editor) {
  const [trigger, setTrigger] = useState<Trigger>()
  const close = useCallback(() => setTrigger(undefined), [])
  useEffect(() => {
    let dismissed: number | undefined
    let isOpen = false
    const look = ({ transaction }: { transaction: Transaction }) => {
      if (transaction.getMeta(REMOTE) || !editor.isEditable) return
      if (!transaction.docChanged && !isOpen) return
      const found = findTrigger(editor.state)
      if (!found) dismissed = undefined
      const wasOpen = isOpen
      isOpen = found !== undefined && found.from !== dismissed
      // Synchronously: Enter may be the next key, and takes the result for the letters before it.
      if (isOpen || wasOpen) flushSync(() => setTrigger(isOpen ? found : undefined))
    }
    const leave = () => {
      isOpen = false
      setTrigger(undefined)
    }
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !isOpen) return
      dismissed = findTrigger(editor.state)?.from
      leave()
      event.stopPropagation()
    }
    editor.on('transaction', look)
    editor.on('blur', leave)
    // Not on the editor's own element, which may not exist yet.
    document.addEventListener('keydown', dismiss, { capture: true })
    return () => {
      editor.off('transaction', look)
      editor.off('blur', leave)
      document.removeEventListener('keydown', dismiss, { capture: true })
    }
  }, [editor])
  return { trigger, close }
}
