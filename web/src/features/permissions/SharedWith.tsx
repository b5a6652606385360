import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Building2, type LucideIcon, Plus, UserRound, Users, X } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { allNamed, type Named, readLists } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { AudienceInput } from './AudienceInput.tsx'
import { colleagues } from './colleagues.queries.ts'
import { permissionMessages } from './permissions.messages.ts'
import { SHARED, type Subject } from './permissions.ts'
import { useNames } from './use-named.ts'
import { useSharing } from './use-sharing.ts'

interface Props {
  entry: Entity
  subject: Subject
  isReadOnly: boolean
}

const ICONS: Readonly<Record<Named['kind'], LucideIcon>> = { users: UserRound, teamgroups: Users, teams: Building2 }

/** People, groups and teams with a grant, and a way to add another. */
export function SharedWith({ entry, subject, isReadOnly }: Props) {
  const text = useMessages(permissionMessages)
  const { setAccess } = useSharing(entry, subject)
  const read = readLists(entry[SHARED[subject].read])
  const write = readLists(entry[SHARED[subject].write])
  const named = allNamed(read, write)
  const nameOf = useNames(named)
  const owner: Named[] = subject === 'entry' ? [{ kind: 'users', id: entry.userid }] : []
  return (
    <Stack gap={6}>
      {!isReadOnly && (
        <>
          <AudienceInput without={[...named, ...owner]} pick={(one, name) => setAccess(one, name, 'see')} />
          <Colleagues without={[...named, ...owner]} pick={(one, name) => setAccess(one, name, 'see')} />
        </>
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

const MOST_AT_HAND = 3

/** Suggests some colleagues. */
function Colleagues({ without, pick }: { without: readonly Named[]; pick(named: Named, name: string): void }) {
  const text = useMessages(permissionMessages)
  const { team, userid } = useSession()
  const { data = [] } = useQuery(colleagues(team))
  const taken = new Set([userid, ...without.flatMap(({ kind, id }) => (kind === 'users' ? [id] : []))])
  const atHand = data.filter((person) => !taken.has(person.userid)).slice(0, MOST_AT_HAND)
  if (atHand.length === 0) return null
  return (
    <Group gap={6}>
      {atHand.map((person) => (
        <Button
          key={person.userid}
          variant="default"
          size="compact-sm"
          h={28}
          fw={400}
          maw="100%"
          leftSection={<Plus size={14} aria-hidden="true" />}
          aria-label={text.shareWith(person.fullname)}
          onClick={() => pick({ kind: 'users', id: person.userid }, person.fullname)}
        >
          {person.fullname}
        </Button>
      ))}
    </Group>
  )
}
