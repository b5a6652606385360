import type { Editor } from '@tiptap/core'
import { Redo2, Undo2 } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import { toolMessages } from '../tools.messages.ts'
import type { ToolState } from './tool-state.ts'

/** Undo and redo, for text and tables alike: a tablet has no key for them. */
export function UndoTools({ editor, state }: { editor: Editor; state: ToolState }) {
  const text = useMessages(toolMessages)
  return (
    <>
      <Tool
        label={text.undo}
        icon={Undo2}
        isDisabled={!state.canUndo}
        run={() => editor.chain().focus().undo().run()}
      />
      <Tool
        label={text.redo}
        icon={Redo2}
        isDisabled={!state.canRedo}
        run={() => editor.chain().focus().redo().run()}
      />
    </>
  )
}
