import type { Mentionable } from '@aliquot/contract/mentions'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { AtSign, Lock, Share2, User } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import type { Line } from '../../ui/suggestions/place-at.ts'
import { type Suggestion, SuggestionList } from '../../ui/suggestions/SuggestionList.tsx'
import { rightsOn } from '../entry-data/entry-rights.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { shownEntry } from '../saving/live-fields.ts'
import { useSession } from '../session/session.queries.ts'
import { mentionMessages } from './mentions.messages.ts'
import { mentionable } from './mentions.queries.ts'
import { useShareForReading } from './use-share-for-reading.ts'

interface Props {
  field: HTMLElement
  line: Line
  query: string
  entry: EntryRef
  /** Whether these letters are still those at the cursor. */
  isCurrent(): boolean
  insert(person: Mentionable): void
}

/** People to mention. One who cannot read the entry is asked about first: share it, if one may, or mention only. */
export function MentionSuggestions({ field, line, query, entry, isCurrent, insert }: Props) {
  const text = useMessages(mentionMessages)
  const client = useQueryClient()
  const { data, isPlaceholderData, isError } = useQuery({
    ...mentionable(entry, query),
    placeholderData: keepPreviousData,
  })
  const [asked, setAsked] = useState<Mentionable>()
  useEffect(() => setAsked(undefined), [query])
  const choose = (person: Mentionable) => (person.can_read === 1 ? insert(person) : setAsked(person))
  /** Enter came before the answer to these letters. */
  const chooseFirst = async () => {
    const [first] = await client.fetchQuery(mentionable(entry, query))
    if (first && isCurrent()) choose(first)
  }
  const isEarly = (isPlaceholderData || data === undefined) && query !== ''
  // A sign followed by other words was not meant for the list.
  if (isError || (data?.length === 0 && !isPlaceholderData)) return null
  const people = (data ?? []).map((person): Suggestion => {
    const canRead = person.can_read === 1
    const Icon = canRead ? User : Lock
    const about = canRead ? {} : { about: text.cannotRead }
    return {
      key: String(person.userid),
      icon: <Icon size={16} />,
      label: person.fullname,
      run: () => choose(person),
      ...about,
    }
  })
  return asked ? (
    <WaysToMention key={asked.userid} person={asked} {...{ field, line, entry, isCurrent, insert }} />
  ) : (
    <SuggestionList
      {...{ field, line }}
      label={text.people}
      takeEarly={isEarly ? () => void chooseFirst().catch(() => {}) : undefined}
      // A sign at the end of a line is no wish for a person.
      needsChoice={query === ''}
      whenEmpty={text.searching}
      suggestions={people}
    />
  )
}

/** What to do about somebody who cannot read the entry. */
function WaysToMention({
  person,
  field,
  line,
  entry,
  isCurrent,
  insert,
}: Omit<Props, 'query'> & { person: Mentionable }) {
  const text = useMessages(mentionMessages)
  const share = useShareForReading(entry)
  const mayShare = rightsOn(shownEntry(entry.id), useSession()).canWrite
  const shareAndInsert = async () => {
    if ((await share(person)) && isCurrent()) insert(person)
  }
  const only: Suggestion = {
    key: 'only',
    icon: <AtSign size={16} />,
    label: text.onlyMention,
    about: text.notTold(person.fullname),
    run: () => insert(person),
  }
  const shared: Suggestion = {
    key: 'share',
    icon: <Share2 size={16} />,
    label: text.shareAndMention(person.fullname),
    run: () => void shareAndInsert(),
  }
  return (
    <SuggestionList
      {...{ field, line }}
      label={text.people}
      whenEmpty=""
      suggestions={mayShare ? [shared, only] : [only]}
    />
  )
}
