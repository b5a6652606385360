import { useMediaQuery } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type CSSProperties, type KeyboardEvent, type RefObject, useLayoutEffect, useRef } from 'react'
import { useTop } from '../../../ui/layout/use-top.ts'
import { isTemplateType } from '../../entry-data/entry-types.ts'
import type { SelectAll } from '../bulk/use-select-all.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import { useListType, useListTypeMessages } from '../list-type.ts'
import { countRows, type ListHead, useRows } from '../use-list.ts'
import { type ColumnWidths, useColumnWidths } from './column-widths.ts'
import { type Column, DEFAULT_COLUMNS, gridColumns, leastWidth, MOST_THAT_FIT } from './columns.ts'
import classes from './EntryGrid.module.css'
import { GridHead } from './GridHead.tsx'
import { Grid, Group } from './GridParts.tsx'
import { GridRow, type RowProps } from './GridRow.tsx'
import rows from './Rows.module.css'
import { type ActiveRow, useRowFocus } from './use-active-row.ts'

interface Props extends Pick<RowProps, 'select' | 'open' | 'remember'> {
  gridRef: RefObject<HTMLDivElement | null>
  head: ListHead
  search: ListSearch
  change(change: ListSearch): void
  selected: ReadonlyMap<number, EntryRow>
  all: SelectAll
  active: ActiveRow
  activate(index: number, wantsFocus: boolean): void
}

const ONE_LINE = 44
const TWO_LINES = 60
/** The title may take two of them. */
const THREE_LINES = 76
/** The height of the extra line that says why a row was found. */
const REASON = 20
/** The rows beyond the screen that are drawn and loaded. */
const AHEAD = 12

/** All rows of a list; only the visible ones are drawn and loaded. */
export function EntryGrid({ gridRef, head, search, change, selected, all, active, activate, ...doings }: Props) {
  const type = useListType()
  const { title } = useListTypeMessages()
  const client = useQueryClient()
  const isTable = search.view === 'table'
  const isPhone = useWidthBelow('40em')
  const isTablet = useWidthBelow('64em')
  const hasReasons = head.shown.q !== undefined && !isTable
  const lines = isTable ? ONE_LINE : isPhone ? THREE_LINES : isTablet ? TWO_LINES : ONE_LINE
  const height = lines + (hasReasons ? REASON : 0)
  const columns = search.columns ?? (isTemplateType(type) ? TEMPLATE_COLUMNS : DEFAULT_COLUMNS)
  const { widths, setWidth } = useColumnWidths()
  const isResized = isTable && (['title', ...columns] as const).some((column) => widths[column])
  const count = countRows(client, type, head)
  const bodyRef = useRef<HTMLDivElement>(null)
  const margin = useTop(bodyRef)
  const restored = useElementScrollRestoration({ getElement: () => window })
  const activeIndex = Math.min(active.index, Math.max(0, count - 1))

  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => height,
    overscan: AHEAD,
    scrollMargin: margin,
    // The sticky head covers the top, the bar of a phone the bottom.
    scrollPaddingStart: 160,
    scrollPaddingEnd: 96,
    ...(restored && { initialOffset: restored.scrollY }),
    // The active row is always drawn, so that it can have the focus while scrolling.
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (count === 0 || indexes.includes(activeIndex)) return indexes
      return [...indexes, activeIndex].sort((a, b) => a - b)
    },
  })
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, height])

  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  const rowOf = useRows(
    type,
    head.shown,
    Math.max(0, startIndex - AHEAD),
    Math.min(Math.max(0, count - 1), endIndex + AHEAD),
  )

  useRowFocus(active, activeIndex, (index) => virtualizer.scrollToIndex(index))

  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, endIndex - startIndex - 2)
    const to = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    activate(Math.min(Math.max(0, activeIndex + to), count - 1), true)
  }
  return (
    <div
      className={isTable ? classes.wide : rows.list}
      data-many={(isTable && columns.length > MOST_THAT_FIT) || isResized || undefined}
    >
      <Grid
        ref={gridRef}
        aria-label={title}
        aria-multiselectable="true"
        aria-rowcount={head.first?.totalIsExact ? count + 1 : -1}
        aria-busy={head.isWaiting}
        className={isTable ? classes.table : classes.grid}
        style={isTable ? tableStyle(columns, widths) : undefined}
        data-waiting={head.isWaiting || undefined}
        onKeyDown={move}
        onFocus={(event) => {
          const row = event.target.closest<HTMLElement>('[data-index]')
          if (row) activate(Number(row.dataset.index), false)
        }}
      >
        <GridHead
          search={search}
          isTable={isTable}
          columns={columns}
          widths={widths}
          setWidth={setWidth}
          all={all}
          change={change}
        />
        <Group ref={bodyRef} className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start, key }) => {
            const row = rowOf(index)
            return (
              <GridRow
                key={key}
                row={row}
                index={index}
                top={start - margin}
                height={height}
                rowIndex={index + 2}
                isTable={isTable}
                columns={columns}
                hasReason={hasReasons}
                isActive={index === activeIndex}
                isSelected={row !== undefined && selected.has(row.id)}
                search={head.shown.q}
                {...doings}
              />
            )
          })}
        </Group>
      </Grid>
    </div>
  )
}

function useWidthBelow(width: '40em' | '64em'): boolean {
  return useMediaQuery(`(width < ${width})`, false, { getInitialValueInEffect: false })
}

const TEMPLATE_COLUMNS = DEFAULT_COLUMNS.filter((column) => column !== 'date')

function tableStyle(columns: readonly Column[], set: ColumnWidths): CSSProperties {
  return {
    '--table-columns': gridColumns(columns, set),
    '--table-width': `${leastWidth(columns, set)}rem`,
  } as CSSProperties
}
