import { Link } from '@tanstack/react-router'
import { Lock } from 'lucide-react'
import type { CSSProperties, KeyboardEvent } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { entryLink } from '../../entry-data/entry-types.ts'
import { useSession } from '../../session/session.queries.ts'
import type { Drag } from '../drag/use-drag.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import classes from './Calendar.module.css'
import { dayAway } from './calendar-days.ts'

interface Props {
  row: EntryRow
  /** Why it cannot be moved. */
  reason: string | undefined
  drag?: Drag
  isTabStop: boolean
  move(row: EntryRow, day: string): void
}

const STEPS: Readonly<Partial<Record<string, number>>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }

/** An entry on its day, in the colour of its status. With Shift, arrows move it. */
export function DayEntry({ row, reason, drag, isTabStop, move }: Props) {
  const common = useMessages(commonMessages)
  const text = useMessages(entryListMessages)
  const { userid } = useSession()
  const title = row.title || common.untitled
  const press = (event: KeyboardEvent) => {
    const by = STEPS[event.key]
    if (!event.shiftKey || by === undefined || row.date === null) return
    event.preventDefault()
    event.stopPropagation()
    move(row, dayAway(row.date, by))
  }
  const color = row.status_color ?? row.category_color
  return (
    <Link
      {...entryLink(row)}
      className={classes.entry}
      style={{ '--label': color ? `#${color}` : 'var(--quiet)' } as CSSProperties}
      tabIndex={isTabStop ? 0 : -1}
      draggable={false}
      data-fixed={reason ? '' : undefined}
      data-dragged={drag?.row?.id === row.id || undefined}
      title={[title, row.status_title, row.fullname, reason].filter(Boolean).join(' · ')}
      onKeyDown={press}
      onPointerDown={(event) => !reason && drag?.start(event, row)}
    >
      {row.locked === 1 && <Lock size={12} role="img" aria-label={text.locked} />}
      <span className={classes.title}>{title}</span>
      {row.userid !== userid && <span className={classes.person}>{row.fullname}</span>}
    </Link>
  )
}
