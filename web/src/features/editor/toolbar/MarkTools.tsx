import type { Editor } from '@tiptap/core'
import type { LucideIcon } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Tool } from '../bubbles/Tool.tsx'
import { editorMessages } from '../editor.messages.ts'
import type { ToolState } from './tool-state.ts'

export type MarkName = 'bold' | 'italic' | 'underline' | 'subscript' | 'superscript' | 'highlight'

interface Props {
  editor: Editor
  state: ToolState
  marks: readonly (readonly [MarkName, LucideIcon])[]
}

/** Buttons that turn marks of the selected words on and off. */
export function MarkTools({ editor, state, marks }: Props) {
  const words = useMessages(editorMessages)
  return marks.map(([name, icon]) => (
    <Tool
      key={name}
      label={words[name]}
      icon={icon}
      isActive={state.active.has(name)}
      run={() => editor.chain().focus().toggleMark(name).run()}
    />
  ))
}
