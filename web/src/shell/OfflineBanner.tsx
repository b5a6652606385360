import { session } from '@aliquot/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { useReachability } from '../api/reachability.ts'
import { useSeenAt } from '../api/seen.ts'
import { localeOf } from '../i18n/locale.ts'
import { useLanguage, useMessages } from '../i18n/messages.tsx'
import classes from './OfflineBanner.module.css'
import { shellMessages } from './shell.messages.ts'

const ASK_AGAIN = 4_000

/** Says that nothing is lost while the service cannot be reached, and refreshes the page afterwards. */
export function OfflineBanner() {
  const text = useMessages(shellMessages)
  const client = useQueryClient()
  const state = useReachability()
  const seenAt = useSeenAt(client.getQueryCache())
  const { language } = useLanguage()
  useEffect(() => {
    if (state === 'reached') return
    // Any answer will do: the client reports that there was one.
    const ask = () => void call(session.read).catch(() => {})
    const timer = setInterval(ask, ASK_AGAIN)
    // Without the worker it cannot be loaded now; lists then show the last answer.
    const offline = import('./while-offline.ts').then(({ whileOffline }) => whileOffline(client)).catch(() => undefined)
    return () => {
      clearInterval(timer)
      void offline.then((end) => end?.())
      void client.invalidateQueries()
    }
  }, [state, client])
  return (
    <div role="status" className="no-print">
      {state !== 'reached' && (
        <p className={classes.banner}>
          <CloudOff size={16} aria-hidden />
          <span>
            {seenAt !== undefined && <strong>{text.asOf(writeMoment(seenAt, localeOf(language)))} </strong>}
            {state === 'offline' ? text.offline : text.silent}
          </span>
        </p>
      )}
    </div>
  )
}

/** The time alone for today. */
function writeMoment(at: number, locale: string): string {
  const isToday = new Date(at).toDateString() === new Date().toDateString()
  const time = { hour: '2-digit', minute: '2-digit' } as const
  return new Intl.DateTimeFormat(locale, isToday ? time : { ...time, day: 'numeric', month: 'short' }).format(at)
}
