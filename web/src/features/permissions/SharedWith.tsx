import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { Building2, type LucideIcon, UserRound, Users, X } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { AudienceInput } from './AudienceInput.tsx'
import { allNamed, type Named, readLists } from './permission-lists.ts'
import { permissionTexts } from './permissions.text.ts'
import { SHARED, type Subject } from './permissions.ts'
import { useNames } from './use-named.ts'
import { useSharing } from './use-sharing.ts'

interface Props {
  entry: Entity
  subject: Subject
  isReadOnly: boolean
}

const ICONS: Readonly<Record<Named['kind'], LucideIcon>> = { users: UserRound, teamgroups: Users, teams: Building2 }

/** People, groups and teams that were named one by one, and the way to name another. */
export function SharedWith({ entry, subject, isReadOnly }: Props) {
  const text = useTexts(permissionTexts)
  const { setAccess } = useSharing(entry, subject)
  const read = readLists(entry[SHARED[subject].read])
  const write = readLists(entry[SHARED[subject].write])
  const named = allNamed(read, write)
  const nameOf = useNames(named)
  const owner: Named[] = subject === 'entry' ? [{ kind: 'users', id: entry.userid }] : []
  return (
    <Stack gap={6}>
      {!isReadOnly && (
        <AudienceInput without={[...named, ...owner]} pick={(one, name) => setAccess(one, name, 'see')} />
      )}
      {named.map((one) => {
        const name = nameOf(one)
        const Icon = ICONS[one.kind]
        return (
          <Group key={`${one.kind}-${one.id}`} gap={6} wrap="nowrap">
            <Icon size={16} aria-hidden="true" />
            <Text size="sm" flex={1} truncate>
              {name}
            </Text>
            <NativeSelect
              size="xs"
              aria-label={text.accessOf(name)}
              disabled={isReadOnly}
              value={write[one.kind].includes(one.id) ? 'change' : 'see'}
              data={[
                { value: 'see', label: text.canSee },
                { value: 'change', label: text.canChange },
              ]}
              onChange={(event) => setAccess(one, name, event.currentTarget.value === 'change' ? 'change' : 'see')}
            />
            {!isReadOnly && (
              <ActionIcon
                variant="subtle"
                color="gray"
                size={28}
                aria-label={text.stopSharing(name)}
                onClick={() => setAccess(one, name, 'none')}
              >
                <X size={14} aria-hidden="true" />
              </ActionIcon>
            )}
          </Group>
        )
      })}
    </Stack>
  )
}
