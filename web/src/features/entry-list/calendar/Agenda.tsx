import { ActionIcon, Skeleton } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { useWhyFixed } from '../drag/use-why-fixed.ts'
import classes from './Calendar.module.css'
import { calendarMessages } from './calendar.messages.ts'
import { today } from './calendar-days.ts'
import { DayEntry } from './DayEntry.tsx'
import type { DaysProps } from './DayGrid.tsx'
import { DayPopover } from './DayPopover.tsx'
import { useDayNames } from './use-day-names.ts'

interface Props extends DaysProps {
  /** Changes when somebody asks for a day. */
  asked: number
}

/** The days that have entries, and today, as a list for narrow screens. */
export function Agenda({ asked, span, day, days, shown, isLoading, entriesOf, move, createOn }: Props) {
  const text = useMessages(calendarMessages)
  const names = useDayNames()
  const whyFixed = useWhyFixed()
  const [opened, setOpened] = useState<string>()
  const inSpan = days.filter((one) => span === 'week' || one.slice(0, 7) === day.slice(0, 7))
  const listed = inSpan.filter((one) => span === 'week' || one === today() || entriesOf(one).total > 0)
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    if (!isLoading && day === today())
      list.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'center' })
  }, [isLoading, day, asked])
  if (isLoading) return <Skeleton height={240} />
  if (listed.length === 0) return <p className={classes.quiet}>{text.nothingInMonth}</p>
  return (
    <ol ref={list} className={classes.agenda} aria-label={text.calendar(names.span(days, day))}>
      {listed.map((one) => {
        const { rows, total, totalIsExact } = entriesOf(one)
        const rest = total - rows.length
        return (
          <li key={one} aria-current={one === today() ? 'date' : undefined} className={classes.agendaDay}>
            <div className={classes.agendaHead}>
              <h3 className={classes.dayName}>{names.long(one)}</h3>
              <ActionIcon
                variant="subtle"
                color="gray"
                c="var(--quiet)"
                size={44}
                aria-label={text.newOn(names.short(one))}
                onClick={() => createOn(one)}
              >
                <Plus size={16} aria-hidden="true" />
              </ActionIcon>
            </div>
            {opened === one ? (
              <DayPopover day={one} shown={shown} move={move} create={() => createOn(one)} />
            ) : (
              rows.map((row) => <DayEntry key={row.id} row={row} reason={whyFixed(row)} move={move} isTabStop />)
            )}
            {opened !== one && rest > 0 && (
              <button type="button" className={classes.more} onClick={() => setOpened(one)}>
                {text.more(names.amount(rest) + (totalIsExact ? '' : '+'))}
              </button>
            )}
          </li>
        )
      })}
    </ol>
  )
}
