import { Alert, Button, Stack, Textarea } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { EntryPreview } from './EntryPreview.tsx'
import { editorTexts } from './editor.text.ts'
import { enrich } from './enrich.ts'
import { safeDom } from './safe-dom.ts'
import styles from './WritingArea.module.css'

/** A text that the editor would damage: shown as it is, and edited as its source. */
export function ForeignBody({ draft, readOnly }: { draft: EntryDraft; readOnly: boolean }) {
  const text = useTexts(editorTexts)
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
        <Rendered html={draft.body} />
      )}
    </Stack>
  )
}

function Rendered({ html }: { html: string }) {
  const text = useTexts(editorTexts)
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    place.current?.replaceChildren(safeDom(html, text))
    if (place.current) enrich(place.current, text)
  }, [html, text])
  return (
    <>
      <div ref={place} className={styles.text} />
      <EntryPreview area={place} />
    </>
  )
}
