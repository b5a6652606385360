import { NAME_LIMIT } from '@aliquot/contract/limits'
import type { ListedTeamgroup } from '@aliquot/contract/teamgroups'
import { ActionIcon, Group, Pill, Stack, Text, Title } from '@mantine/core'
import { Trash2 } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { EditableText } from '../../ui/fields/EditableText.tsx'
import { Card } from '../../ui/layout/Section.tsx'
import { finishRemoval, startRemoval, takeBackRemoval } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { PersonInput } from '../permissions/PersonInput.tsx'
import { useSession } from '../session/session.queries.ts'
import classes from './GroupCard.module.css'
import { deleteGroup, type GroupMember, useGroupChanges } from './groups.queries.ts'
import { teamMessages } from './team.messages.ts'

/** The name of its pending removal. */
export function groupRemoval(id: number): string {
  return `group:${id}`
}

/** A group with its name and members. */
export function GroupCard({ group }: { group: ListedTeamgroup }) {
  const text = useMessages(teamMessages)
  const { team, is_admin } = useSession()
  const isAdmin = is_admin === 1
  const { rename, setMember } = useGroupChanges(team)
  const remove = useRemoveGroup()
  const { show, fail } = useToasts()
  const { id, name, users } = group
  const set = (person: GroupMember, is: boolean) => {
    const undo = async () => void (await setMember.mutateAsync({ id, person, is: !is }))
    const message = is ? text.joinedGroup(person.fullname, name) : text.leftGroup(person.fullname, name)
    // Only one's own change can be undone.
    setMember.mutateAsync({ id, person, is }).then((isChanged) => show({ message, ...(isChanged && { undo }) }), fail)
  }
  const changeName = async (to: string) => {
    const { data } = await rename.mutateAsync({ id, name: to })
    const undo = async () => void (await rename.mutateAsync({ id, name, left: { name: data.name } }))
    show({ message: text.renamed(name, to), undo })
  }
  return (
    <Card>
      <Stack gap="xs">
        <Group justify="space-between" wrap="nowrap" gap="xs">
          <Title order={3} size="h5" className={classes.name}>
            {isAdmin ? (
              <EditableText value={name} label={text.rename(name)} limit={NAME_LIMIT} save={changeName} />
            ) : (
              name
            )}
          </Title>
          {isAdmin && (
            <ActionIcon
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={text.deleteGroup(name)}
              onClick={() => remove(group)}
            >
              <Trash2 size={18} aria-hidden />
            </ActionIcon>
          )}
        </Group>
        {users.length === 0 ? (
          <Text size="sm" c="var(--quiet)">
            {text.emptyGroup}
          </Text>
        ) : (
          <ul className={classes.members} aria-label={text.membersOf(name)}>
            {users.map((person) => (
              <li key={person.userid}>
                <Pill
                  className={classes.member}
                  size="lg"
                  withRemoveButton={isAdmin}
                  onRemove={() => set(person, false)}
                  removeButtonProps={{
                    'aria-label': text.takeOut(person.fullname, name),
                    'aria-hidden': false,
                    tabIndex: 0,
                  }}
                >
                  {person.fullname}
                </Pill>
              </li>
            ))}
          </ul>
        )}
        {isAdmin && (
          <div>
            <PersonInput
              label={text.addTo(name)}
              placeholder={text.nameOrEmail}
              nobody={text.nobodyFound}
              without={users.map(({ userid }) => userid)}
              pick={({ userid, fullname }) => set({ userid, fullname }, true)}
            />
          </div>
        )}
      </Stack>
    </Card>
  )
}

/** Hidden at once; removed from the service and all permissions when the offer to undo ends. */
function useRemoveGroup() {
  const text = useMessages(teamMessages)
  const { team } = useSession()
  const { show, fail } = useToasts()
  const { changed } = useGroupChanges(team)
  return ({ id, name }: ListedTeamgroup) => {
    const removal = groupRemoval(id)
    startRemoval(removal, {
      send: async (options) => {
        await deleteGroup(team, id, options)
        await changed()
      },
    })
    show({
      message: text.groupDeleted(name),
      undo: () => takeBackRemoval(removal),
      onEnd: () => void finishRemoval(removal).catch(fail),
    })
  }
}
