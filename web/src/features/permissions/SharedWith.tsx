import type { Entity } from '@aliquot/contract/entities'
import { ActionIcon, Button, Group, NativeSelect, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Building2, type LucideIcon, Plus, UserRound, Users, X } from 'lucide-react'
import { useState } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { allNamed, type Named, readLists } from '../entry-data/permission-lists.ts'
import { useSession } from '../session/session.queries.ts'
import { AudienceInput } from './AudienceInput.tsx'
import { colleagues } from './colleagues.queries.ts'
import { permissionMessages } from './permissions.messages.ts'
import { asLevel, SHARED, type Subject } from './permissions.ts'
import classes from './SharePopover.module.css'
import { useNames } from './use-named.ts'
import { type Access, useSharing } from './use-sharing.ts'

interface Props {
  entry: Entity
  subject: Subject
  isReadOnly: boolean
}

type Given = Exclude<Access, 'none'>

const ICONS: Readonly<Record<Named['kind'], LucideIcon>> = { users: UserRound, teamgroups: Users, teams: Building2 }

/** People, groups and teams with a grant, and a way to add another. */
export function SharedWith({ entry, subject, isReadOnly }: Props) {
  const text = useMessages(permissionMessages)
  const { setAccess } = useSharing(entry, subject)
  // Whom the team already shows it gains something only by the right to edit.
  const level = asLevel(entry[`${SHARED[subject].read}_base`])
  const [chosen, setChosen] = useState<Given>()
  const given = chosen ?? (level >= 30 ? 'change' : 'see')
  const other = given === 'change' ? 'see' : 'change'
  const read = readLists(entry[SHARED[subject].read])
  const write = readLists(entry[SHARED[subject].write])
  const named = allNamed(read, write)
  const nameOf = useNames(named)
  const owner: Named[] = subject === 'entry' ? [{ kind: 'users', id: entry.userid }] : []
  const words: Readonly<Record<Given, string>> = { see: text.canSee, change: text.canChange }
  const choices = Object.entries(words).map(([value, label]) => ({ value, label }))
  return (
    <Stack gap="xs">
      {!isReadOnly && (
        <>
          <div className={classes.add}>
            <div>
              <AudienceInput
                without={[...named, ...owner]}
                other={text.otherAccess(words[other])}
                pick={(one, name, isOther) => setAccess(one, name, isOther ? other : given)}
              />
            </div>
            <NativeSelect
              size="sm"
              aria-label={text.newAccess}
              value={given}
              data={choices}
              onChange={(event) => setChosen(event.currentTarget.value === 'change' ? 'change' : 'see')}
            />
          </div>
          <Colleagues without={[...named, ...owner]} pick={(one, name) => setAccess(one, name, given)} />
        </>
      )}
      {named.map((one) => {
        const name = nameOf(one)
        const Icon = ICONS[one.kind]
        return (
          <Group key={`${one.kind}-${one.id}`} gap="xs" wrap="nowrap">
            <Icon size={16} aria-hidden="true" />
            <Text size="sm" flex={1} truncate>
              {name}
            </Text>
            <NativeSelect
              size="xs"
              aria-label={text.accessOf(name)}
              disabled={isReadOnly}
              value={write[one.kind].includes(one.id) ? 'change' : 'see'}
              data={choices}
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
    <Group gap="xs">
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
          <Text span size="sm" truncate>
            {person.fullname}
          </Text>
        </Button>
      ))}
    </Group>
  )
}
