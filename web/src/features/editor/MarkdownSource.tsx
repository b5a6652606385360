import { Textarea } from '@mantine/core'
import { useRef } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { editorTexts } from './editor.text.ts'
import { useKeptCursor } from './use-kept-cursor.ts'

/** A Markdown text as it is stored. */
export function MarkdownSource({ draft, readOnly }: { draft: EntryDraft; readOnly: boolean }) {
  const text = useTexts(editorTexts)
  const field = useRef<HTMLTextAreaElement>(null)
  useKeptCursor(field, draft)
  return (
    <Textarea
      ref={field}
      data-main-text
      aria-label={text.mainText}
      value={draft.body}
      onChange={(event) => draft.setBody(event.currentTarget.value)}
      readOnly={readOnly}
      autosize
      minRows={12}
      styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
    />
  )
}
