import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { useWhyFixed } from '../drag/use-why-fixed.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import { useListType } from '../list-type.ts'
import classes from './Calendar.module.css'
import { calendarMessages } from './calendar.messages.ts'
import { DayEntry } from './DayEntry.tsx'
import { useDayNames } from './use-day-names.ts'
import { wholeDay } from './use-days.ts'

interface Props {
  day: string
  shown: ListSearch
  move(row: EntryRow, day: string): void
  create(): void
}

/** All entries of a day. */
export function DayPopover({ day, shown, move, create }: Props) {
  const text = useMessages(calendarMessages)
  const names = useDayNames()
  const whyFixed = useWhyFixed()
  const { data, error } = useQuery(wholeDay(useListType(), shown, day))
  const rest = data ? data.total - data.rows.length : 0
  return (
    <>
      <h3 className={classes.dayName}>{names.long(day)}</h3>
      {error && <ProblemLine error={error} />}
      {!data && !error && <Skeleton height={60} />}
      {data?.rows.length === 0 && <p className={classes.quiet}>{text.nothing}</p>}
      <ul className={classes.list}>
        {data?.rows.map((row) => (
          <li key={row.id}>
            <DayEntry row={row} reason={whyFixed(row)} move={move} isTabStop />
          </li>
        ))}
        {rest > 0 && (
          <li className={classes.quiet}>{text.more(names.amount(rest) + (data?.totalIsExact ? '' : '+'))}</li>
        )}
      </ul>
      <Button size="xs" variant="light" leftSection={<Plus size={14} aria-hidden="true" />} onClick={create}>
        {text.newHere}
      </Button>
    </>
  )
}
