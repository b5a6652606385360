import { Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { accountMessages } from './account.messages.ts'
import { ownSessions, useEndSession } from './account.queries.ts'
import { SessionRow } from './SessionRow.tsx'

export function SessionsSection() {
  const text = useMessages(accountMessages)
  const { show, fail } = useToasts()
  const { data: sessions, error, refetch } = useQuery(ownSessions())
  const end = useEndSession()
  const endAndTell = (which: number | 'others') =>
    end.mutate(which, {
      onSuccess: () => show({ message: which === 'others' ? text.othersEnded : text.sessionEnded }),
      onError: fail,
    })
  return (
    <Section title={text.sections.sessions} intro={text.sessionsIntro}>
      {error && <ProblemLine error={error} retry={refetch} />}
      {!sessions && !error && <Skeleton height={64} />}
      {sessions && (
        <ul className={rows.rows} aria-label={text.sections.sessions}>
          {sessions.map((session) => (
            <SessionRow
              key={session.id}
              session={session}
              action={(name) => (
                <Button
                  variant="subtle"
                  color="gray"
                  aria-label={`${text.endSession}: ${name}`}
                  onClick={() => endAndTell(session.id)}
                >
                  {text.endSession}
                </Button>
              )}
            />
          ))}
        </ul>
      )}
      {sessions && sessions.length > 1 && (
        <Group>
          <Button variant="default" onClick={() => endAndTell('others')}>
            {text.endOthers}
          </Button>
        </Group>
      )}
    </Section>
  )
}
