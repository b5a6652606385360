import { useLanguage } from '../../../i18n/messages.tsx'
import { onDemand } from '../../../ui/on-demand/on-demand.tsx'
import { calendarDay } from '../../../ui/time/calendar-day.ts'
import { When } from '../../../ui/time/When.tsx'
import type { EntryRow } from '../entry-list.queries.ts'
import { Cell } from './GridParts.tsx'
import { RowLabel } from './RowLabel.tsx'
import classes from './Rows.module.css'
import { Tags } from './Tags.tsx'
import { TitleLink } from './TitleLink.tsx'

/** Only a search needs it. */
const FoundWords = onDemand(async () => (await import('./FoundWords.tsx')).FoundWords)

interface Props {
  row: EntryRow
  hasReason: boolean
  search: string | undefined
}

/** A row of the list. Its styles decide what stands where, and what gives way on a narrow screen. */
export function RowCells({ row, hasReason, search }: Props) {
  const { language } = useLanguage()
  return (
    <>
      <Cell className={classes.main}>
        <TitleLink row={row} search={search} className={classes.heading} hasRating hasComment />
        <Tags tags={row.tags} search={search} />
      </Cell>
      {hasReason && <Cell className={classes.reason}>{row.found && <FoundWords entry={row} found={row.found} />}</Cell>}
      <span className={classes.facts}>
        <Cell className={classes.status}>
          <RowLabel title={row.status_title} color={row.status_color} />
        </Cell>
        <Cell className={classes.category}>
          <RowLabel title={row.category_title} color={row.category_color} />
        </Cell>
        <Cell className={classes.owner} title={row.fullname}>
          {row.fullname}
        </Cell>
        <Cell className={classes.date}>{row.date !== null && calendarDay(row.date, language)}</Cell>
        <Cell className={classes.changed}>
          <When at={row.modified_at} isShort />
        </Cell>
      </span>
    </>
  )
}
