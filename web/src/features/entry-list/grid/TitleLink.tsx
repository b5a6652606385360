import { Link } from '@tanstack/react-router'
import { commonMessages } from '../../../i18n/common.messages.ts'
import { useMessages } from '../../../i18n/messages.tsx'
import { entryLink } from '../../entry-data/entry-types.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import { Highlighted } from './Highlighted.tsx'
import { CommentMark, CustomId, Rating, StateMarks } from './RowMarks.tsx'
import classes from './TitleLink.module.css'

interface Props {
  row: EntryRow
  search: string | undefined
  className?: string | undefined
  /** The rating, where it has no column. */
  hasRating?: boolean
  /** Whether there are comments, where they have no column. */
  hasComment?: boolean
}

export function TitleLink({ row, search, className = '', hasRating = false, hasComment = false }: Props) {
  const common = useMessages(commonMessages)
  return (
    <span className={`${classes.heading} ${className}`}>
      <StateMarks row={row} />
      <CustomId id={row.custom_id} />
      <Link {...entryLink(row)} tabIndex={-1} className={classes.title} title={row.title}>
        <Highlighted text={row.title || common.untitled} search={search} />
      </Link>
      {hasRating && <Rating rating={row.rating} />}
      {hasComment && <CommentMark at={row.recent_comment} />}
    </span>
  )
}
