import { Autocomplete } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTexts } from '../../i18n/text.tsx'
import { takeEarlyKeys } from '../../shell/early-keys.ts'
import { entryListPage } from './entry-list.queries.ts'
import { entryListTexts } from './entry-list.text.ts'
import { knownRows } from './list-cache.ts'
import { useListType } from './list-type.ts'

interface Props {
  label: string
  /** Tags that are no use here. */
  without: readonly string[]
  pick(tag: string): void
}

/** A tag by a few letters: those that have been seen, and those of entries that the letters find. */
export function TagPicker({ label, without, pick }: Props) {
  const text = useTexts(entryListTexts)
  const client = useQueryClient()
  const type = useListType()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const { data } = useQuery({
    ...entryListPage(type, { q: asked, scope: 3 }, 0, 50),
    enabled: asked !== '',
    retry: false,
  })
  const rows = [...knownRows(client), ...(data?.rows ?? [])]
  const tags = [...new Set(rows.flatMap((row) => row.tags))].filter((tag) => !without.includes(tag))
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
      data={tags.sort((a, b) => a.localeCompare(b, undefined, { numeric: true }))}
      limit={8}
      withScrollArea={false}
      maxDropdownHeight={320}
      maxLength={255}
      comboboxProps={{ withinPortal: false }}
      onOptionSubmit={submit}
      onKeyDown={(event) => {
        // With an option marked, Enter takes that one.
        const isMarked = event.currentTarget.getAttribute('aria-activedescendant')
        if (event.key === 'Enter' && !event.nativeEvent.isComposing && !isMarked) submit(typed)
      }}
    />
  )
}
