import { ActionIcon, Button } from '@mantine/core'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { Segments } from '../../../ui/fields/Segments.tsx'
import classes from './Calendar.module.css'
import { calendarMessages } from './calendar.messages.ts'
import { today } from './calendar-days.ts'
import { useDayNames } from './use-day-names.ts'

export type CalendarSpan = 'month' | 'week'

interface Props {
  span: CalendarSpan
  days: readonly string[]
  day: string
  /** Days are below each other, so that today can be out of sight. */
  isList: boolean
  step(by: 1 | -1): void
  goTo(day: string): void
  setSpan(span: CalendarSpan): void
}

/** Which month or week is shown. */
export function CalendarBar({ span, days, day, isList, step, goTo, setSpan }: Props) {
  const text = useMessages(calendarMessages)
  const names = useDayNames()
  const arrows = [
    { label: text.before[span], by: -1, Icon: ChevronLeft },
    { label: text.after[span], by: 1, Icon: ChevronRight },
  ] as const
  return (
    <div className={classes.bar}>
      <h2 className={classes.period} aria-live="polite">
        {names.span(days, day)}
      </h2>
      {arrows.map(({ label, by, Icon }) => (
        <ActionIcon key={by} variant="default" size={36} aria-label={label} title={label} onClick={() => step(by)}>
          <Icon className={classes.arrow} size={16} aria-hidden="true" />
        </ActionIcon>
      ))}
      <Button
        variant="default"
        size="sm"
        disabled={!isList && days.includes(today()) && day === today()}
        onClick={() => goTo(today())}
      >
        {text.today}
      </Button>
      <Segments
        isTall
        label={text.span}
        className={classes.spans}
        value={span}
        onChange={setSpan}
        options={(['month', 'week'] as const).map((value) => ({ value, label: text[value] }))}
      />
    </div>
  )
}
