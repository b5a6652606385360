import type { Entity } from '@aliquot/contract/entities'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { useCurrentTitles } from '../links/use-current-titles.ts'
import type { EntryDraft } from '../saving/use-entry-draft.ts'
import { MarkdownBody } from './MarkdownBody.tsx'
import { loadEditor } from './preload-editor.ts'
import { TextIsComing } from './TextIsComing.tsx'

const MARKDOWN = 2

const RichEditor = onDemand(async () => (await loadEditor()).RichEditor)

/** The main text of an entry, read and edited in place. */
export function EntryBody({
  entry,
  draft,
  readOnly = false,
}: {
  entry: Entity
  draft: EntryDraft
  readOnly?: boolean
}) {
  const titles = useCurrentTitles(entry)
  if (entry.content_type === MARKDOWN) return <MarkdownBody {...{ entry, draft, readOnly, titles }} />
  return (
    <RichEditor
      entryType={entry.type}
      entryId={entry.id}
      draft={draft}
      readOnly={readOnly}
      titles={titles}
      fallback={<TextIsComing />}
    />
  )
}
