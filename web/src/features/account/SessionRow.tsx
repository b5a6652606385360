import type { ListedSession } from '@aliquot/contract/session'
import { Badge } from '@mantine/core'
import { Monitor, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import rows from '../../ui/layout/Rows.module.css'
import { When } from '../../ui/time/When.tsx'
import { accountMessages } from './account.messages.ts'
import { browserNameOf, isPhone } from './browser-name.ts'

/** The facts of a session; `action` gets the name of its browser. */
export function SessionRow({ session, action }: { session: ListedSession; action?: (name: string) => ReactNode }) {
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
          <span>
            {text.expires} <When at={session.expires_at} />
          </span>
        </div>
      </div>
      {session.is_current === 0 && action?.(name)}
    </li>
  )
}
