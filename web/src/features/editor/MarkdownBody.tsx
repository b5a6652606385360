import { type Entity, entities } from '@aliquot/contract/entities'
import { Button, Skeleton, Stack } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { entryParams } from '../entry-data/entry-types.ts'
import type { CurrentTitles } from '../rendered-text/links/current-titles.ts'
import { type EntryDraft, useSaving } from '../saving/use-entry-draft.ts'
import { editorMessages } from './editor.messages.ts'
import { MarkdownSource } from './MarkdownSource.tsx'

const RenderedText = onDemand(async () => (await import('../rendered-text/RenderedText.tsx')).RenderedText)

interface Props {
  entry: Entity
  draft: EntryDraft
  readOnly: boolean
  titles: CurrentTitles
}

/** A Markdown text: edited as source, and shown as the service renders it. */
export function MarkdownBody({ entry, draft, readOnly, titles }: Props) {
  const text = useMessages(editorMessages)
  const [isRendered, setRendered] = useState(false)
  if (readOnly) return <Rendered entry={entry} draft={draft} titles={titles} />
  return (
    <Stack gap="xs" align="stretch">
      <Button
        variant="default"
        size="compact-sm"
        className="no-print"
        style={{ alignSelf: 'end' }}
        onClick={() => setRendered(!isRendered)}
      >
        {isRendered ? text.editMarkdown : text.renderMarkdown}
      </Button>
      {isRendered ? (
        <Rendered entry={entry} draft={draft} titles={titles} />
      ) : (
        <MarkdownSource entry={entry} draft={draft} readOnly={false} />
      )}
    </Stack>
  )
}

function Rendered({ entry, draft, titles }: Omit<Props, 'readOnly'>) {
  const text = useMessages(editorMessages)
  const { status } = useSaving(draft)
  const { data: html } = useQuery({
    queryKey: ['rendered-markdown', entry.id, entry.modified_at, status.state === 'saved' && status.at],
    queryFn: async ({ signal }) => {
      const { data } = await call(entities.read, { params: entryParams(entry), signal })
      return data.body_html ?? ''
    },
    // The service cannot render unsaved text; until then the last rendering stays.
    enabled: status.state === 'saved' && entry.body !== draft.body,
    placeholderData: keepPreviousData,
    gcTime: 0,
  })
  const shown = entry.body === draft.body ? (entry.body_html ?? '') : html
  return (
    <section aria-label={text.mainText}>
      {shown === undefined ? (
        <Skeleton height={240} />
      ) : (
        <RenderedText html={shown} titles={titles} fallback={<Skeleton height={240} />} />
      )}
    </section>
  )
}
