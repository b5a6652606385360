import { useLanguage } from '../../../i18n/messages.tsx'
import { calendarDay } from '../../../ui/time/calendar-day.ts'
import { When } from '../../../ui/time/When.tsx'
import type { EntryRow } from '../entry-list.queries.ts'
import { type Column, fieldOf } from './columns.ts'
import { Cell } from './GridParts.tsx'
import { RowLabel } from './RowLabel.tsx'
import { Rating } from './RowMarks.tsx'
import classes from './TableCells.module.css'
import { Tags } from './Tags.tsx'
import { TitleLink } from './TitleLink.tsx'

interface Props {
  row: EntryRow
  columns: readonly Column[]
  search: string | undefined
}

/** A row of the table. */
export function TableCells({ row, columns, search }: Props) {
  return (
    <>
      <Cell className={classes.title}>
        <TitleLink row={row} search={search} hasRating={!columns.includes('rating')} />
      </Cell>
      {columns.map((column) => (
        <Cell key={column} className={classes.cell}>
          <Value row={row} column={column} search={search} />
        </Cell>
      ))}
    </>
  )
}

function Value({ row, column, search }: { row: EntryRow; column: Column; search: string | undefined }) {
  const { language } = useLanguage()
  switch (column) {
    case 'number':
      return row.custom_id
    case 'status':
      return <RowLabel title={row.status_title} color={row.status_color} />
    case 'category':
      return <RowLabel title={row.category_title} color={row.category_color} />
    case 'owner':
      return <Words text={row.fullname} />
    case 'date':
      return row.date && <Words text={calendarDay(row.date, language)} />
    case 'tags':
      return <Tags tags={row.tags} search={search} />
    case 'rating':
      return <Rating rating={row.rating} />
    case 'comment':
      return row.recent_comment && <When at={row.recent_comment} isShort />
    case 'created':
      return <When at={row.created_at} isShort />
    case 'changed':
      return <When at={row.modified_at} isShort />
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
