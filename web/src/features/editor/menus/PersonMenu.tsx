import type { EntityType } from '@aliquot/contract/common'
import type { Mentionable } from '@aliquot/contract/mentions'
import { MentionSuggestions } from '../../mentions/MentionSuggestions.tsx'
import { lineAt } from './line-at.ts'
import type { TriggerProps } from './TriggerMenu.tsx'
import { findTrigger } from './trigger.ts'

/** The menu of `@`: inserts a mention. */
export function PersonMenu({ editor, entryId, entryType, trigger, close }: TriggerProps & { entryType: EntityType }) {
  const isCurrent = () => {
    const now = findTrigger(editor.state)
    return now?.from === trigger.from && now.query === trigger.query
  }
  const insert = ({ userid, fullname }: Mentionable) => {
    if (!isCurrent()) return
    close()
    editor
      .chain()
      .focus()
      .insertContentAt(trigger, { type: 'mention', attrs: { userid, words: `@${fullname}` } })
      .run()
  }
  return (
    <MentionSuggestions
      field={editor.view.dom}
      line={lineAt(editor, trigger.from)}
      query={trigger.query}
      entry={{ type: entryType, id: entryId }}
      {...{ isCurrent, insert }}
    />
  )
}
