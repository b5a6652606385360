import { Autocomplete, Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useEnterTakesFirst } from '../../ui/fields/enter-takes-first.ts'
import type { Named } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { teamGroups, visibleTeams } from './groups.queries.ts'
import { peopleLike } from './people.queries.ts'
import { permissionMessages } from './permissions.messages.ts'

interface Props {
  /** Those already added. */
  without: readonly Named[]
  pick(named: Named, name: string): void
}

/** Finds a person, a group or a team by a few letters; Enter takes the first. */
export function AudienceInput({ without, pick }: Props) {
  const text = useMessages(permissionMessages)
  const { team } = useSession()
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 150)
  const { data: people, isPlaceholderData } = useQuery({ ...peopleLike(asked), enabled: asked !== '' })
  const { data: groups = [] } = useQuery(teamGroups(team))
  const { data: teams = [] } = useQuery(visibleTeams())
  const letters = typed.trim().toLocaleLowerCase()
  const isLike = (name: string) => name.toLocaleLowerCase().includes(letters)
  const isFree = ({ kind, id }: Named) => !without.some((one) => one.kind === kind && one.id === id)

  const offered = new Map<string, { named: Named; name: string }>()
  const offer = (kind: Named['kind'], rows: readonly { id: number; name: string; more?: string }[]) =>
    rows
      .filter(({ id }) => isFree({ kind, id }))
      .slice(0, MOST_OFFERED)
      .map(({ id, name, more }) => {
        const label = more ? `${name} · ${more}` : name
        // Names may not be unique.
        const option = offered.has(label) ? `${label} (${id})` : label
        offered.set(option, { named: { kind, id }, name })
        return option
      })
  const found = letters === '' || asked === '' ? [] : (people ?? [])
  const data: { group: string; items: string[] }[] = [
    {
      group: text.people,
      items: offer(
        'users',
        found.map((one) => ({ id: one.userid, name: one.fullname, more: one.email })),
      ),
    },
    {
      group: text.groups,
      items: offer(
        'teamgroups',
        groups.filter(({ name }) => isLike(name)),
      ),
    },
    {
      group: text.teams,
      items:
        letters === ''
          ? []
          : offer(
              'teams',
              teams.filter(({ name }) => isLike(name)),
            ),
    },
  ].filter(({ items }) => items.length > 0)
  const isAnswered = asked === typed.trim() && asked !== '' && people !== undefined && !isPlaceholderData
  const take = (option: string | undefined) => {
    const chosen = option === undefined ? undefined : offered.get(option)
    if (chosen) pick(chosen.named, chosen.name)
    setTimeout(setTyped, 0, '')
  }
  const press = useEnterTakesFirst(isAnswered, () => take([...offered.keys()][0]))

  return (
    <>
      <Autocomplete
        label={text.addPerson}
        placeholder={text.personPlaceholder}
        size="sm"
        data-autofocus
        value={typed}
        onChange={setTyped}
        filter={({ options }) => options}
        data={data}
        selectFirstOptionOnChange
        withScrollArea={false}
        maxDropdownHeight={320}
        comboboxProps={{ withinPortal: false }}
        onOptionSubmit={take}
        onKeyDown={press}
      />
      <Text role="status" size="xs" c="var(--quiet)">
        {isAnswered && offered.size === 0 ? text.nobody : ''}
      </Text>
    </>
  )
}

const MOST_OFFERED = 8
