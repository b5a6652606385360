import { ActionIcon, VisuallyHidden } from '@mantine/core'
import {
  ArrowDownWideNarrow,
  ArrowUpNarrowWide,
  CalendarDays,
  ChevronsUpDown,
  LayoutGrid,
  type LucideIcon,
  Rows3,
  SquareKanban,
  Table2,
} from 'lucide-react'
import { useMessages } from '../../i18n/messages.tsx'
import fields from '../../ui/fields/plain-fields.module.css'
import { Segments } from '../../ui/fields/Segments.tsx'
import { isTemplateType } from '../entry-data/entry-types.ts'
import { entryListMessages } from './entry-list.messages.ts'
import { ExportButton } from './exports/ExportButton.tsx'
import { ColumnsButton } from './grid/ColumnsButton.tsx'
import { GroupButton } from './grouped/GroupButton.tsx'
import classes from './ListToolbar.module.css'
import {
  LIST_ORDERS,
  type ListOrder,
  type ListSearch,
  type Look,
  listQuery,
  looksOf,
  orderOf,
  type SearchChange,
} from './list-search.ts'
import { useListType } from './list-type.ts'
import { ViewsButton } from './views/ViewsButton.tsx'

interface Props {
  search: ListSearch
  change(change: SearchChange): void
}

export function ListToolbar({ search, change }: Props) {
  const text = useMessages(entryListMessages)
  const { sort = 'desc', view } = search
  const order = orderOf(search)
  const type = useListType()
  const isTemplates = isTemplateType(type)
  const isRanked = orderOf(search.q === undefined ? {} : { q: search.q }) === undefined
  const orders = LIST_ORDERS.filter((name) => !isTemplates || name !== 'date')
  return (
    <div className={classes.toolbar}>
      {/* A calendar has its own order. */}
      <div className={classes.sort} hidden={view === 'calendar'}>
        <div className={`${fields.field} ${classes.order}`} data-plain-field>
          <select
            className={fields.input}
            aria-label={text.sortBy}
            value={order ?? ''}
            onChange={(event) => {
              const chosen = event.currentTarget.value
              change(chosen === '' ? { order: undefined, sort: undefined } : sortedBy(chosen as ListOrder))
            }}
          >
            {isRanked && <option value="">{text.bestMatch}</option>}
            {orders.map((name) => (
              <option key={name} value={name}>
                {text.orders[name]}
              </option>
            ))}
          </select>
          <span className={fields.end}>
            <ChevronsUpDown size={14} aria-hidden="true" />
          </span>
        </div>
        <ActionIcon
          variant="default"
          size={36}
          aria-label={sort === 'asc' ? text.ascending : text.descending}
          title={sort === 'asc' ? text.ascending : text.descending}
          onClick={() => change({ order: order ?? 'lastchange', sort: sort === 'asc' ? 'desc' : 'asc' })}
        >
          {sort === 'asc' ? <ArrowUpNarrowWide size={16} /> : <ArrowDownWideNarrow size={16} />}
        </ActionIcon>
      </div>
      <div className={classes.short}>
        {view !== 'calendar' && view !== 'gallery' && <GroupButton search={search} change={change} />}
        {view === 'table' && <ColumnsButton columns={search.columns} change={change} />}
        <ViewsButton search={search} />
        <ExportButton query={listQuery(search)} />
      </div>
      <Segments
        isTall
        label={text.view}
        className={classes.views}
        value={view ?? 'rows'}
        onChange={(value) => change({ view: value })}
        options={looksOf(type).map((look) => ({ value: look, label: <LookLabel look={look} /> }))}
      />
    </div>
  )
}

const FROM_A: readonly ListOrder[] = ['title', 'user', 'status', 'cat']

/** Names sort ascending by default, everything else descending. */
export function sortedBy(order: ListOrder): ListSearch {
  return { order, sort: FROM_A.includes(order) ? 'asc' : 'desc' }
}

const LOOK_ICONS: Readonly<Record<Look, LucideIcon>> = {
  rows: Rows3,
  table: Table2,
  board: SquareKanban,
  calendar: CalendarDays,
  gallery: LayoutGrid,
}

function LookLabel({ look }: { look: Look }) {
  const text = useMessages(entryListMessages)
  const Icon = LOOK_ICONS[look]
  return (
    <span className={classes.icon} title={text.looks[look]}>
      <Icon size={16} aria-hidden="true" />
      <VisuallyHidden>{text.looks[look]}</VisuallyHidden>
    </span>
  )
}
