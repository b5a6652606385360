import type { ListedUser } from '@aliquot/contract/users'
import { Skeleton, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { LogOut } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { AskFirst } from '../../ui/layout/AskFirst.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { SessionRow } from '../account/SessionRow.tsx'
import { useSession } from '../session/session.queries.ts'
import { personAccessMessages } from './person-access.messages.ts'
import { sessionsOf, useEndSessionsOf } from './person-access.queries.ts'

/** The sessions of a person, which can be ended. */
export function PersonSessions({ person: { userid, fullname } }: { person: ListedUser }) {
  const text = useMessages(personAccessMessages)
  const { show } = useToasts()
  const isMe = useSession().userid === userid
  const { data: sessions, error, refetch } = useQuery(sessionsOf(userid))
  const end = useEndSessionsOf()
  const run = async () => {
    await end.mutateAsync(userid)
    show({ message: text.sessionsEnded(fullname) })
  }
  return (
    <Stack gap="sm">
      <Title order={3} size="h5">
        {text.sessions}
      </Title>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!sessions && !error && <Skeleton height={64} />}
      {sessions?.length === 0 && <Text c="var(--quiet)">{text.noSessions}</Text>}
      {sessions && sessions.length > 0 && (
        <ul className={rows.rows} aria-label={text.sessionsOf(fullname)}>
          {sessions.map((session) => (
            <SessionRow key={session.id} session={session} />
          ))}
        </ul>
      )}
      {sessions?.some(({ is_current }) => is_current === 0) && (
        <AskFirst
          label={isMe ? text.endOtherSessions : text.endSessions}
          icon={LogOut}
          question={isMe ? text.endOthersQuestion : text.endQuestion(fullname)}
          run={run}
        />
      )}
    </Stack>
  )
}
