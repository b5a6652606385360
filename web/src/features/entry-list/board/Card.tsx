import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { ArrowRightLeft } from 'lucide-react'
import { type KeyboardEvent, type PointerEvent, useState } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { calendarDay } from '../../../ui/time/calendar-day.ts'
import { entryLink } from '../../entry-data/entry-types.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { RowLabel } from '../grid/RowLabel.tsx'
import { CustomId, StateMarks } from '../grid/RowMarks.tsx'
import { Tags } from '../grid/Tags.tsx'
import classes from './Board.module.css'
import { boardMessages } from './board.messages.ts'
import type { BoardColumn } from './use-columns.ts'

interface Props {
  row: EntryRow
  /** Where it can be moved. */
  targets: readonly BoardColumn[]
  /** Why it cannot be moved. */
  reason: string | undefined
  isTabStop: boolean
  isDragged: boolean
  start(event: PointerEvent<HTMLElement>, row: EntryRow): void
  move(value: string): void
  press(event: KeyboardEvent): void
  activate(): void
}

export function cardId(id: number): string {
  return `card-${id}`
}

/** An entry on the board. It is dragged as a whole; its link has the keyboard, and a menu moves it, too. */
export function Card({ row, targets, reason, isTabStop, isDragged, start, move, press, activate }: Props) {
  const text = useMessages(boardMessages)
  const common = useMessages(commonMessages)
  const { language } = useLanguage()
  const [isOpen, setOpen] = useState(false)
  const title = row.title || common.untitled
  return (
    <li
      className={classes.card}
      data-fixed={reason ? '' : undefined}
      data-dragged={isDragged || undefined}
      onPointerDown={(event) => !reason && start(event, row)}
      onDragStart={(event) => event.preventDefault()}
    >
      <div className={classes.head}>
        <StateMarks row={row} />
        <CustomId id={row.custom_id} />
        <Link
          {...entryLink(row)}
          id={cardId(row.id)}
          className={classes.title}
          tabIndex={isTabStop ? 0 : -1}
          aria-keyshortcuts="Shift+ArrowLeft Shift+ArrowRight M"
          onFocus={activate}
          onKeyDown={(event) => {
            if (event.key === 'm' && !event.ctrlKey && !event.metaKey && !event.altKey) {
              event.preventDefault()
              setOpen(true)
            } else press(event)
          }}
        >
          {title}
        </Link>
        <Menu opened={isOpen} onChange={setOpen} position="bottom-end" shadow="md" withInitialFocusPlaceholder={false}>
          <Menu.Target>
            <ActionIcon
              className={classes.move}
              variant="subtle"
              color="gray"
              c="var(--quiet)"
              size={28}
              tabIndex={isTabStop ? 0 : -1}
              aria-label={text.move(title)}
              title={reason ?? text.move(title)}
            >
              <ArrowRightLeft size={14} aria-hidden="true" />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown>
            {reason && <Menu.Label>{reason}</Menu.Label>}
            {targets.map(({ value, name, label }) => (
              <Menu.Item
                key={value}
                disabled={reason !== undefined}
                aria-label={text.moveTo(name)}
                onClick={() => move(value)}
              >
                <RowLabel title={name} color={label.color} />
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      </div>
      <div className={classes.facts}>
        <span className={classes.owner}>{row.fullname}</span>
        {row.date !== null && <span className={classes.date}>{calendarDay(row.date, language)}</span>}
      </div>
      {row.tags.length > 0 && (
        <div className={classes.tags}>
          <Tags tags={row.tags} search={undefined} />
        </div>
      )}
    </li>
  )
}
