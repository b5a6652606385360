import { VisuallyHidden } from '@mantine/core'
import { useVirtualizer } from '@tanstack/react-virtual'
import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { localeOf } from '../../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../../i18n/messages.tsx'
import { Scrolled } from '../../../../ui/layout/Scrolled.tsx'
import shared from '../FileViewer.module.css'
import { viewerMessages } from '../viewer.messages.ts'
import { MOST_COLUMNS } from './read-table.ts'
import type { Sorting } from './row-order.ts'
import classes from './TableView.module.css'
import type { OrderedTable } from './use-table.ts'

const ROW_HEIGHT = 32
/** The padding of a cell, in characters. */
const AROUND = 4

interface Props extends OrderedTable {
  name: string
  sorting: Sorting | undefined
  setSorting(sorting: Sorting | undefined): void
}

/** Only visible rows are rendered. Each keeps the number that it has in the file. */
export function RowGrid({ table, order, name, sorting, setSorting }: Props) {
  const text = useMessages(viewerMessages)
  const { language } = useLanguage()
  const { head, rows, widths, areNumbers } = table
  const area = useRef<HTMLDivElement>(null)
  const virtual = useVirtualizer({
    count: order.length,
    getScrollElement: () => area.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: 12,
  })
  const shown = Math.min(widths.length, MOST_COLUMNS)
  const columns = Array.from({ length: shown }, (_, column) => column)
  const first = String(rows.length).length + AROUND
  const all = columns.reduce((sum, column) => sum + (widths[column] ?? 0) + AROUND, first)
  const { format } = new Intl.NumberFormat(localeOf(language))
  const items = virtual.getVirtualItems()
  const above = items[0]?.start ?? 0
  const below = virtual.getTotalSize() - (items.at(-1)?.end ?? 0)
  const isFiltered = order.length < rows.length
  return (
    <>
      <p className={shared.note} role="status">
        {isFiltered
          ? text.rowsFound(format(order.length), format(rows.length))
          : text.rows(format(rows.length), format(widths.length))}
        {widths.length > shown && ` ${text.manyColumns(shown)}`}
      </p>
      <Scrolled ref={area} className={classes.area} label={name} data-scrolls>
        <table className={classes.table} style={{ width: `${all}ch` }} aria-rowcount={order.length + 1}>
          <colgroup>
            <col style={{ width: `${first}ch` }} />
            {columns.map((column) => (
              <col key={column} style={{ width: `${(widths[column] ?? 0) + AROUND}ch` }} />
            ))}
          </colgroup>
          <thead>
            <tr aria-rowindex={1}>
              <th scope="col" className={classes.number}>
                <VisuallyHidden>{text.row}</VisuallyHidden>
              </th>
              {columns.map((column) => {
                const sorted = sorting?.column === column ? sorting : undefined
                return (
                  <th
                    key={column}
                    scope="col"
                    aria-sort={sorted && (sorted.isDescending ? 'descending' : 'ascending')}
                    data-number={areNumbers[column] || undefined}
                  >
                    <button
                      type="button"
                      className={classes.sort}
                      title={head[column]}
                      onClick={() => setSorting(nextSorting(column, sorted))}
                    >
                      <span>{head[column] || text.column(column + 1)}</span>
                      {sorted && (sorted.isDescending ? <ArrowDown {...ICON} /> : <ArrowUp {...ICON} />)}
                    </button>
                  </th>
                )
              })}
            </tr>
          </thead>
          <tbody>
            {above > 0 && <tr aria-hidden style={{ height: above }} />}
            {items.map(({ index: place }) => {
              const index = order[place] ?? 0
              return (
                <tr key={index} aria-rowindex={place + 2} className={classes.row}>
                  <th scope="row" className={classes.number}>
                    {index + 1}
                  </th>
                  {columns.map((column) => (
                    <td key={column} title={rows[index]?.[column]} data-number={areNumbers[column] || undefined}>
                      {rows[index]?.[column]}
                    </td>
                  ))}
                </tr>
              )
            })}
            {below > 0 && <tr aria-hidden style={{ height: below }} />}
          </tbody>
        </table>
      </Scrolled>
    </>
  )
}

const ICON = { size: 14, 'aria-hidden': true } as const

/** Up, down, and as in the file. */
function nextSorting(column: number, sorted: Sorting | undefined): Sorting | undefined {
  if (!sorted) return { column, isDescending: false }
  return sorted.isDescending ? undefined : { column, isDescending: true }
}
