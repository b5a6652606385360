import { type KeyboardEvent, useEffect, useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { useShortcuts } from '../../../ui/keys/shortcuts.ts'
import { useDrag } from '../drag/use-drag.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import classes from './Calendar.module.css'
import type { CalendarSpan } from './CalendarBar.tsx'
import { calendarMessages } from './calendar.messages.ts'
import { dayAway, monthAway } from './calendar-days.ts'
import { DayCell, dayId } from './DayCell.tsx'
import { useDayNames } from './use-day-names.ts'
import type { DayEntries } from './use-days.ts'

export interface DaysProps {
  span: CalendarSpan
  /** The chosen day. */
  day: string
  days: readonly string[]
  shown: ListSearch
  isLoading: boolean
  entriesOf(day: string): DayEntries
  move(row: EntryRow, day: string): void
  createOn(day: string): void
}

interface Props extends DaysProps {
  weeks: readonly (readonly string[])[]
  /** The number of entries that a day shows before "+n more". */
  few: number
  goTo(day: string): void
}

/** The days as a grid of weeks. Arrows go from day to day, Enter opens one. */
export function DayGrid({ weeks, days, day, span, few, shown, isLoading, entriesOf, move, createOn, goTo }: Props) {
  const text = useMessages(calendarMessages)
  const names = useDayNames()
  const drag = useDrag(move)
  const [opened, setOpened] = useState<string>()
  const [wantsFocus, setWantsFocus] = useState(0)
  // After the days of another month have been drawn.
  useEffect(() => {
    if (wantsFocus > 0) document.getElementById(dayId(day))?.focus()
  }, [wantsFocus, day])
  useShortcuts(
    {
      ArrowRight: { label: text.shortcuts.days, run: () => false },
      PageDown: { label: text.shortcuts.months, run: () => false },
      Enter: { label: text.shortcuts.open, run: () => false },
      'shift+ArrowRight': { label: text.shortcuts.move, run: () => false },
    },
    text.shortcuts.group,
  )
  const press = (event: KeyboardEvent) => {
    const cell = event.target as HTMLElement
    if (!cell.matches('[data-drop]') || event.shiftKey || event.ctrlKey || event.metaKey || event.altKey) return
    const week = weeks.find((one) => one.includes(day)) ?? []
    const away = (by: 1 | -1) => (span === 'week' ? dayAway(day, 7 * by) : monthAway(day, by))
    const to: Partial<Record<string, string>> = {
      ArrowLeft: dayAway(day, -1),
      ArrowRight: dayAway(day, 1),
      ArrowUp: dayAway(day, -7),
      ArrowDown: dayAway(day, 7),
      Home: week[0] ?? day,
      End: week.at(-1) ?? day,
      PageUp: away(-1),
      PageDown: away(1),
    }
    const wanted = to[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    goTo(wanted)
    setWantsFocus((before) => before + 1)
  }
  return (
    // biome-ignore lint/a11y/useSemanticElements: a table cannot give its weeks the height that is left
    <div
      role="grid"
      tabIndex={-1}
      aria-label={text.calendar(names.span(days, day))}
      aria-busy={isLoading}
      className={classes.grid}
      data-span={span}
      onKeyDown={press}
    >
      {/* biome-ignore lint/a11y/useFocusableInteractive: its days have the focus */}
      {/* biome-ignore lint/a11y/useSemanticElements: see above */}
      <div role="row" className={classes.week}>
        {weeks[0]?.map((one) => (
          // biome-ignore lint/a11y/useFocusableInteractive: only days have the focus
          // biome-ignore lint/a11y/useSemanticElements: see above
          <div key={one} role="columnheader" className={classes.weekday}>
            {names.weekday(one)}
          </div>
        ))}
      </div>
      {weeks.map((week) => (
        // biome-ignore lint/a11y/useFocusableInteractive: only days have the focus
        // biome-ignore lint/a11y/useSemanticElements: see above
        <div key={week[0]} role="row" className={classes.week}>
          {week.map((one) => (
            <DayCell
              key={one}
              day={one}
              isOther={span === 'month' && one.slice(0, 7) !== day.slice(0, 7)}
              isChosen={one === day}
              isOpen={opened === one}
              few={few}
              drag={drag}
              entries={entriesOf(one)}
              shown={shown}
              move={move}
              create={() => createOn(one)}
              open={() => {
                if (one !== day) goTo(one)
                setOpened(one)
              }}
              close={() => {
                setOpened((before) => (before === one ? undefined : before))
                setWantsFocus((before) => before + 1)
              }}
            />
          ))}
        </div>
      ))}
    </div>
  )
}
