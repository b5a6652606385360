import { NativeSelect, Paper } from '@mantine/core'
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { BubbleMenu } from '@tiptap/react/menus'
import { useMessages } from '../../../i18n/messages.tsx'
import { CODE_LANGUAGES, languageOf } from '../../rendered-text/code/code-languages.ts'
import { editorMessages } from '../editor.messages.ts'

/** Asks for the language of the code block at the cursor. */
export function CodeBubble({ editor }: { editor: Editor }) {
  const text = useMessages(editorMessages)
  const language = useEditorState({
    editor,
    selector: ({ editor }) => languageOf(editor.getAttributes('codeBlock')) ?? '',
  })
  const isKnown = language === '' || CODE_LANGUAGES.some(([name]) => name === language)
  return (
    <BubbleMenu
      editor={editor}
      pluginKey="codeBubble"
      shouldShow={({ editor }) => editor.isEditable && editor.isActive('codeBlock')}
      getReferencedVirtualElement={() => blockAtCursor(editor)}
      // On the edge of the block, where it hides neither the code nor the text above.
      options={{ placement: 'top-end', offset: -15 }}
    >
      <Paper shadow="sm">
        <NativeSelect
          size="xs"
          aria-label={text.codeLanguage}
          title={text.codeLanguage}
          data-tool
          value={language}
          onChange={(event) => {
            const name = event.currentTarget.value
            editor
              .chain()
              .updateAttributes('codeBlock', { language: name || null, class: null })
              .run()
          }}
          // Synchronously, unlike `commands.focus()`: the next key would choose another language.
          onKeyDown={(event) => event.key === 'Escape' && editor.view.focus()}
        >
          <option value="">{text.plainCode}</option>
          {!isKnown && <option value={language}>{language}</option>}
          {CODE_LANGUAGES.map(([name, label]) => (
            <option key={name} value={name}>
              {label}
            </option>
          ))}
        </NativeSelect>
      </Paper>
    </BubbleMenu>
  )
}

function blockAtCursor(editor: Editor): Element | null {
  const { node } = editor.view.domAtPos(editor.state.selection.from)
  const element = node instanceof Element ? node : node.parentElement
  return element?.closest('pre') ?? null
}
