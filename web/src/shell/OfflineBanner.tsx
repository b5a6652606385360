import { session } from '@aliquot/contract/session'
import { useQueryClient } from '@tanstack/react-query'
import { CloudOff } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '../api/call.ts'
import { useReachability } from '../api/reachability.ts'
import { useMessages } from '../i18n/messages.tsx'
import classes from './OfflineBanner.module.css'
import { shellMessages } from './shell.messages.ts'

const ASK_AGAIN = 4_000

/** Says that nothing is lost while the service cannot be reached, and refreshes the page afterwards. */
export function OfflineBanner() {
  const text = useMessages(shellMessages)
  const client = useQueryClient()
  const state = useReachability()
  useEffect(() => {
    if (state === 'reached') return
    // Any answer will do: the client reports that there was one.
    const ask = () => void call(session.read).catch(() => {})
    const timer = setInterval(ask, ASK_AGAIN)
    return () => {
      clearInterval(timer)
      void client.invalidateQueries()
    }
  }, [state, client])
  return (
    <div role="status" className="no-print">
      {state !== 'reached' && (
        <p className={classes.banner}>
          <CloudOff size={16} aria-hidden />
          {state === 'offline' ? text.offline : text.silent}
        </p>
      )}
    </div>
  )
}
