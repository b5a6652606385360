import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { lineInField } from '../../../ui/suggestions/line-in-field.ts'
import { useFieldTrigger } from '../../../ui/suggestions/use-field-trigger.ts'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import type { SuggestedEntry } from '../../links/entry-suggestions.queries.ts'
import { keepLink } from '../../links/live-links.ts'
import type { EntryDraft } from '../../saving/use-entry-draft.ts'
import { markdownLink } from '../text/markdown-link.ts'
import { hrefOf } from '../text/pasted-address.ts'
import { EntrySuggestions } from './EntrySuggestions.tsx'
import { findEntryTrigger } from './trigger.ts'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  entryId: number
  draft: EntryDraft
}

/** The menu of `[[` in a Markdown text: inserts a link with the title of an entry, and links the two entries. */
export function MarkdownEntryMenu({ field, entryId, draft }: Props) {
  const { untitled } = useMessages(commonMessages)
  const { trigger, close } = useFieldTrigger(field, findEntryTrigger)
  const element = field.current
  if (!trigger || !element) return null
  // Somebody else's words may have moved it.
  const isCurrent = () => {
    const now = triggerIn(element)
    return now?.from === trigger.from && now.query === trigger.query
  }
  const insert = (entry: SuggestedEntry) => {
    if (!isCurrent()) return
    close()
    const title = entry.title || untitled
    const link = markdownLink(title, hrefOf(entry))
    const { value } = element
    flushSync(() => draft.setBody(value.slice(0, trigger.from) + link + value.slice(trigger.to)))
    element.focus()
    element.setSelectionRange(trigger.from + link.length, trigger.from + link.length)
    if (!isTemplateType(entry.type)) keepLink(entryId, { type: entry.type, id: entry.id, title })
  }
  return (
    <EntrySuggestions
      field={element}
      line={lineInField(element, trigger.from)}
      query={trigger.query}
      entryId={entryId}
      isCurrent={isCurrent}
      insert={insert}
    />
  )
}

function triggerIn({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) {
  return selectionStart === selectionEnd ? findEntryTrigger(value, selectionStart) : undefined
}
