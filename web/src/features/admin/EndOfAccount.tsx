import type { ListedUser } from '@aliquot/contract/users'
import { Button, Stack, Text, Title } from '@mantine/core'
import { Archive, Trash2 } from 'lucide-react'
import { ApiError } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { AskFirst } from '../../ui/layout/AskFirst.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { useSession } from '../session/session.queries.ts'
import { useDeletePerson } from '../team/people.queries.ts'
import { useMembership } from '../team/use-membership.ts'
import { adminMessages } from './admin.messages.ts'

/** The two ways to close an account: archive it with all its work, or delete it if there is none. */
export function EndOfAccount({ person, close }: { person: ListedUser; close(): void }) {
  const text = useMessages(adminMessages)
  const { userid } = useSession()
  const { archive } = useMembership(person)
  const isActive = person.teams?.some((place) => place.is_archived === 0) ?? false
  const hindrance =
    person.userid === userid ? text.notYourself : person.is_sysadmin === 1 ? text.notSysadmins : undefined
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {text.endOfAccount}
      </Title>
      <Text size="sm" c="var(--quiet)">
        {hindrance ?? text.endHint}
      </Text>
      {hindrance === undefined && (
        <>
          {isActive && (
            <div>
              <Button
                variant="default"
                leftSection={<Archive size={16} aria-hidden />}
                disabled={person.validated === 0}
                onClick={() => void archive()}
              >
                {text.archiveEverywhere}
              </Button>
              {person.validated === 0 && (
                <Text size="sm" c="var(--quiet)" mt="2xs">
                  {text.approveFirst}
                </Text>
              )}
            </div>
          )}
          <DeleteAccount person={person} close={close} />
        </>
      )}
    </Stack>
  )
}

/** The service refuses if the person has written anything. */
function DeleteAccount({ person, close }: { person: ListedUser; close(): void }) {
  const text = useMessages(adminMessages)
  const { show } = useToasts()
  const { mutateAsync } = useDeletePerson()
  const run = async () => {
    await mutateAsync(person.userid)
    close()
    show({ message: text.accountDeleted(person.fullname) })
  }
  return (
    <AskFirst
      label={text.deleteAccount}
      icon={Trash2}
      question={text.deleteForGood(person.fullname)}
      run={run}
      hint={(error) => error instanceof ApiError && error.status < 500 && <Text size="sm">{text.archiveInstead}</Text>}
    />
  )
}
