import { Alert, Button, Stack, Textarea } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import type { CurrentTitles } from '../rendered-text/links/current-titles.ts'
import { RenderedText } from '../rendered-text/RenderedText.tsx'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { editorMessages } from './editor.messages.ts'

interface Props {
  draft: EntryDraft
  readOnly: boolean
  titles: CurrentTitles
}

/** A text that the editor would damage: shown as it is, and edited as HTML source. */
export function ForeignBody({ draft, readOnly, titles }: Props) {
  const text = useMessages(editorMessages)
  const [isSource, setSource] = useState(false)
  return (
    <Stack gap="sm">
      {!readOnly && (
        <Alert variant="light" className="no-print">
          {text.foreignHint}{' '}
          <Button variant="default" size="compact-sm" onClick={() => setSource(!isSource)}>
            {isSource ? text.showText : text.editSource}
          </Button>
        </Alert>
      )}
      {isSource && !readOnly ? (
        <Textarea
          aria-label={text.source}
          value={draft.body}
          onChange={(event) => draft.setBody(event.currentTarget.value)}
          autosize
          minRows={12}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
        />
      ) : (
        <RenderedText html={draft.body} titles={titles} />
      )}
    </Stack>
  )
}
