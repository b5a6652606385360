import type { entityLists } from '@aliquot/contract/entities-list'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import type { Editor } from '@tiptap/core'
import { FileText } from 'lucide-react'
import { useMemo } from 'react'
import { get } from '../../api/client.ts'
import { useTexts } from '../../i18n/text.tsx'
import { editorTexts } from './editor.text.ts'
import { filterInsertions, type Insertion, listInsertions } from './insertions.ts'
import { type Suggestion, SuggestionList } from './SuggestionList.tsx'
import { findTrigger, type Trigger } from './trigger.ts'
import { useTrigger } from './use-trigger.ts'

/** What opens under `/` and `[[`. */
export function TriggerMenu({ editor, pickImage }: { editor: Editor; pickImage(): void }) {
  const { trigger, close } = useTrigger(editor)
  if (!trigger) return null
  if (trigger.kind === 'entry') return <EntryMenu editor={editor} trigger={trigger} close={close} />
  return <InsertMenu editor={editor} trigger={trigger} close={close} pickImage={pickImage} />
}

interface Props {
  editor: Editor
  trigger: Trigger
  close(): void
}

function InsertMenu({ editor, trigger, close, pickImage }: Props & { pickImage(): void }) {
  const text = useTexts(editorTexts)
  const insertions = useMemo(() => listInsertions(text, pickImage), [text, pickImage])
  const found = filterInsertions(insertions, trigger.query)
  const run = (insertion: Insertion) => {
    close()
    editor.chain().focus().deleteRange(trigger).run()
    insertion.run(editor)
  }
  // Somebody who goes on writing after a slash did not mean the menu.
  if (found.length === 0) return null
  return (
    <SuggestionList
      editor={editor}
      at={trigger.from}
      label={text.insert}
      whenEmpty={text.noMatch}
      suggestions={found.map((insertion) => toSuggestion(insertion, () => run(insertion)))}
    />
  )
}

function toSuggestion({ label, keys, icon: Icon }: Insertion, run: () => void): Suggestion {
  return { key: label, label, detail: keys, icon: typeof Icon === 'string' ? Icon : <Icon size={16} />, run }
}

const MOST_ENTRIES = 8

function entriesLike(letters: string) {
  return queryOptions({
    queryKey: ['entry-suggestions', letters],
    queryFn: async ({ signal }) => {
      const query = { q: letters, limit: MOST_ENTRIES, scope: 3, full: 0 }
      return (await get<typeof entityLists.list>('/experiments', query, { signal })).data
    },
  })
}

function EntryMenu({ editor, trigger, close }: Props) {
  const text = useTexts(editorTexts)
  const client = useQueryClient()
  const { data, isFetching, isPlaceholderData } = useQuery({
    ...entriesLike(trigger.query),
    placeholderData: keepPreviousData,
  })
  const insert = (id: number, title: string) => {
    close()
    const link = { type: 'link', attrs: { href: `/experiments/${id}` } }
    editor
      .chain()
      .focus()
      .insertContentAt(trigger, [
        { type: 'text', text: title, marks: [link] },
        { type: 'text', text: ' ' },
      ])
      .unsetMark('link')
      .run()
  }
  /** Enter came before the answer to these letters: what is listed belongs to others. */
  const insertFirst = async () => {
    const [first] = await client.fetchQuery(entriesLike(trigger.query))
    const now = findTrigger(editor.state)
    if (first && now?.from === trigger.from && now.query === trigger.query) insert(first.id, first.title)
  }
  const isEarly = isPlaceholderData || data === undefined
  return (
    <SuggestionList
      editor={editor}
      at={trigger.from}
      label={text.entries}
      takeEarly={isEarly ? () => void insertFirst().catch(() => {}) : undefined}
      whenEmpty={isFetching ? text.searching : text.noMatch}
      suggestions={(data ?? []).map(({ id, title }) => ({
        key: String(id),
        icon: <FileText size={16} />,
        label: title,
        run: () => insert(id, title),
      }))}
    />
  )
}
