import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useEnterTakesFirst } from '../../ui/fields/enter-takes-first.ts'
import { entriesLike } from '../editor/menus/entry-suggestions.queries.ts'
import classes from './LinkSection.module.css'
import { linkMessages } from './links.messages.ts'
import type { Target } from './links.queries.ts'

interface Props {
  label: string
  placeholder: string
  /** Ids of entries to leave out. */
  without: readonly number[]
  inputRef?: RefObject<HTMLInputElement | null>
  isFocused?: boolean
  pick(target: Target): void
  leave?: () => void
}

/** Finds an experiment or a resource by a few letters; Enter takes the first. */
export function LinkInput({ label, placeholder, without, inputRef, isFocused = false, pick, leave }: Props) {
  const text = useMessages(linkMessages)
  const [typed, setTyped] = useState('')
  const letters = typed.trim()
  const [asked] = useDebouncedValue(letters, 150)
  const { data, isPlaceholderData } = useQuery({
    ...entriesLike(asked),
    enabled: asked !== '',
    placeholderData: keepPreviousData,
  })
  const isAnswered = asked !== '' && asked === letters && data !== undefined && !isPlaceholderData
  const fitting = (data ?? []).filter(({ id }) => !without.includes(id))
  const offered = new Map(fitting.map((one) => [`${one.title} · ${text.types[one.type]} ${one.id}`, one]))
  const take = (target: Target | undefined) => {
    if (target) pick(target)
    setTimeout(setTyped, 0, '')
  }
  const press = useEnterTakesFirst(isAnswered, () => take(fitting[0]))
  return (
    <div className="no-print">
      <Autocomplete
        ref={inputRef}
        variant="unstyled"
        size="md"
        classNames={{ input: classes.input }}
        aria-label={label}
        placeholder={placeholder}
        leftSection={<Link2 size={16} aria-hidden="true" />}
        leftSectionWidth={38}
        autoFocus={isFocused}
        value={typed}
        onChange={setTyped}
        // The service has already filtered.
        filter={({ options }) => options}
        data={letters === '' ? [] : [...offered.keys()]}
        selectFirstOptionOnChange
        withScrollArea={false}
        maxDropdownHeight={320}
        comboboxProps={{ withinPortal: false }}
        onOptionSubmit={(option) => take(offered.get(option))}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && typed === '') leave?.()
          press(event)
        }}
      />
      <Text role="status" size="xs" c="var(--quiet)" className={classes.nothing}>
        {isAnswered && offered.size === 0 ? text.nothing : ''}
      </Text>
    </div>
  )
}
