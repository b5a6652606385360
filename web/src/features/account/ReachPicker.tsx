import { Pill, Stack, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, type QueryKey, type UseQueryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { SuggestField } from '../../ui/fields/SuggestField.tsx'
import { apikeyMessages } from './apikeys.messages.ts'
import type { Chosen } from './deposit-reach.ts'

interface Props<Key extends QueryKey> {
  label: string
  description: string
  placeholder: string
  find(letters: string): UseQueryOptions<Chosen[], Error, Chosen[], Key>
  /** Shown before a letter is typed. */
  offersAll?: boolean
  chosen: readonly Chosen[]
  choose(chosen: readonly Chosen[]): void
}

/** Several templates or entries, found by a few letters. */
export function ReachPicker<Key extends QueryKey>(props: Props<Key>) {
  const { label, description, placeholder, find, offersAll = false, chosen, choose } = props
  const text = useMessages(apikeyMessages)
  const [typed, setTyped] = useState('')
  const letters = typed.trim()
  const [asked] = useDebouncedValue(letters, 150)
  const isAsked = offersAll || asked !== ''
  const { data, isPlaceholderData } = useQuery({ ...find(asked), enabled: isAsked, placeholderData: keepPreviousData })
  const isAnswered = isAsked && asked === letters && data !== undefined && !isPlaceholderData
  const offered = (letters === '' && !offersAll ? [] : (data ?? []))
    .filter(({ id }) => !chosen.some((one) => one.id === id))
    .map((one) => ({ key: String(one.id), label: one.title, detail: `${text.types[one.type]} ${one.id}`, one }))
  return (
    <Stack gap="2xs">
      <SuggestField
        label={label}
        description={description}
        placeholder={placeholder}
        isInPlace
        typed={typed}
        type={setTyped}
        groups={[{ suggestions: offered }]}
        isAnswered={isAnswered}
        take={({ one }) => {
          choose([...chosen, one])
          setTyped('')
        }}
      />
      <Text role="status" size="xs" c="var(--quiet)">
        {isAnswered && letters !== '' && offered.length === 0 ? text.nothingFound : ''}
      </Text>
      {chosen.length > 0 && (
        <Pill.Group aria-label={label}>
          {chosen.map((one) => (
            <Pill
              key={one.id}
              size="lg"
              withRemoveButton
              removeButtonProps={{ 'aria-label': text.removeChosen(one.title) }}
              onRemove={() => choose(chosen.filter(({ id }) => id !== one.id))}
            >
              {one.title}
            </Pill>
          ))}
        </Pill.Group>
      )}
    </Stack>
  )
}
