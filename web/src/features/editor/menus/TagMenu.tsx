import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { Plus, Tag } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { type Suggestion, SuggestionList } from '../../../ui/suggestions/SuggestionList.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { tagsLike } from '../../entry-list/filters/tag-suggestions.ts'
import { keepTag } from '../../saving/live-fields.ts'
import { useSession } from '../../session/session.queries.ts'
import { editorMessages } from '../editor.messages.ts'
import { lineAt } from './line-at.ts'
import type { TriggerProps } from './TriggerMenu.tsx'
import { findTrigger } from './trigger.ts'

const MOST_OFFERED = 7

/** The menu of `#`: adds the tag to the entry and removes the letters. */
export function TagMenu({ editor, entryId, trigger, close }: TriggerProps) {
  const text = useMessages(editorMessages)
  const client = useQueryClient()
  const { team } = useSession()
  const { show } = useToasts()
  const letters = trigger.query
  const query = tagsLike(team, letters)
  const { data: tags, isPlaceholderData } = useQuery({ ...query, placeholderData: keepPreviousData, retry: false })
  const add = (tag: string) => {
    close()
    editor.chain().focus().deleteRange(trigger).run()
    keepTag(entryId, tag)
    show({ message: text.tagged(tag) })
  }
  /** Enter came before the answer to these letters. */
  const addFirst = async () => {
    const [first = letters] = await client.fetchQuery(query).catch((): string[] => [])
    const now = findTrigger(editor.state)
    if (now?.from === trigger.from && now.query === letters) add(first)
  }
  const isEarly = isPlaceholderData || tags === undefined
  const offered = (tags ?? []).slice(0, MOST_OFFERED)
  const isKnown = tags?.some((tag) => tag.toLowerCase() === letters.toLowerCase())
  const made: Suggestion = {
    key: 'new',
    icon: <Plus size={16} />,
    label: text.makeTag(letters),
    run: () => add(letters),
  }
  return (
    <SuggestionList
      field={editor.view.dom}
      line={lineAt(editor, trigger.from)}
      label={text.tags}
      takeEarly={isEarly ? () => void addFirst() : undefined}
      whenEmpty={text.searching}
      suggestions={[
        ...offered.map((tag) => ({ key: `tag ${tag}`, icon: <Tag size={16} />, label: tag, run: () => add(tag) })),
        ...(isKnown || isEarly ? [] : [made]),
      ]}
    />
  )
}
