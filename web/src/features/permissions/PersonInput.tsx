import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { SuggestField } from '../../ui/fields/SuggestField.tsx'
import { takeEarlyKeys } from '../../ui/keys/early-keys.ts'
import { hasLetters, labelPeople } from './label-people.ts'
import { type Person, peopleLike } from './people.queries.ts'

type Pickable = Pick<Person, 'userid' | 'fullname'>

interface Props {
  label: string
  /** The accessible name, if no label is shown. */
  name?: string
  placeholder: string
  /** The message if nobody is found. */
  nobody: string
  /** Suggestions before anything is typed. */
  atHand?: readonly Pickable[]
  /** People to leave out. */
  without?: readonly number[]
  /** Takes the focus at once. */
  isFocused?: boolean
  /** The suggestions take room below the field. */
  isInPlace?: boolean
  /** They stand over the page. Not inside a dialog. */
  isOverPage?: boolean
  pick(person: Pickable): void
}

const MOST_AT_HAND = 8

/** Finds a person by a few letters of the name or e-mail; the service searches during typing. */
export function PersonInput(props: Props) {
  const { label, name, placeholder, nobody, atHand = [], without = [], isFocused = false, pick } = props
  const { isInPlace = false, isOverPage = false } = props
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const { data: found, isPlaceholderData } = useQuery({ ...peopleLike(asked), enabled: asked !== '' })
  const people: readonly (Pickable & { email?: string })[] = asked === '' ? atHand : (found ?? [])
  const isAnswered = asked === typed.trim() && (asked === '' || (found !== undefined && !isPlaceholderData))
  const fitting = people.filter(
    // Enter may come before the answer: it must not take a match of fewer letters.
    (person) => !without.includes(person.userid) && (isAnswered || hasLetters(person, typed.trim())),
  )
  const offered = [...labelPeople(fitting.slice(0, MOST_AT_HAND))].map(([label, person]) => ({
    key: String(person.userid),
    label,
    person,
  }))
  const isNobody = asked !== '' && isAnswered && offered.length === 0
  return (
    <>
      <SuggestField
        label={label || undefined}
        aria-label={name}
        placeholder={placeholder}
        size="sm"
        {...(isFocused && { 'data-autofocus': true, autoFocus: true })}
        isInPlace={isInPlace}
        isOverPage={isOverPage}
        typed={typed}
        type={setTyped}
        onFocus={() => {
          const { text: early } = takeEarlyKeys()
          setTyped((before) => early + before)
        }}
        groups={[{ suggestions: offered }]}
        isAnswered={isAnswered}
        take={({ person }) => {
          pick(person)
          setTyped('')
        }}
      />
      <Text role="status" size="xs" c="var(--quiet)">
        {isNobody ? nobody : ''}
      </Text>
    </>
  )
}
