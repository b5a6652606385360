import { useEffect, useState } from 'react'
import { useLanguage } from '../../i18n/messages.tsx'
import { exactTime, parseServiceTime, relativeTime } from './time.ts'

interface Props {
  /** As the service writes it, or milliseconds since 1970. */
  at: string | number
  /** For a narrow column: `5 min ago`. */
  isShort?: boolean
}

/** A relative time, exact on hover: `<When at={entry.modified_at} />`. */
export function When({ at, isShort = false }: Props) {
  const { language } = useLanguage()
  const now = useMinute()
  const date = typeof at === 'number' ? new Date(at) : parseServiceTime(at)
  if (Number.isNaN(date.getTime())) return null
  return (
    <time dateTime={date.toISOString()} title={exactTime(date, language)}>
      {relativeTime(date, language, now, isShort ? 'short' : 'relative')}
    </time>
  )
}

/** The current time, to the minute. */
function useMinute(): number {
  const [now, setNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000)
    return () => clearInterval(timer)
  }, [])
  return now
}
