import type { Editor } from '@tiptap/core'
import type { Transaction } from '@tiptap/pm/state'
import { useCallback } from 'react'
import { useOpenTrigger } from '../../../ui/suggestions/use-open-trigger.ts'
import { REMOTE } from '../text/apply-remote.ts'
import { findTrigger } from './trigger.ts'

/** The trigger at the cursor of the editor. */
export function useTrigger(editor: Editor) {
  return useOpenTrigger(
    useCallback(() => findTrigger(editor.state), [editor]),
    useCallback(
      ({ look, leave }) => {
        const follow = ({ transaction }: { transaction: Transaction }) => {
          if (!transaction.getMeta(REMOTE) && editor.isEditable) look(transaction.docChanged)
        }
        editor.on('transaction', follow)
        editor.on('blur', leave)
        return () => {
          editor.off('transaction', follow)
          editor.off('blur', leave)
        }
      },
      [editor],
    ),
  )
}
