import type { EntityGroup, Grouping } from '@aliquot/contract/entity-groups'
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query'
import { useElementScrollRestoration } from '@tanstack/react-router'
import { defaultRangeExtractor, useWindowVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, useLayoutEffect, useMemo, useRef } from 'react'
import { ProblemLine } from '../../../ui/layout/ProblemLine.tsx'
import { useTop } from '../../../ui/layout/use-top.ts'
import { type EntryRow, entryListPage } from '../entry-list.queries.ts'
import classes from '../grid/EntryGrid.module.css'
import { AHEAD, type GridProps } from '../grid/EntryGrid.tsx'
import { GridHead } from '../grid/GridHead.tsx'
import { Group, TreeGrid } from '../grid/GridParts.tsx'
import { GridRow } from '../grid/GridRow.tsx'
import rows from '../grid/Rows.module.css'
import { useRowFocus } from '../grid/use-active-row.ts'
import { ONE_LINE, useGridLook } from '../grid/use-grid-look.ts'
import { ListSkeleton } from '../ListSkeleton.tsx'
import { readRows } from '../list-cache.ts'
import { useListType, useListTypeMessages } from '../list-type.ts'
import { type RowSource, useRowsOf } from '../row-source.ts'
import { countRows } from '../use-list.ts'
import { GroupHeading } from './GroupHeading.tsx'
import { placeAt, spansOf } from './group-spans.ts'
import { groupsOf, searchInGroup } from './groups.queries.ts'
import { useGroupRows } from './use-group-rows.ts'

interface Props extends GridProps {
  by: Grouping
  source: RowSource
}

/** The rows of a list under headings. Each group is a list of its own, and only its visible rows are loaded. */
export function GroupedGrid({ by, ...props }: Props) {
  const { shown } = props.head
  const { data: groups, error } = useQuery({
    ...groupsOf(useListType(), shown, by),
    placeholderData: keepPreviousData,
  })
  if (error) return <ProblemLine error={error} />
  if (!groups) return <ListSkeleton />
  return <Groups {...props} by={by} groups={groups} />
}

function Groups(props: Props & { groups: readonly EntityGroup[] }) {
  const { by, groups, gridRef, head, search, change, selected, all, active, activate, source, ...doings } = props
  const type = useListType()
  const { title } = useListTypeMessages()
  const client = useQueryClient()
  const look = useGridLook(search, head.shown.q)
  const { isTable, height, columns } = look
  const folded = search.folded ?? []
  const searches = useMemo(() => groups.map(({ value }) => searchInGroup(head.shown, by, value)), [groups, head, by])
  const totals = groups.map((group, index) => {
    const shown = searches[index] ?? head.shown
    const { queryKey } = entryListPage(type, shown)
    const first = client.getQueryData(queryKey)
    const error = first ? undefined : (client.getQueryState(queryKey)?.error ?? undefined)
    const told = { rows: [], total: group.total, totalIsExact: group.total_is_exact === 1 }
    const page = first && (first.totalIsExact || first.total > group.total) ? first : told
    // A group that the service refuses to read has no rows to wait for.
    return { page, error, rows: error ? 0 : countRows(client, type, { ...head, shown, first: page }) }
  })
  const { spans, length } = spansOf(
    totals.map((total, index) => (folded.includes(groups[index]?.value ?? '') ? 0 : total.rows)),
  )
  const bodyRef = useRef<HTMLDivElement>(null)
  const margin = useTop(bodyRef)
  const restored = useElementScrollRestoration({ getElement: () => window })
  const activeIndex = Math.min(active.index, Math.max(0, length - 1))
  const isHeading = (index: number) => placeAt(spans, index).row < 0

  const virtualizer = useWindowVirtualizer({
    count: length,
    estimateSize: (index) => (isHeading(index) ? ONE_LINE : height),
    overscan: AHEAD,
    scrollMargin: margin,
    scrollPaddingStart: 160,
    scrollPaddingEnd: 96,
    ...(restored && { initialOffset: restored.scrollY }),
    rangeExtractor: (range) => {
      const indexes = defaultRangeExtractor(range)
      if (length === 0 || indexes.includes(activeIndex)) return indexes
      return [...indexes, activeIndex].sort((a, b) => a - b)
    },
  })
  const layout = `${height} ${spans.map(({ start }) => start).join(' ')} ${length}`
  useLayoutEffect(() => virtualizer.measure(), [virtualizer, layout])

  const { startIndex, endIndex } = virtualizer.range ?? { startIndex: 0, endIndex: 0 }
  const visible = [Math.max(0, startIndex - AHEAD), Math.min(Math.max(0, length - 1), endIndex + AHEAD)] as const
  const loaded = useGroupRows(type, searches, spans, visible)
  const rowAt = (index: number) => {
    const { group, row } = placeAt(spans, index)
    return row < 0 ? undefined : loaded.rowAt(group, row)
  }
  useRowsOf(source, {
    at: rowAt,
    range: async (from, to) => {
      const found: EntryRow[] = []
      for (const [group, { start, rows: count }] of spans.entries()) {
        const [first, last] = [Math.max(0, from - start - 1), Math.min(count - 1, to - start - 1)]
        const shown = searches[group]
        if (shown && first <= last) found.push(...(await readRows(client, type, shown, first, last)))
      }
      return found
    },
    loaded: () =>
      spans.flatMap(({ start, rows: count }) =>
        Array.from({ length: count }, (_, row) => rowAt(start + 1 + row)).filter((row) => row !== undefined),
      ),
  })
  useRowFocus(active, activeIndex, (index) => virtualizer.scrollToIndex(index))

  const fold = (value: string, isFolded: boolean) => {
    const others = folded.filter((one) => one !== value)
    change({ folded: isFolded ? [...others, value] : others }, true)
  }
  const move = (event: KeyboardEvent) => {
    const page = Math.max(1, endIndex - startIndex - 2)
    const to = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -length, End: length }[event.key]
    if (to === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    activate(Math.min(Math.max(0, activeIndex + to), length - 1), true)
  }
  return (
    <div className={isTable ? classes.wide : rows.list} data-many={look.isWide || undefined}>
      <TreeGrid
        ref={gridRef}
        aria-label={title}
        aria-multiselectable="true"
        aria-rowcount={-1}
        aria-busy={head.isWaiting}
        className={isTable ? classes.table : classes.grid}
        style={look.style}
        data-waiting={head.isWaiting || undefined}
        onKeyDown={move}
        onFocus={(event) => {
          const row = event.target.closest<HTMLElement>('[data-index]')
          if (row) activate(Number(row.dataset.index), false)
        }}
      >
        <GridHead {...look} search={search} all={all} change={change} />
        <Group ref={bodyRef} className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
          {virtualizer.getVirtualItems().map(({ index, start }) => {
            const place = placeAt(spans, index)
            const group = groups[place.group]
            if (!group) return null
            const top = start - margin
            if (place.row < 0) {
              const isFolded = folded.includes(group.value)
              return (
                <GroupHeading
                  key={group.value}
                  by={by}
                  group={group}
                  page={totals[place.group]?.page}
                  index={index}
                  top={top}
                  isActive={index === activeIndex}
                  isFolded={isFolded}
                  error={totals[place.group]?.error}
                  fold={(wanted) => wanted !== isFolded && fold(group.value, wanted)}
                />
              )
            }
            const row = loaded.rowAt(place.group, place.row)
            return (
              <GridRow
                key={`${group.value} ${place.row}`}
                level={2}
                row={row}
                index={index}
                top={top}
                height={height}
                rowIndex={index + 2}
                isTable={isTable}
                columns={columns}
                hasReason={look.hasReasons}
                isActive={index === activeIndex}
                isSelected={row !== undefined && selected.has(row.id)}
                search={head.shown.q}
                {...doings}
              />
            )
          })}
        </Group>
      </TreeGrid>
    </div>
  )
}
