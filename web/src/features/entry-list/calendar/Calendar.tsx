import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { useIsPhone } from '../../../ui/layout/use-is-phone.ts'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { useNewEntry } from '../../new-entry/use-new-entry.ts'
import type { BulkAction } from '../bulk/bulk-actions.ts'
import { useWhyFixed } from '../drag/use-why-fixed.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { weekStart } from '../filters/date-choice.ts'
import type { ListSearch, SearchChange } from '../list-search.ts'
import { useListType } from '../list-type.ts'
import { Agenda } from './Agenda.tsx'
import { CalendarBar } from './CalendarBar.tsx'
import { calendarMessages } from './calendar.messages.ts'
import { dayAway, monthAway, today, weekOf, weeksOf } from './calendar-days.ts'
import { DayGrid } from './DayGrid.tsx'
import { setDate } from './set-date.ts'
import { useDayNames } from './use-day-names.ts'
import { useDays } from './use-days.ts'

interface Props {
  shown: ListSearch
  search: ListSearch
  change(change: SearchChange, replace?: boolean): void
  perform(action: BulkAction, rows: readonly EntryRow[]): void
}

/** What a day shows before "+n more". */
const FEW = { month: 3, week: 14 }

/** The entries by their date: a month or a week, and on phones a list of days. */
export function Calendar({ shown, search, change, perform }: Props) {
  const text = useMessages(calendarMessages)
  const type = useListType()
  const { show } = useToasts()
  const whyFixed = useWhyFixed()
  const names = useDayNames()
  const { createOn } = useNewEntry(type)
  const isPhone = useIsPhone()
  /** How often somebody asked for a day: the same day can be asked for again. */
  const [asked, setAsked] = useState(0)
  const day = search.day ?? today()
  const span = search.span ?? 'month'
  const weeks = span === 'week' ? [weekOf(day, weekStart())] : weeksOf(day, weekStart())
  const days = weeks.flat()
  const { entriesOf, error, isLoading } = useDays(type, shown, days, FEW[span] + 1)
  const move = (row: EntryRow, to: string) => {
    if (row.date === to) return
    const reason = whyFixed(row)
    if (reason) return show({ message: reason, tone: 'error' })
    perform(setDate(to, names.short(to), text), [row])
  }
  const step = (by: 1 | -1) => change({ day: span === 'week' ? dayAway(day, 7 * by) : monthAway(day, by) })
  const parts = { span, days, shown, entriesOf, move, createOn }
  return (
    <>
      <CalendarBar
        span={span}
        days={days}
        day={day}
        step={step}
        isList={isPhone}
        goTo={(to) => {
          change({ day: to })
          setAsked(asked + 1)
        }}
        setSpan={(wanted) => change({ span: wanted })}
      />
      {error && <ProblemLine error={error} />}
      {isPhone ? (
        <Agenda {...parts} day={day} asked={asked} isLoading={isLoading} />
      ) : (
        <DayGrid
          {...parts}
          few={FEW[span]}
          day={day}
          weeks={weeks}
          isLoading={isLoading}
          goTo={(to) => change({ day: to }, true)}
        />
      )}
    </>
  )
}
