import { Text } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { SuggestField } from '../../ui/fields/SuggestField.tsx'
import type { Named } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { teamGroups, visibleTeams } from './groups.queries.ts'
import { peopleLike } from './people.queries.ts'
import { permissionMessages } from './permissions.messages.ts'

interface Props {
  /** Those already added. */
  without: readonly Named[]
  /** What Shift and Enter does, if not the same. */
  other?: string
  pick(named: Named, name: string, isOther: boolean): void
}

interface Row {
  id: number
  name: string
  more?: string
}

/** Finds a person, a group or a team by a few letters; Enter takes the marked one. */
export function AudienceInput({ without, other, pick }: Props) {
  const text = useMessages(permissionMessages)
  const { team } = useSession()
  const [typed, setTyped] = useState('')
  const letters = typed.trim()
  const [asked] = useDebouncedValue(letters, 150)
  const { data: people, isPlaceholderData } = useQuery({ ...peopleLike(asked), enabled: asked !== '' })
  const { data: groups } = useQuery(teamGroups(team))
  const { data: teams } = useQuery(visibleTeams())
  const isLike = ({ name }: Row) => name.toLocaleLowerCase().includes(letters.toLocaleLowerCase())
  const isFree = ({ kind, id }: Named) => !without.some((one) => one.kind === kind && one.id === id)
  const offer = (kind: Named['kind'], rows: readonly Row[]) =>
    rows
      .map(({ id, name, more }) => ({ key: `${kind}-${id}`, label: name, detail: more, named: { kind, id } }))
      .filter(({ named }) => isFree(named))
      .slice(0, MOST_OFFERED)

  const found = letters === '' || asked === '' ? [] : (people ?? [])
  const offered = [
    {
      name: text.people,
      suggestions: offer(
        'users',
        found.map((one) => ({ id: one.userid, name: one.fullname, more: one.email })),
      ),
    },
    { name: text.groups, suggestions: offer('teamgroups', (groups ?? []).filter(isLike)) },
    { name: text.teams, suggestions: letters === '' ? [] : offer('teams', (teams ?? []).filter(isLike)) },
  ]
  const isAnswered = asked === letters && asked !== '' && people !== undefined && !isPlaceholderData
  const isNobody = isAnswered && offered.every(({ suggestions }) => suggestions.length === 0)

  return (
    <>
      <SuggestField
        label={text.addPerson}
        placeholder={text.personPlaceholder}
        size="sm"
        data-autofocus
        isClosedAtFirst
        typed={typed}
        type={setTyped}
        groups={offered}
        isAnswered={isAnswered}
        footer={
          other && (
            <Text size="xs" c="var(--quiet)">
              {other}
            </Text>
          )
        }
        take={({ named, label }, isOther) => {
          pick(named, label, isOther)
          setTyped('')
        }}
      />
      <Text role="status" size="xs" c="var(--quiet)">
        {isNobody ? text.nobody : ''}
      </Text>
    </>
  )
}

const MOST_OFFERED = 8
