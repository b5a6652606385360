import type { EntityType } from '@aliquot/contract/common'
import { type AnyExtension, getSchema } from '@tiptap/core'
import type { Schema } from '@tiptap/pm/model'
import { useCallback, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import type { CurrentTitles } from '../rendered-text/links/current-titles.ts'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { editorMessages } from './editor.messages.ts'
import { type ExtensionMessages, editorExtensions } from './extensions/extensions.ts'
import { ForeignBody } from './ForeignBody.tsx'
import { loadHtml } from './text/load-html.ts'
import { WritingArea } from './WritingArea.tsx'

interface Props {
  entryType: EntityType
  entryId: number
  draft: EntryDraft
  readOnly: boolean
  titles: CurrentTitles
}

/** The HTML of an entry in the editor, or its source if the editor would lose something of it. */
export function RichEditor({ entryType, entryId, draft, readOnly, titles }: Props) {
  const text = useMessages(editorMessages)
  const { extensions, schema } = equipment(text)
  const [first] = useState(() => loadHtml(schema, draft.body))
  const [isForeign, setForeign] = useState(first === undefined)
  const showForeign = useCallback(() => setForeign(true), [])
  if (isForeign) return <ForeignBody draft={draft} readOnly={readOnly} titles={titles} />
  const { setBody, onReplace } = draft
  return (
    <WritingArea
      {...{ entryType, entryId, extensions, readOnly, titles, setBody, onReplace, showForeign }}
      content={first}
      body={draft.body}
    />
  )
}

interface Equipment {
  extensions: AnyExtension[]
  schema: Schema
}

const equipments = new WeakMap<ExtensionMessages, Equipment>()

/** Created once per language. */
function equipment(text: ExtensionMessages): Equipment {
  const known = equipments.get(text)
  if (known) return known
  const extensions = editorExtensions(text)
  const made = { extensions, schema: getSchema(extensions) }
  equipments.set(text, made)
  return made
}
