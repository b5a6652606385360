import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import type { SuggestedEntry } from '../../links/entry-suggestions.queries.ts'
import { hrefOf } from '../text/pasted-address.ts'
import { EntrySuggestions } from './EntrySuggestions.tsx'
import { lineAt } from './line-at.ts'
import type { TriggerProps } from './TriggerMenu.tsx'
import { findTrigger } from './trigger.ts'

/** The menu of `[[`: inserts a link that shows the title of an entry. `useEntryLinks` links the entries themselves. */
export function EntryMenu({ editor, entryId, trigger, close }: TriggerProps) {
  const { untitled } = useMessages(commonMessages)
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
  return (
    <EntrySuggestions
      field={editor.view.dom}
      line={lineAt(editor, trigger.from)}
      query={trigger.query}
      entryId={entryId}
      isCurrent={() => {
        const now = findTrigger(editor.state)
        return now?.from === trigger.from && now.query === trigger.query
      }}
      insert={insert}
    />
  )
}
