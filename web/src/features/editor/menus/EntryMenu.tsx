import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { calendarDay } from '../../../ui/time/calendar-day.ts'
import { TYPE_ICONS } from '../../entry-data/type-icons.ts'
import { LabelPill } from '../../labels/LabelPill.tsx'
import { nameable, type SuggestedEntry } from '../../links/entry-suggestions.queries.ts'
import { editorMessages } from '../editor.messages.ts'
import { hrefOf } from '../text/pasted-address.ts'
import { SuggestionList } from './SuggestionList.tsx'
import type { TriggerProps } from './TriggerMenu.tsx'
import { findTrigger } from './trigger.ts'

/** The menu of `[[`: inserts a link that shows the title of an entry. `useEntryLinks` links the entries themselves. */
export function EntryMenu({ editor, entryId, trigger, close }: TriggerProps) {
  const text = useMessages(editorMessages)
  const { untitled } = useMessages(commonMessages)
  const client = useQueryClient()
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...nameable(trigger.query),
    placeholderData: keepPreviousData,
  })
  const isOther = ({ id }: SuggestedEntry) => id !== entryId
  const insert = (entry: SuggestedEntry) => {
    close()
    const title = entry.title || untitled
    const link = { type: 'link', attrs: { href: hrefOf(entry), title } }
    editor
      .chain()
      .focus()
      .insertContentAt(trigger, { type: 'text', text: title, marks: [link] })
      .run()
  }
  /** Enter came before the answer to these letters, so the listed results are outdated. */
  const insertFirst = async () => {
    const first = (await client.fetchQuery(nameable(trigger.query))).find(isOther)
    const now = findTrigger(editor.state)
    if (first && now?.from === trigger.from && now.query === trigger.query) insert(first)
  }
  const isEarly = isPlaceholderData || data === undefined
  return (
    <SuggestionList
      editor={editor}
      at={trigger.from}
      label={text.entries}
      takeEarly={isEarly ? () => void insertFirst().catch(() => {}) : undefined}
      whenEmpty={isFetching ? text.searching : text.noMatch}
      suggestions={(data ?? []).filter(isOther).map((entry) => {
        const Icon = TYPE_ICONS[entry.type]
        return {
          key: String(entry.id),
          icon: <Icon size={16} />,
          label: entry.title || untitled,
          about: <About entry={entry} />,
          run: () => insert(entry),
        }
      })}
    />
  )
}

function About({ entry }: { entry: SuggestedEntry }) {
  const text = useMessages(editorMessages)
  const { language } = useLanguage()
  const { type, date, custom_id, status_title, status_color } = entry
  return (
    <>
      <span>{text.types[type]}</span>
      {date && <span>{calendarDay(date, language)}</span>}
      {custom_id !== null && <span>{text.entryNumber(custom_id)}</span>}
      {status_title !== null && <LabelPill title={status_title} color={status_color} />}
    </>
  )
}
