import { Popover, VisuallyHidden } from '@mantine/core'
import { Plus } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import type { Drag } from '../drag/use-drag.ts'
import { useWhyFixed } from '../drag/use-why-fixed.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import classes from './Calendar.module.css'
import { calendarMessages } from './calendar.messages.ts'
import { today } from './calendar-days.ts'
import { DayEntry } from './DayEntry.tsx'
import { DayPopover } from './DayPopover.tsx'
import { useDayNames } from './use-day-names.ts'
import type { DayEntries } from './use-days.ts'

interface Props {
  day: string
  /** It belongs to another month. */
  isOther: boolean
  /** Tab reaches it. */
  isChosen: boolean
  isOpen: boolean
  /** The number of entries shown before "+n more". */
  few: number
  drag: Drag
  entries: DayEntries
  shown: ListSearch
  move(row: EntryRow, day: string): void
  create(): void
  open(): void
  close(): void
}

export function dayId(day: string): string {
  return `day-${day}`
}

/** A day: its first entries, the way to the others, and room to click for a new one. */
export function DayCell(props: Props) {
  const { day, isOther, isChosen, isOpen, few, drag, entries, shown, move, create, open, close } = props
  const text = useMessages(calendarMessages)
  const names = useDayNames()
  const whyFixed = useWhyFixed()
  const { rows, total, totalIsExact } = entries
  const visible = total > few ? rows.slice(0, few - 1) : rows.slice(0, few)
  const rest = total - visible.length
  const cell = (
    // biome-ignore lint/a11y/useSemanticElements: see the grid
    <div
      role="gridcell"
      id={dayId(day)}
      tabIndex={isChosen ? 0 : -1}
      aria-current={day === today() ? 'date' : undefined}
      className={classes.day}
      data-drop={day}
      data-other={isOther || undefined}
      data-over={(drag.row && drag.over === day) || undefined}
      onKeyDown={(event) => {
        if (event.target !== event.currentTarget || (event.key !== 'Enter' && event.key !== ' ')) return
        event.preventDefault()
        open()
      }}
    >
      <button type="button" tabIndex={-1} className={classes.number} onClick={open}>
        <span aria-hidden="true">{names.number(day)}</span>
        <VisuallyHidden>{names.long(day)}</VisuallyHidden>
      </button>
      {visible.map((row) => (
        <DayEntry key={row.id} row={row} reason={whyFixed(row)} drag={drag} move={move} isTabStop={false} />
      ))}
      {rest > 0 && (
        <button type="button" tabIndex={-1} className={classes.more} onClick={open}>
          {text.more(totalIsExact ? names.amount(rest) : `${names.amount(rest)}+`)}
        </button>
      )}
      <button
        type="button"
        tabIndex={-1}
        className={classes.create}
        aria-label={text.newOn(names.short(day))}
        title={text.newOn(names.short(day))}
        onClick={create}
      >
        <Plus size={14} aria-hidden="true" />
      </button>
    </div>
  )
  if (!isOpen) return cell
  return (
    <Popover
      opened
      onChange={(wants) => !wants && close()}
      position="bottom"
      width="min(22rem, 90vw)"
      trapFocus
      returnFocus
    >
      <Popover.Target>{cell}</Popover.Target>
      <Popover.Dropdown aria-label={names.long(day)}>
        <DayPopover day={day} shown={shown} move={move} create={create} />
      </Popover.Dropdown>
    </Popover>
  )
}
