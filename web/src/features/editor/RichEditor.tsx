import { EditorContent, useEditor } from '@tiptap/react'
import { StarterKit } from '@tiptap/starter-kit'
import { useTexts } from '../../i18n/text.tsx'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { editorTexts } from './editor.text.ts'

export function RichEditor({ draft, readOnly }: { draft: EntryDraft; readOnly: boolean }) {
  const text = useTexts(editorTexts)
  const editor = useEditor({
    extensions: [StarterKit],
    content: draft.body,
    editable: !readOnly,
    injectCSS: false,
    editorProps: { attributes: { 'aria-label': text.mainText, role: 'textbox', 'aria-multiline': 'true' } },
    onUpdate: ({ editor }) => draft.setBody(() => editor.getHTML()),
  })
  return <EditorContent editor={editor} />
}
