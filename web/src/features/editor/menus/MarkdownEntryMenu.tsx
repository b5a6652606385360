import { type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import type { SuggestedEntry } from '../../links/entry-suggestions.queries.ts'
import { keepLink } from '../../links/live-links.ts'
import type { EntryDraft } from '../../saving/use-entry-draft.ts'
import { markdownLink } from '../text/markdown-link.ts'
import { hrefOf } from '../text/pasted-address.ts'
import { EntrySuggestions } from './EntrySuggestions.tsx'
import { lineInField } from './line-in-field.ts'
import { findEntryTrigger } from './trigger.ts'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  entryId: number
  draft: EntryDraft
}

/** The menu of `[[` in a Markdown text: inserts a link with the title of an entry, and links the two entries. */
export function MarkdownEntryMenu({ field, entryId, draft }: Props) {
  const { untitled } = useMessages(commonMessages)
  const { trigger, close } = useEntryTrigger(field)
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

/** The trigger at the cursor while somebody types it; Escape and moving away end it. */
function useEntryTrigger(field: RefObject<HTMLTextAreaElement | null>) {
  const [trigger, setTrigger] = useState<ReturnType<typeof findEntryTrigger>>()
  const isOpen = useRef(false)
  const show = (found: ReturnType<typeof findEntryTrigger>) => {
    isOpen.current = found !== undefined
    setTrigger(found)
  }
  useEffect(() => {
    const element = field.current
    if (!element) return
    const ending = new AbortController()
    const options = { signal: ending.signal }
    let dismissed: number | undefined
    const look = () => {
      const found = triggerIn(element)
      if (!found) dismissed = undefined
      show(found?.from === dismissed ? undefined : found)
    }
    element.addEventListener('input', look, options)
    element.addEventListener('blur', () => show(undefined), options)
    // The arrow keys and the pointer only move away: they open nothing.
    document.addEventListener('selectionchange', () => void (isOpen.current && look()), options)
    document.addEventListener(
      'keydown',
      (event) => {
        if (event.key !== 'Escape' || !isOpen.current) return
        dismissed = triggerIn(element)?.from
        show(undefined)
        event.stopPropagation()
      },
      { ...options, capture: true },
    )
    return () => ending.abort()
  }, [field])
  return { trigger, close: () => show(undefined) }
}
