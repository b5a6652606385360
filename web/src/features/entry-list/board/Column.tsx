import { Skeleton } from '@mantine/core'
import type { KeyboardEvent } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import type { Drag } from '../drag/use-drag.ts'
import type { EntryRow, ListPage } from '../entry-list.queries.ts'
import { RowLabel } from '../grid/RowLabel.tsx'
import { Count } from '../grouped/GroupHeading.tsx'
import { Sentinel } from '../Sentinel.tsx'
import classes from './Board.module.css'
import { boardMessages } from './board.messages.ts'
import { Card } from './Card.tsx'
import type { BoardColumn } from './use-columns.ts'

interface Props {
  column: BoardColumn
  columns: readonly BoardColumn[]
  drag: Drag
  /** The card that Tab reaches. */
  tabStop: number | undefined
  whyFixed(row: EntryRow): string | undefined
  move(row: EntryRow, value: string): void
  press(event: KeyboardEvent, row: EntryRow): void
  activate(id: number): void
}

export function Column({ column, columns, drag, tabStop, whyFixed, move, press, activate }: Props) {
  const text = useMessages(boardMessages)
  const { value, name, label, cards, page, isLoading, error, hasMore, more } = column
  const targets = columns.filter((one) => one.isOpen && one.value !== value)
  return (
    <section
      className={classes.column}
      aria-label={name}
      data-drop={value}
      data-over={(drag.row && drag.over === value) || undefined}
      data-closed={(drag.row && !column.isOpen) || undefined}
    >
      <h2 className={classes.name}>
        <RowLabel title={name} color={label.color} />
        <Count page={page as ListPage | undefined} />
      </h2>
      <ul className={classes.cards}>
        {cards.map((row) => (
          <Card
            key={row.id}
            row={row}
            targets={targets}
            reason={whyFixed(row)}
            isTabStop={row.id === tabStop}
            isDragged={drag.row?.id === row.id}
            start={drag.start}
            move={(to) => move(row, to)}
            press={(event) => press(event, row)}
            activate={() => activate(row.id)}
          />
        ))}
        {isLoading && (
          <li>
            <Skeleton height={72} />
          </li>
        )}
        {error && (
          <li>
            <ProblemLine error={error} />
          </li>
        )}
        {!isLoading && !error && cards.length === 0 && (
          <li className={classes.empty}>{column.isOpen ? text.emptyOpen : text.empty}</li>
        )}
        {hasMore && !isLoading && (
          <li>
            <Sentinel key={cards.length} seen={more} />
          </li>
        )}
      </ul>
    </section>
  )
}
