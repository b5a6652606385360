import { UnstyledButton } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { onDemand } from '../../../ui/on-demand/on-demand.tsx'
import type { SelectAll } from '../bulk/use-select-all.ts'
import { entryListMessages } from '../entry-list.messages.ts'
import { sortedBy } from '../ListToolbar.tsx'
import { type ListOrder, type ListSearch, orderOf } from '../list-search.ts'
import { columnName } from './column-name.ts'
import type { ColumnWidths } from './column-widths.ts'
import { type Column, ORDERS } from './columns.ts'
import classes from './GridHead.module.css'
import { Group, Header, Line } from './GridParts.tsx'
import rows from './Rows.module.css'
import { SelectBox } from './SelectBox.tsx'

/** Only tables have edges to move. */
const ColumnEdge = onDemand(async () => (await import('./ColumnEdge.tsx')).ColumnEdge)

interface Props {
  search: ListSearch
  isTable: boolean
  columns: readonly Column[]
  widths: ColumnWidths
  setWidth(column: Column | 'title', width: number | undefined): void
  all: SelectAll
  change(change: ListSearch): void
}

/** The columns of the list, in which each has its own place. */
export const ROW_COLUMNS = ['status', 'category', 'owner', 'date', 'changed'] as const satisfies readonly Column[]

/** A box for all rows, and the column names; sortable ones are buttons. */
export function GridHead({ search, isTable, columns, widths, setWidth, all, change }: Props) {
  const text = useMessages(entryListMessages)
  const { sort = 'desc' } = search
  const order = orderOf(search)
  const look = isTable ? classes.table : `${rows.line} ${rows.head}`
  return (
    <Group className={classes.group}>
      <Line aria-rowindex={1} className={`${classes.head} ${look}`}>
        <Header>
          <SelectBox label={text.selectAll} isChecked={all.isAll} isPartly={all.isPartly} change={all.toggle} />
        </Header>
        {headerOf('title', 'title', isTable ? undefined : rows.heading)}
        {isTable
          ? columns.map((column) => headerOf(column, ORDERS[column]))
          : ROW_COLUMNS.map((column) => headerOf(column, ORDERS[column], rows[column]))}
      </Line>
    </Group>
  )

  function headerOf(of: Column | 'title', by: ListOrder | undefined, className?: string) {
    const name = columnName(of, text.columns)
    return (
      <Header
        key={of}
        aria-sort={by === order ? (sort === 'asc' ? 'ascending' : 'descending') : undefined}
        title={name}
        className={className}
      >
        {by ? (
          <UnstyledButton className={classes.sort} onClick={() => change(nextSort(by, order, sort))}>
            <span className={classes.name}>{name}</span>
            {by === order && (sort === 'asc' ? <ArrowUp size={14} /> : <ArrowDown size={14} />)}
          </UnstyledButton>
        ) : (
          <span className={classes.name}>{name}</span>
        )}
        {isTable && (
          <ColumnEdge label={text.widthOf(name)} width={widths[of]} setWidth={(width) => setWidth(of, width)} />
        )}
      </Header>
    )
  }
}

/** A second click on a column reverses its order. */
function nextSort(by: ListOrder, order: ListOrder | undefined, sort: 'asc' | 'desc'): ListSearch {
  return by === order ? { order, sort: sort === 'asc' ? 'desc' : 'asc' } : sortedBy(by)
}
