import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { PersonInput } from './PersonInput.tsx'
import { namesOf } from './people.queries.ts'
import { readLists } from './permission-lists.ts'
import { permissionTexts } from './permissions.text.ts'
import { useSharing } from './use-sharing.ts'

interface Props {
  entry: Entity
  isReadOnly: boolean
}

/** People who were named one by one, and the way to name another. */
export function SharedPeople({ entry, isReadOnly }: Props) {
  const text = useTexts(permissionTexts)
  const { setPerson } = useSharing(entry)
  const read = readLists(entry.canread)
  const write = readLists(entry.canwrite)
  const people = [...new Set([...read.users, ...write.users])]
  const { data: names } = useQuery({
    ...namesOf(people),
    placeholderData: keepPreviousData,
    enabled: people.length > 0,
  })
  const others = [
    read.teams.length > 0 && text.teams(read.teams.length),
    read.teamgroups.length > 0 && text.groups(read.teamgroups.length),
  ].filter((one) => one !== false)
  return (
    <Stack gap={6}>
      {people.length + others.length > 0 && (
        <Text size="sm" fw={500}>
          {text.people}
        </Text>
      )}
      {others.map((other) => (
        <Text key={other} size="sm">
          {other}
        </Text>
      ))}
      {people.map((userid) => {
        const name = names?.get(userid) ?? text.person(userid)
        return (
          <Group key={userid} gap={4} wrap="nowrap">
            <Text size="sm" flex={1} truncate>
              {name}
            </Text>
            <NativeSelect
              size="xs"
              aria-label={text.accessOf(name)}
              disabled={isReadOnly}
              value={write.users.includes(userid) ? 'change' : 'see'}
              data={[
                { value: 'see', label: text.canSee },
                { value: 'change', label: text.canChange },
              ]}
              onChange={(event) => setPerson(userid, name, event.currentTarget.value === 'change' ? 'change' : 'see')}
            />
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={text.stopSharing(name)}
                onClick={() => setPerson(userid, name, 'none')}
              >
                <X size={14} aria-hidden="true" />
              </ActionIcon>
            )}
          </Group>
        )
      })}
      {!isReadOnly && (
        <PersonInput
          label={text.addPerson}
          placeholder={text.personPlaceholder}
          nobody={text.nobody}
          without={[...people, entry.userid]}
          pick={({ userid, fullname }) => setPerson(userid, fullname, 'see')}
        />
      )}
    </Stack>
  )
}
