import { memo } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { onDemand } from '../../../ui/on-demand/on-demand.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { Column } from './columns.ts'
import { Cell, Line } from './GridParts.tsx'
import classes from './GridRow.module.css'
import { RowCells } from './RowCells.tsx'
import rows from './Rows.module.css'
import { SelectBox } from './SelectBox.tsx'
import { rowElementId } from './use-active-row.ts'

/** A list begins with rows. */
const TableCells = onDemand(async () => (await import('./TableCells.tsx')).TableCells)

export interface RowProps {
  /** Undefined while it loads. */
  row: EntryRow | undefined
  index: number
  /** The distance from the top of the list. */
  top: number
  height: number
  /** The row number in the grid, from 1, including the head. */
  rowIndex: number
  /** In a tree grid, from 1. */
  level?: number
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
  const { row, index, top, height, rowIndex, level, isTable, isActive, isSelected, open, remember } = props
  return (
    <Line
      id={rowElementId(index)}
      aria-rowindex={rowIndex}
      aria-level={level}
      aria-selected={row ? isSelected : undefined}
      aria-busy={row ? undefined : true}
      tabIndex={isActive ? 0 : -1}
      data-index={index}
      className={`${classes.row} ${isTable ? classes.tableRow : `${rows.line} ${rows.twoLines}`}`}
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
  return (
    <>
      <SelectCell {...props} />
      {isTable ? (
        <TableCells row={row} columns={columns} search={search} />
      ) : (
        <RowCells row={row} hasReason={hasReason} search={search} />
      )}
    </>
  )
}

function SelectCell({ row, index, isSelected, select }: RowProps & { row: EntryRow }) {
  const text = useMessages(entryListMessages)
  return (
    <Cell className={classes.select}>
      <SelectBox
        isForMouse
        label={text.select(row.title)}
        isChecked={isSelected}
        change={(isRange) => select(row, index, isRange)}
      />
    </Cell>
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
