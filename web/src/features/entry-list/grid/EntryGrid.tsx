import { useQueryClient } from '@tanstack/react-query'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { type KeyboardEvent, type RefObject, useRef } from 'react'
import { useTop } from '../../../ui/layout/use-top.ts'
import type { SelectAll } from '../bulk/use-select-all.ts'
import type { EntryRow } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import { useListType, useListTypeMessages } from '../list-type.ts'
import { countRows, type ListHead, useRows } from '../use-list.ts'
import classes from './EntryGrid.module.css'
import { GridHead } from './GridHead.tsx'
import { Grid, Group } from './GridParts.tsx'
import { GridRow, type RowProps } from './GridRow.tsx'
import rows from './Rows.module.css'
import { useRowWindow } from './row-window.ts'
import { type ActiveRow, useRowFocus } from './use-active-row.ts'
import { useGridLook } from './use-grid-look.ts'
import { useSteadyRows } from './use-steady-rows.ts'

export interface GridProps extends Pick<RowProps, 'select' | 'open' | 'remember'> {
  gridRef: RefObject<HTMLDivElement | null>
  head: ListHead
  search: ListSearch
  change(change: ListSearch, replace?: boolean): void
  selected: ReadonlyMap<number, EntryRow>
  all: SelectAll
  active: ActiveRow
  activate(index: number, wantsFocus: boolean): void
}

/** The rows beyond the screen that are drawn and loaded. */
export const AHEAD = 12

/** All rows of a list; only the visible ones are drawn and loaded. */
export function EntryGrid({ gridRef, head, search, change, selected, all, active, activate, ...doings }: GridProps) {
  const type = useListType()
  const { title } = useListTypeMessages()
  const client = useQueryClient()
  const { isTable, hasReasons, height, columns, widths, setWidth, isWide, style } = useGridLook(search, head.shown.q)
  const count = countRows(client, type, head)
  const bodyRef = useRef<HTMLDivElement>(null)
  const margin = useTop(bodyRef)
  const restored = useElementScrollRestoration({ getElement: () => window })
  const activeIndex = Math.min(active.index, Math.max(0, count - 1))

  const visible = useRowWindow({
    count,
    height,
    margin,
    ahead: AHEAD,
    // The active row is always drawn, so that it can have the focus while scrolling.
    always: activeIndex,
    // The sticky head covers the top, the bar of a phone the bottom.
    covered: { top: 160, bottom: 96 },
    initialTop: restored?.scrollY,
  })
  const { startIndex, endIndex } = visible.range
  const rowOf = useRows(
    type,
    head.shown,
    Math.max(0, startIndex - AHEAD),
    Math.min(Math.max(0, count - 1), endIndex + AHEAD),
  )

  useRowFocus(active, activeIndex, visible.scrollTo)
  useSteadyRows({ listKey: head.shownKey, rowOf, range: visible.range, height, margin, activeIndex, activate })

  // By entry, so that the focus goes with it. While pages load again, two of them may contain the same entry.
  const drawn = new Set<number>()
  const keyOf = (row: EntryRow | undefined, index: number) => {
    if (!row || drawn.has(row.id)) return `row ${index}`
    drawn.add(row.id)
    return row.id
  }
  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, endIndex - startIndex - 2)
    const to = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -count, End: count }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    activate(Math.min(Math.max(0, activeIndex + to), count - 1), true)
  }
  return (
    <div className={isTable ? classes.wide : rows.list} data-many={isWide || undefined}>
      <Grid
        ref={gridRef}
        aria-label={title}
        aria-multiselectable="true"
        aria-rowcount={head.first?.totalIsExact ? count + 1 : -1}
        aria-busy={head.isWaiting}
        className={isTable ? classes.table : classes.grid}
        style={style}
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
        <Group ref={bodyRef} className={classes.body} style={{ height: visible.totalHeight }}>
          {visible.indexes.map((index) => {
            const row = rowOf(index)
            return (
              <GridRow
                key={keyOf(row, index)}
                row={row}
                index={index}
                top={index * height}
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
