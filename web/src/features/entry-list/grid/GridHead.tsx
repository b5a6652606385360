import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useMessages } from '../../../i18n/messages.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import { sortedBy } from '../ListToolbar.tsx'
import { type ListOrder, type ListSearch, orderOf } from '../list-search.ts'
import { columnName } from './column-name.ts'
import { type Column, ORDERS } from './columns.ts'
import classes from './GridHead.module.css'
import { Group, Header, Line } from './GridParts.tsx'

interface Props {
  search: ListSearch
  columns: readonly Column[]
  change(change: ListSearch): void
}

/** The column names; sortable ones are buttons. */
export function GridHead({ search, columns, change }: Props) {
  const text = useMessages(entryListMessages)
  const { sort = 'desc' } = search
  const order = orderOf(search)
  return (
    <Group className={classes.group}>
      <Line aria-rowindex={1} className={classes.head}>
        <Header>
          <VisuallyHidden>{text.selectColumn}</VisuallyHidden>
        </Header>
        <Title of="title" by="title" />
        {columns.map((column) => (
          <Title key={column} of={column} by={ORDERS[column]} />
        ))}
      </Line>
    </Group>
  )

  function Title({ of, by }: { of: Column | 'title'; by: ListOrder | undefined }) {
    const name = columnName(of, text.columns)
    return (
      <Header aria-sort={by === order ? (sort === 'asc' ? 'ascending' : 'descending') : undefined} title={name}>
        {by ? (
          <UnstyledButton className={classes.sort} onClick={() => change(nextSort(by, order, sort))}>
            {name}
            {by === order && (sort === 'asc' ? <ArrowUp size={14} /> : <ArrowDown size={14} />)}
          </UnstyledButton>
        ) : (
          name
        )}
      </Header>
    )
  }
}

/** A second click on a column reverses its order. */
function nextSort(by: ListOrder, order: ListOrder | undefined, sort: 'asc' | 'desc'): ListSearch {
  return by === order ? { order, sort: sort === 'asc' ? 'desc' : 'asc' } : sortedBy(by)
}
