import { Autocomplete } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { IN_PLACE } from '../../../ui/fields/in-place.ts'
import { takeEarlyKeys } from '../../../ui/keys/early-keys.ts'
import { listPartMessages } from '../list-parts.messages.ts'
import { useTagSuggestions } from './tag-suggestions.ts'

interface Props {
  label: string
  /** Tags to leave out. */
  without: readonly string[]
  pick(tag: string): void
}

/** Finds a tag by a few letters. */
export function TagPicker({ label, without, pick }: Props) {
  const text = useMessages(listPartMessages)
  const [typed, setTyped] = useState('')
  const tags = useTagSuggestions(typed).filter((tag) => !without.includes(tag))
  const submit = (tag: string) => {
    const clean = tag.trim()
    if (clean !== '') pick(clean)
  }
  return (
    <Autocomplete
      data-autofocus
      autoFocus
      label={label}
      placeholder={text.tagName}
      value={typed}
      onChange={setTyped}
      onFocus={() => {
        const early = takeEarlyKeys()
        setTyped((typed) => early.text + typed)
        if (early.isConfirmed) submit(early.text)
      }}
      data={tags}
      limit={8}
      withScrollArea={false}
      maxDropdownHeight={320}
      comboboxProps={{ withinPortal: false }}
      styles={{ dropdown: IN_PLACE }}
      onOptionSubmit={submit}
      onKeyDown={(event) => {
        // If an option is marked, Enter takes that one.
        const isMarked = event.currentTarget.getAttribute('aria-activedescendant')
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && !isMarked) submit(typed)
      }}
    />
  )
}
