import type { Mentionable } from '@aliquot/contract/mentions'
import type { RefObject } from 'react'
import { flushSync } from 'react-dom'
import { lineInField } from '../../ui/suggestions/line-in-field.ts'
import { useFieldTrigger } from '../../ui/suggestions/use-field-trigger.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { MentionSuggestions } from './MentionSuggestions.tsx'
import { findMentionTrigger } from './mention-trigger.ts'

interface Props {
  field: RefObject<HTMLTextAreaElement | null>
  entry: EntryRef
  /** What stands in the field for a chosen person. */
  write(person: Mentionable): string
  setText(text: string): void
  /** Must stay the same function. */
  find?: typeof findMentionTrigger
}

/** The menu of `@` in a text area. */
export function FieldMentions({ field, entry, write, setText, find = findMentionTrigger }: Props) {
  const { trigger, close } = useFieldTrigger(field, find)
  const element = field.current
  if (!trigger || !element) return null
  // Somebody else's words may have moved it.
  const isCurrent = () => {
    const now = find(element.value, element.selectionStart)
    return now?.from === trigger.from && now.query === trigger.query
  }
  const insert = (person: Mentionable) => {
    if (!isCurrent()) return
    close()
    const words = write(person)
    const { value } = element
    flushSync(() => setText(value.slice(0, trigger.from) + words + value.slice(trigger.to)))
    element.focus()
    element.setSelectionRange(trigger.from + words.length, trigger.from + words.length)
  }
  return (
    <MentionSuggestions
      field={element}
      line={lineInField(element, trigger.from)}
      query={trigger.query}
      {...{ entry, isCurrent, insert }}
    />
  )
}
