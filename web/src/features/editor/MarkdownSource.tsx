import { writeMention } from '@aliquot/contract/mention-text'
import { Textarea } from '@mantine/core'
import { type ClipboardEvent, useRef } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { FieldMentions } from '../mentions/FieldMentions.tsx'
import { findMentionTrigger } from '../mentions/mention-trigger.ts'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { editorMessages } from './editor.messages.ts'
import { usePastedPictures } from './media/use-pasted-pictures.ts'
import { MarkdownEntryMenu } from './menus/MarkdownEntryMenu.tsx'
import { isInCode } from './menus/trigger.ts'
import { usePastedAddress } from './text/use-pasted-address.ts'
import { useKeptCursor } from './use-kept-cursor.ts'

interface Props {
  entry: EntryRef
  draft: EntryDraft
  readOnly: boolean
}

/** The source of a Markdown text. */
export function MarkdownSource({ entry, draft, readOnly }: Props) {
  const text = useMessages(editorMessages)
  const field = useRef<HTMLTextAreaElement>(null)
  useKeptCursor(field, draft)
  const pastePicture = usePastedPictures(field, entry, draft)
  const pasteAddress = usePastedAddress(field, entry.id, draft)
  const paste = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    pastePicture(event)
    void pasteAddress(event)
  }
  return (
    <>
      <Textarea
        ref={field}
        data-main-text
        aria-label={text.mainText}
        value={draft.body}
        onChange={(event) => draft.setBody(event.currentTarget.value)}
        onPaste={readOnly ? undefined : paste}
        readOnly={readOnly}
        autosize
        minRows={12}
        styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
      />
      {!readOnly && (
        <>
          <MarkdownEntryMenu field={field} entryId={entry.id} draft={draft} />
          <FieldMentions
            field={field}
            entry={entry}
            write={writeMention}
            setText={draft.setBody}
            find={findInMarkdown}
          />
        </>
      )}
    </>
  )
}

/** In code a sign means something else. */
function findInMarkdown(text: string, at: number) {
  return isInCode(text.slice(0, at)) ? undefined : findMentionTrigger(text, at)
}
