import type { EntityType } from '@aliquot/contract/common'
import type { Editor } from '@tiptap/core'
import { useMemo } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { type Suggestion, SuggestionList } from '../../../ui/suggestions/SuggestionList.tsx'
import { editorMessages } from '../editor.messages.ts'
import { toolMessages } from '../tools.messages.ts'
import { EntryMenu } from './EntryMenu.tsx'
import { filterInsertions, type Insertion, listInsertions } from './insertions.ts'
import { lineAt } from './line-at.ts'
import { PersonMenu } from './PersonMenu.tsx'
import { TagMenu } from './TagMenu.tsx'
import type { Trigger } from './trigger.ts'
import { useTrigger } from './use-trigger.ts'

interface Props {
  editor: Editor
  entryType: EntityType
  entryId: number
  pickImage(): void
}

/** The menus of `/`, `[[`, `#` and `@`. */
export function TriggerMenu({ editor, entryType, entryId, pickImage }: Props) {
  const { trigger, close } = useTrigger(editor)
  if (!trigger) return null
  const props = { editor, entryId, trigger, close }
  if (trigger.kind === 'entry') return <EntryMenu {...props} />
  if (trigger.kind === 'person') return <PersonMenu {...props} entryType={entryType} />
  if (trigger.kind === 'tag') return <TagMenu {...props} />
  return <InsertMenu {...props} pickImage={pickImage} />
}

export interface TriggerProps {
  editor: Editor
  entryId: number
  trigger: Trigger
  close(): void
}

function InsertMenu({ editor, trigger, close, pickImage }: TriggerProps & Pick<Props, 'pickImage'>) {
  const text = useMessages(editorMessages)
  const insertions = useMemo(() => listInsertions(text, pickImage), [text, pickImage])
  const found = filterInsertions(insertions, trigger.query)
  const { textGroup, insertGroup, symbolGroup } = useMessages(toolMessages)
  const groups = { text: textGroup, insert: insertGroup, symbols: symbolGroup }
  const run = (insertion: Insertion) => {
    close()
    editor.chain().focus().deleteRange(trigger).run()
    insertion.run(editor)
  }
  // A slash followed by other text was not meant for the menu.
  if (found.length === 0) return null
  return (
    <SuggestionList
      field={editor.view.dom}
      line={lineAt(editor, trigger.from)}
      label={text.insert}
      whenEmpty={text.noMatch}
      // A slash at the end of a line is no wish for a heading.
      needsChoice={trigger.query.trim() === ''}
      suggestions={found.map((insertion) => ({
        ...toSuggestion(insertion, () => run(insertion)),
        group: groups[insertion.group],
      }))}
    />
  )
}

function toSuggestion({ label, keys, icon: Icon }: Insertion, run: () => void): Suggestion {
  return { key: label, label, detail: keys, icon: typeof Icon === 'string' ? Icon : <Icon size={16} />, run }
}
