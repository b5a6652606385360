import { getSchema } from '@tiptap/core'
import { useEffect, useMemo, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { editorTexts } from './editor.text.ts'
import { editorExtensions } from './extensions.ts'
import { ForeignBody } from './ForeignBody.tsx'
import { loadHtml } from './load-html.ts'
import { WritingArea } from './WritingArea.tsx'

/** The HTML of an entry in the editor, or as its source where the editor would lose something of it. */
export function RichEditor({ draft, readOnly }: { draft: EntryDraft; readOnly: boolean }) {
  const text = useTexts(editorTexts)
  const extensions = useMemo(() => editorExtensions(text), [text])
  const schema = useMemo(() => getSchema(extensions), [extensions])
  const [first] = useState(() => loadHtml(schema, draft.body)?.toJSON())
  const [isForeign, setForeign] = useState(first === undefined)
  const { onReplace } = draft
  useEffect(
    () => onReplace(({ body }) => setForeign((before) => before || loadHtml(schema, body) === undefined)),
    [onReplace, schema],
  )
  if (isForeign) return <ForeignBody draft={draft} readOnly={readOnly} />
  return <WritingArea draft={draft} readOnly={readOnly} extensions={extensions} content={first} />
}
