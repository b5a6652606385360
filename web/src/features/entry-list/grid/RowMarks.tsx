import { Lock, MessageSquare, Pin, Star } from 'lucide-react'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { parseServiceTime, relativeTime } from '../../../ui/time/time.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import classes from './RowMarks.module.css'

/** Icons before a title: pinned, locked. */
export function StateMarks({ row }: { row: EntryRow }) {
  const text = useMessages(entryListMessages)
  return (
    <>
      {row.is_pinned === 1 && <Pin size={14} role="img" aria-label={text.pinned} className={classes.pin} />}
      {row.locked === 1 && <Lock size={14} role="img" aria-label={text.locked} className={classes.mark} />}
    </>
  )
}

/** The custom id, before the title. */
export function CustomId({ id }: { id: number | null }) {
  return id === null ? null : <span className={classes.number}>{id}</span>
}

export function Rating({ rating }: { rating: number }) {
  const text = useMessages(entryListMessages)
  if (rating === 0) return null
  return (
    <span className={classes.rating} role="img" aria-label={text.rated(rating)} title={text.rated(rating)}>
      <Star size={14} fill="currentColor" aria-hidden="true" />
      {rating}
    </span>
  )
}

/** Shows that there are comments, with the time on hover. */
export function CommentMark({ at }: { at: string | null }) {
  const text = useMessages(entryListMessages)
  const { language } = useLanguage()
  if (at === null) return null
  const label = text.commented(relativeTime(parseServiceTime(at), language))
  return (
    <span className={classes.comment} role="img" aria-label={label} title={label}>
      <MessageSquare size={14} aria-hidden="true" />
    </span>
  )
}
