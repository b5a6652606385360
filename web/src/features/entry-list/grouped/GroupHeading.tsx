import type { EntityGroup, Grouping } from '@aliquot/contract/entity-groups'
import { ChevronDown, ChevronRight } from 'lucide-react'
import type { KeyboardEvent } from 'react'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import type { ListPage } from '../entry-list.queries.ts'
import { Cell, Line } from '../grid/GridParts.tsx'
import { RowLabel } from '../grid/RowLabel.tsx'
import { rowElementId } from '../grid/use-active-row.ts'
import classes from './GroupHeading.module.css'
import { groupMessages } from './groups.messages.ts'
import { useGroupName } from './use-group-name.ts'

interface Props {
  by: Grouping
  group: EntityGroup
  /** What is known of its rows. */
  page: ListPage | undefined
  index: number
  top: number
  isActive: boolean
  isFolded: boolean
  error: Error | undefined
  fold(isFolded: boolean): void
}

/** The heading of a group: a click, Enter or Space folds it, arrows to the side as well. */
export function GroupHeading({ by, group, page, index, top, isActive, isFolded, error, fold }: Props) {
  const text = useMessages(groupMessages)
  const name = useGroupName(by)(group)
  const Chevron = isFolded ? ChevronRight : ChevronDown
  const press = (event: KeyboardEvent) => {
    const wanted = { ArrowLeft: true, ArrowRight: false, Enter: !isFolded, ' ': !isFolded }[event.key]
    if (wanted === undefined) return
    event.preventDefault()
    fold(wanted)
  }
  return (
    <Line
      id={rowElementId(index)}
      aria-rowindex={index + 2}
      aria-level={1}
      aria-expanded={!isFolded}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      className={classes.heading}
      style={{ transform: `translateY(${top}px)` }}
      onKeyDown={press}
    >
      <Cell className={classes.cell}>
        <button
          type="button"
          tabIndex={-1}
          className={classes.fold}
          aria-expanded={!isFolded}
          aria-label={isFolded ? text.unfold(name) : text.fold(name)}
          onClick={() => fold(!isFolded)}
        >
          <Chevron size={16} aria-hidden="true" />
        </button>
        {/* The dot of a status; other groups have none. */}
        {by === 'status' || by === 'category' ? <RowLabel title={name} color={group.color} /> : <span>{name}</span>}
        <Count page={page} />
        {error && <ProblemLine error={error} />}
      </Cell>
    </Line>
  )
}

export function Count({ page }: { page: ListPage | undefined }) {
  const list = useMessages(entryListMessages)
  const { language } = useLanguage()
  if (!page || (page.total === 0 && !page.totalIsExact)) return null
  const number = page.total.toLocaleString(localeOf(language))
  return <span className={classes.count}>{page.totalIsExact ? number : list.moreThan(number)}</span>
}
