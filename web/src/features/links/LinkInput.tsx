import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link2 } from 'lucide-react'
import { type RefObject, useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { SuggestField } from '../../ui/fields/SuggestField.tsx'
import { entriesLike } from './entry-suggestions.queries.ts'
import classes from './LinkSection.module.css'
import { linkMessages } from './links.messages.ts'
import type { Target } from './live-links.ts'

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

/** Finds an experiment or a resource by a few letters; Enter takes the marked one. */
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
  const offered = (letters === '' ? [] : (data ?? []))
    .filter(({ id }) => !without.includes(id))
    .map((target) => ({
      key: String(target.id),
      label: target.title,
      detail: `${text.types[target.type]} ${target.id}`,
      target,
    }))
  return (
    <div className="no-print">
      <SuggestField
        inputRef={inputRef}
        variant="unstyled"
        size="md"
        classNames={{ input: classes.input }}
        aria-label={label}
        placeholder={placeholder}
        leftSection={<Link2 size={16} aria-hidden="true" />}
        leftSectionWidth={32}
        autoFocus={isFocused}
        isOverPage
        typed={typed}
        type={setTyped}
        groups={[{ suggestions: offered }]}
        isAnswered={isAnswered}
        leave={leave}
        take={({ target }) => {
          pick(target)
          setTyped('')
        }}
      />
      <Text role="status" size="xs" c="var(--quiet)" className={classes.nothing}>
        {isAnswered && offered.length === 0 ? text.nothing : ''}
      </Text>
    </div>
  )
}
