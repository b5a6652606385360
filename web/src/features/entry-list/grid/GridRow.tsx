import { Link } from '@tanstack/react-router'
import { memo } from 'react'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { calendarDay } from '../../../ui/time/calendar-day.ts'
import { When } from '../../../ui/time/When.tsx'
import { entryLink } from '../../entry-data/entry-types.ts'
import { LabelPill } from '../../labels/LabelPill.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { type Column, fieldOf } from './columns.ts'
import { FoundWords } from './FoundWords.tsx'
import { Cell, Line } from './GridParts.tsx'
import classes from './GridRow.module.css'
import { Highlighted } from './Highlighted.tsx'
import { CommentMark, CustomId, Rating, RowLabels, StateMarks, Tags } from './RowMarks.tsx'
import { rowElementId } from './use-active-row.ts'

export interface RowProps {
  /** Undefined while it loads. */
  row: EntryRow | undefined
  index: number
  /** The distance from the top of the list. */
  top: number
  height: number
  /** The row number in the grid, from 1, including the head. */
  rowIndex: number
  isTable: boolean
  columns: readonly Column[]
  /** There is room to say why it was found. */
  hasReason: boolean
  isActive: boolean
  isSelected: boolean
  search: string | undefined
  select(row: EntryRow, index: number, isRange: boolean): void
  open(row: EntryRow, index: number): void
  /** Called before its link is followed. */
  remember(index: number): void
}

/** One entry. Only the row itself takes the focus, because the keys of the list do what its checkbox and link do. */
export const GridRow = memo(function GridRow(props: RowProps) {
  const { row, index, top, height, rowIndex, isTable, isActive, isSelected, open, remember } = props
  return (
    <Line
      id={rowElementId(index)}
      aria-rowindex={rowIndex}
      aria-selected={row ? isSelected : undefined}
      aria-busy={row ? undefined : true}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      className={isTable ? classes.tableRow : classes.row}
      data-reason={props.hasReason || undefined}
      style={{ transform: `translateY(${top}px)`, height }}
      onClick={(event) => {
        const control = event.target instanceof Element ? event.target.closest('a, label') : null
        if (control?.tagName === 'A') remember(index)
        else if (row && !control) open(row, index)
      }}
    >
      {row ? <Cells {...props} row={row} /> : <Placeholder />}
    </Line>
  )
})

function Cells(props: RowProps & { row: EntryRow }) {
  const { row, isTable, columns, hasReason, search } = props
  const { language } = useLanguage()
  const day = row.date === null ? '' : calendarDay(row.date, language)
  if (!isTable) {
    return (
      <>
        <SelectCell {...props} />
        <Cell className={classes.main}>
          <TitleLink {...props} />
          <span className={classes.labels}>
            <RowLabels row={row} />
          </span>
          <Tags tags={row.tags} search={search} />
        </Cell>
        {hasReason && (
          <Cell className={classes.reason}>{row.found && <FoundWords entry={row} found={row.found} />}</Cell>
        )}
        <Cell className={classes.facts}>
          <span className={classes.rating}>
            <Rating rating={row.rating} />
          </span>
          <span className={classes.comment}>
            <CommentMark at={row.recent_comment} />
          </span>
          <span className={classes.owner} title={row.fullname}>
            {row.fullname}
          </span>
          <span className={classes.date}>{day}</span>
          <span className={classes.changed}>
            <When at={row.modified_at} />
          </span>
        </Cell>
      </>
    )
  }
  return (
    <>
      <SelectCell {...props} />
      <Cell className={classes.main}>
        <TitleLink {...props} />
      </Cell>
      {columns.map((column) => (
        <Cell key={column} className={classes.cell}>
          <Value row={row} column={column} search={search} />
        </Cell>
      ))}
    </>
  )
}

/** The value of a table column. */
function Value({ row, column, search }: Pick<RowProps, 'search'> & { row: EntryRow; column: Column }) {
  const { language } = useLanguage()
  switch (column) {
    case 'number':
      return row.custom_id
    case 'status':
      return row.status_title && <LabelPill title={row.status_title} color={row.status_color} />
    case 'category':
      return row.category_title && <LabelPill title={row.category_title} color={row.category_color} />
    case 'owner':
      return <Words text={row.fullname} />
    case 'date':
      return row.date && calendarDay(row.date, language)
    case 'tags':
      return <Tags tags={row.tags} search={search} />
    case 'rating':
      return <Rating rating={row.rating} />
    case 'comment':
      return row.recent_comment && <When at={row.recent_comment} />
    case 'created':
      return <When at={row.created_at} />
    case 'changed':
      return <When at={row.modified_at} />
    default:
      return <Words text={row.fields?.[fieldOf(column) ?? ''] ?? ''} />
  }
}

function Words({ text }: { text: string }) {
  return (
    <span className={classes.words} title={text}>
      {text}
    </span>
  )
}

function SelectCell({ row, index, isSelected, select }: RowProps & { row: EntryRow }) {
  const text = useMessages(entryListMessages)
  return (
    <Cell className={classes.select}>
      <label className={classes.selectTarget}>
        <input
          type="checkbox"
          tabIndex={-1}
          className={classes.checkbox}
          aria-label={text.select(row.title)}
          checked={isSelected}
          onChange={(event) => {
            const { nativeEvent } = event
            select(row, index, nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
          }}
        />
      </label>
    </Cell>
  )
}

function TitleLink({ row, search }: RowProps & { row: EntryRow }) {
  const common = useMessages(commonMessages)
  return (
    <span className={classes.heading}>
      <StateMarks row={row} />
      <CustomId id={row.custom_id} />
      <Link {...entryLink(row)} tabIndex={-1} className={classes.title} title={row.title}>
        <Highlighted text={row.title || common.untitled} search={search} />
      </Link>
    </span>
  )
}

/** A placeholder of the same height, so that the list does not jump. */
function Placeholder() {
  const text = useMessages(entryListMessages)
  return (
    <Cell className={classes.placeholder} aria-label={text.loading}>
      <span className={classes.bar} />
    </Cell>
  )
}
