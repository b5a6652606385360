import { UnstyledButton, VisuallyHidden } from '@mantine/core'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useTexts } from '../../i18n/text.tsx'
import { entryListTexts } from './entry-list.text.ts'
import classes from './GridHead.module.css'
import { Group, Header, Line } from './GridParts.tsx'
import { sortedBy } from './ListToolbar.tsx'
import type { ListOrder, ListSearch } from './list-search.ts'

interface Props {
  search: ListSearch
  change(change: ListSearch): void
}

const COLUMNS = [
  ['title', 'title'],
  ['owner', 'user'],
  ['date', 'date'],
  ['tags', undefined],
  ['rating', 'rating'],
  ['comment', 'comment'],
  ['changed', 'lastchange'],
] as const

/** Names of the columns; those that can be sorted by are buttons. */
export function GridHead({ search, change }: Props) {
  const text = useTexts(entryListTexts)
  const { order = 'lastchange', sort = 'desc' } = search
  return (
    <Group className={classes.group}>
      <Line aria-rowindex={1} className={classes.head}>
        <Header>
          <VisuallyHidden>{text.selectColumn}</VisuallyHidden>
        </Header>
        {COLUMNS.map(([name, by]) => (
          <Header key={name} aria-sort={by === order ? (sort === 'asc' ? 'ascending' : 'descending') : undefined}>
            {by ? (
              <UnstyledButton className={classes.sort} onClick={() => change(nextSort(by, order, sort))}>
                {text.columns[name]}
                {by === order && (sort === 'asc' ? <ArrowUp size={14} /> : <ArrowDown size={14} />)}
              </UnstyledButton>
            ) : (
              text.columns[name]
            )}
          </Header>
        ))}
      </Line>
    </Group>
  )
}

/** A second click on a column turns its order over. */
function nextSort(by: ListOrder, order: ListOrder, sort: 'asc' | 'desc'): ListSearch {
  return by === order ? { order, sort: sort === 'asc' ? 'desc' : 'asc' } : sortedBy(by)
}
