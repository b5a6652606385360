import { NativeSelect } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useMessages } from '../../../i18n/messages.tsx'
import { editorMessages } from '../editor.messages.ts'
import type { ToolState } from '../toolbar/tool-state.ts'
import { toolMessages } from '../tools.messages.ts'
import { useBlockForms } from './block-forms.ts'
import { turnSelection } from './turn-selection.ts'

interface Props {
  editor: Editor
  state: Pick<ToolState, 'block'>
  className?: string | undefined
}

/** Shows the form of the block at the cursor, and turns it into another. */
export function BlockSelect({ editor, state, className }: Props) {
  const text = useMessages(toolMessages)
  const words = useMessages(editorMessages)
  const forms = useBlockForms()
  const isKnown = forms.some(({ form }) => form === state.block)
  const others: Record<string, string> = { image: words.image, figure: words.image, table: words.table }
  return (
    <NativeSelect
      className={className}
      size="xs"
      aria-label={text.turnInto}
      value={isKnown ? state.block : ''}
      disabled={state.block in others}
      onChange={({ currentTarget: { value } }) => {
        const chosen = forms.find(({ form }) => form === value)
        if (chosen) turnSelection(editor, chosen.form)
        editor.view.focus()
      }}
    >
      {/* A picture is no text that could be a heading. */}
      {!isKnown && <option value="">{others[state.block] ?? ''}</option>}
      {forms.map(({ form, label }) => (
        <option key={form} value={form}>
          {label}
        </option>
      ))}
    </NativeSelect>
  )
}
