import type { ListedSession } from '@aliquot/contract/session'
import { Badge, Button, Group, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Monitor, Smartphone } from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import { ProblemLine } from '../../ui/layout/ProblemLine.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { Section } from '../../ui/layout/Section.tsx'
import { When } from '../../ui/time/When.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { accountMessages } from './account.messages.ts'
import { ownSessions, useEndSession } from './account.queries.ts'
import { browserNameOf, isPhone } from './browser-name.ts'

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
            <SessionRow key={session.id} session={session} onEnd={() => endAndTell(session.id)} />
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

function SessionRow({ session, onEnd }: { session: ListedSession; onEnd(): void }) {
  const text = useMessages(accountMessages)
  const name = browserNameOf(session.user_agent) ?? text.unknownBrowser
  const Icon = isPhone(session.user_agent) ? Smartphone : Monitor
  return (
    <li className={rows.row}>
      <Icon className={rows.icon} size={20} aria-hidden />
      <div className={rows.main}>
        <div className={rows.title} title={session.user_agent}>
          {name}
          {session.is_current === 1 && (
            <Badge variant="light" tt="none">
              {text.thisSession}
            </Badge>
          )}
        </div>
        <div className={rows.facts}>
          <span>{session.client_address}</span>
          <span>
            {text.signedIn} <When at={session.created_at} />
          </span>
          <span>
            {text.lastSeen} <When at={session.last_seen_at} />
          </span>
        </div>
      </div>
      {session.is_current === 0 && (
        <Button variant="subtle" color="gray" aria-label={`${text.endSession}: ${name}`} onClick={onEnd}>
          {text.endSession}
        </Button>
      )}
    </li>
  )
}
