import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import type { Line } from '../../../ui/suggestions/place-at.ts'
import { SuggestionList } from '../../../ui/suggestions/SuggestionList.tsx'
import { calendarDay } from '../../../ui/time/calendar-day.ts'
import { TYPE_ICONS } from '../../entry-data/type-icons.ts'
import { LabelPill } from '../../labels/LabelPill.tsx'
import { nameable, type SuggestedEntry } from '../../links/entry-suggestions.queries.ts'
import { editorMessages } from '../editor.messages.ts'

interface Props {
  field: HTMLElement
  line: Line
  query: string
  /** The entry that is written, which is not offered. */
  entryId: number
  /** Whether these letters are still those at the cursor. */
  isCurrent(): boolean
  insert(entry: SuggestedEntry): void
}

/** The entries that a text can name, with what tells them apart. */
export function EntrySuggestions({ field, line, query, entryId, isCurrent, insert }: Props) {
  const text = useMessages(editorMessages)
  const { untitled } = useMessages(commonMessages)
  const client = useQueryClient()
  const { data, isFetching, isPlaceholderData } = useQuery({ ...nameable(query), placeholderData: keepPreviousData })
  const isOther = ({ id }: SuggestedEntry) => id !== entryId
  /** Enter came before the answer to these letters, so the listed results are outdated. */
  const insertFirst = async () => {
    const first = (await client.fetchQuery(nameable(query))).find(isOther)
    if (first && isCurrent()) insert(first)
  }
  const isEarly = isPlaceholderData || data === undefined
  return (
    <SuggestionList
      field={field}
      line={line}
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
