import type { ListedUser, UserTeam } from '@aliquot/contract/users'
import { Badge, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { peopleMessages } from '../team/people.messages.ts'
import { useMembership } from '../team/use-membership.ts'
import { adminMessages } from './admin.messages.ts'
import classes from './admin.module.css'
import { allTeams } from './admin.queries.ts'

/** The memberships of a person, and a way to add one. */
export function PersonTeams({ person }: { person: ListedUser }) {
  const text = useMessages(adminMessages)
  const own = person.teams ?? []
  return (
    <Stack gap="sm">
      <ul className={rows.rows} aria-label={text.teamsOf(person.fullname)}>
        {own.map((place) => (
          <PlaceRow key={place.id} person={person} place={place} isLast={own.length === 1} />
        ))}
      </ul>
      {own.length === 1 && (
        <Text size="sm" c="var(--quiet)">
          {text.lastTeam}
        </Text>
      )}
      <AddToTeam person={person} without={own} />
    </Stack>
  )
}

function PlaceRow({ person, place, isLast }: { person: ListedUser; place: UserTeam; isLast: boolean }) {
  const text = useMessages(adminMessages)
  const team = useMessages(peopleMessages)
  const { setAdmin, setArchived, leave } = useMembership(person)
  const isAdmin = place.is_admin === 1
  const isArchived = place.is_archived === 1
  const button = { size: 'compact-sm', h: 32, variant: 'default' } as const
  return (
    <li className={`${rows.row} ${classes.place}`}>
      <div className={rows.main}>
        <div className={rows.title}>
          {place.name}
          {isAdmin && (
            <Badge variant="light" tt="none">
              {team.admin}
            </Badge>
          )}
          {isArchived && (
            <Badge variant="light" color="gray" tt="none">
              {text.archived}
            </Badge>
          )}
        </div>
      </div>
      <Group gap="xs">
        {!isArchived && (
          <Button {...button} onClick={() => void setAdmin(place, isAdmin ? 0 : 1)}>
            {isAdmin ? team.removeAdmin : team.makeAdmin}
          </Button>
        )}
        <Button {...button} onClick={() => void setArchived(place, isArchived ? 0 : 1)}>
          {isArchived ? team.bringBack : team.archive}
        </Button>
        {!isLast && (
          <Button {...button} onClick={() => void leave(place)}>
            {team.leave}
          </Button>
        )}
      </Group>
    </li>
  )
}

function AddToTeam({ person, without }: { person: ListedUser; without: readonly UserTeam[] }) {
  const text = useMessages(adminMessages)
  const { data: teams = [] } = useQuery(allTeams())
  const { join } = useMembership(person)
  const others = teams.filter(({ id }) => !without.some((one) => one.id === id))
  const [chosen, setChosen] = useState('')
  const team = others.find(({ id }) => String(id) === chosen) ?? others[0]
  if (!team) return null
  return (
    <Group align="flex-end" gap="sm">
      <NativeSelect
        flex={1}
        label={text.addToTeam}
        data={others.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={String(team.id)}
        onChange={(event) => setChosen(event.currentTarget.value)}
      />
      <Button variant="default" onClick={() => void join(team)}>
        {text.add}
      </Button>
    </Group>
  )
}
