import type { ListedUser } from '@aliquot/contract/users'
import { Modal, Stack, Switch, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useSession } from '../session/session.queries.ts'
import { onePerson } from '../team/people.queries.ts'
import { useMembership } from '../team/use-membership.ts'
import { adminMessages } from './admin.messages.ts'
import { EndOfAccount } from './EndOfAccount.tsx'
import { IdentityForm } from './IdentityForm.tsx'
import { PersonApikeys } from './PersonApikeys.tsx'
import { PersonSessions } from './PersonSessions.tsx'
import { PersonTeams } from './PersonTeams.tsx'

/** All settings of an account. */
export function PersonDialog({ person: listed, close }: { person: ListedUser; close(): void }) {
  const text = useMessages(adminMessages)
  const common = useMessages(commonMessages)
  const { data } = useQuery(onePerson(listed))
  const person = data.rows[0] ?? listed
  return (
    <Modal
      opened
      onClose={close}
      title={text.accountOf(person.fullname)}
      size="lg"
      closeButtonProps={{ 'aria-label': common.close }}
    >
      <Stack gap="lg">
        <IdentityForm key={person.userid} person={person} />
        <Rights person={person} />
        <div>
          <Title order={3} size="h5" mb="xs">
            {text.sections.teams}
          </Title>
          <PersonTeams person={person} />
        </div>
        <PersonSessions person={person} />
        <PersonApikeys person={person} />
        <EndOfAccount person={person} close={close} />
      </Stack>
    </Modal>
  )
}

/** Whether a person may sign in, and their rights in the whole instance. */
function Rights({ person }: { person: ListedUser }) {
  const text = useMessages(adminMessages)
  const { userid } = useSession()
  const { apply } = useMembership(person)
  const isMe = person.userid === userid
  const set = (name: 'is_sysadmin' | 'validated', is: boolean, message: string) => {
    const change = (value: 0 | 1) => ({ body: { [name]: value }, preview: { [name]: value } })
    const undo = () => apply(change(is ? 0 : 1), text.undone)
    void apply(change(is ? 1 : 0), message, undo)
  }
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {text.rights}
      </Title>
      {isMe && (
        <Text size="sm" c="var(--quiet)">
          {text.ownRights}
        </Text>
      )}
      <Switch
        label={text.approved}
        description={text.approvedHint}
        checked={person.validated === 1}
        disabled={isMe}
        onChange={({ currentTarget: { checked } }) =>
          set('validated', checked, checked ? text.isApproved(person.fullname) : text.isNotApproved(person.fullname))
        }
      />
      <Switch
        label={text.sysadmin}
        description={text.sysadminHint}
        checked={person.is_sysadmin === 1}
        disabled={isMe}
        onChange={({ currentTarget: { checked } }) =>
          set('is_sysadmin', checked, checked ? text.isSysadmin(person.fullname) : text.isNoSysadmin(person.fullname))
        }
      />
    </Stack>
  )
}
