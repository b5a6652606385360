import type { EntityType } from '@aliquot/contract/common'
import { Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ComponentProps, type CSSProperties, useCallback, useRef } from 'react'
import { mayEntriesWait } from '../../api/new-entries.ts'
import { localeOf } from '../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../i18n/messages.tsx'
import { usePageTitle } from '../../ui/layout/page-title.ts'
import { useHeight } from '../../ui/layout/use-height.ts'
import { onDemand } from '../../ui/on-demand/on-demand.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { ENTRY_TYPES, entryLink, isTemplateType } from '../entry-data/entry-types.ts'
import { NewEntryButton } from '../new-entry/NewEntryButton.tsx'
import { useNewEntry } from '../new-entry/use-new-entry.ts'
import type { BulkAction } from './bulk/bulk-actions.ts'
import { useBulk } from './bulk/use-bulk.ts'
import { MOST_SELECTED, useSelectAll } from './bulk/use-select-all.ts'
import { useSelection } from './bulk/use-selection.ts'
import classes from './EntryListPage.module.css'
import { entryListMessages } from './entry-list.messages.ts'
import type { EntryRow } from './entry-list.queries.ts'
import { FailedList } from './FailedList.tsx'
import { FilterBar } from './filters/FilterBar.tsx'
import { EntryGrid } from './grid/EntryGrid.tsx'
import { useActiveRow } from './grid/use-active-row.ts'
import { ListSkeleton } from './ListSkeleton.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { changeSearch, type ListSearch, type SearchChange, withoutFilters } from './list-search.ts'
import { ListType, useListTypeMessages } from './list-type.ts'
import { useRowSource } from './row-source.ts'
import { SearchBox } from './SearchBox.tsx'
import { TemplateKinds } from './TemplateKinds.tsx'
import { type ListHead, useListHead } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { useLook } from './use-look.ts'

const EmptyList = onDemand(async () => (await import('./EmptyList.tsx')).EmptyList)
/** Other looks load when somebody chooses them. */
const GroupedGrid = onDemand(async () => (await import('./grouped/GroupedGrid.tsx')).GroupedGrid)
const Calendar = onDemand(async () => (await import('./calendar/Calendar.tsx')).Calendar)
const Gallery = onDemand(async () => (await import('./gallery/Gallery.tsx')).Gallery)
const Board = onDemand(async () => (await import('./board/Board.tsx')).Board)
/** Loaded once rows are selected, or an action on them fails. */
const BulkBar = onDemand(async () => (await import('./bulk/BulkBar.tsx')).BulkBar)
const BulkFailures = onDemand(async () => (await import('./bulk/BulkFailures.tsx')).BulkFailures)

const WaitingEntries = onDemand(async () => (await import('../waiting-entries/WaitingEntries.tsx')).WaitingEntries)

/** The entries of one type. */
export function EntryListPage({ type }: { type: EntityType }) {
  return (
    <ListType value={type}>
      <List type={type} />
    </ListType>
  )
}

function List({ type }: { type: EntityType }) {
  const text = useMessages(entryListMessages)
  const ofType = useListTypeMessages()
  const { language } = useLanguage()
  const address = useSearch({ from: `/inside${ENTRY_TYPES[type].list}` })
  const { search, remember: rememberLook } = useLook(type, address)
  const navigate = useNavigate({ from: ENTRY_TYPES[type].list })
  const { show } = useToasts()
  const head = useListHead(type, search)
  const { shown, shownKey } = head
  const selection = useSelection(shownKey)
  const source = useRowSource(type, shown)
  const all = useSelectAll(type, head, { selection, source })
  const bulk = useBulk()
  const { create, isPending: isCreating } = useNewEntry(type)
  const { active, activate, remember } = useActiveRow(shownKey)
  const gridRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const [headRef, headHeight] = useHeight()
  usePageTitle(ofType.title)

  const change = useCallback(
    (part: SearchChange, replace = false) => {
      const full = rememberLook(part)
      void navigate({ search: (before: ListSearch) => changeSearch(before, full), replace, resetScroll: false })
    },
    [navigate, rememberLook],
  )
  const open = useCallback(
    (row: EntryRow, index: number) => {
      remember(index)
      void navigate(entryLink(row))
    },
    [navigate, remember],
  )
  const { anchor, add, toggle } = selection
  const select = useCallback(
    async (row: EntryRow, index: number, isRange: boolean) => {
      if (!isRange || anchor === undefined) return toggle(row, index)
      const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)]
      if (to - from >= MOST_SELECTED)
        return show({ message: text.tooMany(MOST_SELECTED.toLocaleString(localeOf(language))) })
      add(await source.range(from, to), index)
    },
    [anchor, add, toggle, source, show, text, language],
  )
  const perform = async (action: BulkAction, rows: readonly EntryRow[]) => {
    const after = rows.flatMap((row) => action.preview(row) ?? [])
    // Rows that stay remain selected for the next action. A row that only had the focus was never selected.
    selection.keep(selection.rows.size > 0 ? after : [])
    const refused = await bulk.perform(action, rows)
    if (refused.length > 0) selection.keep(refused)
  }
  useListKeys({
    gridRef,
    shown,
    rowAt: source.at,
    active: active.index,
    selection,
    all,
    activate,
    select,
    open,
    perform,
  })

  const marked = [...selection.rows.values()]
  const isMarking = marked.length > 0 || bulk.progress !== undefined
  return (
    <div className={classes.page} style={{ '--list-head': `${headHeight}px` } as CSSProperties}>
      <div className={classes.heading}>
        <Title order={1} size="h2">
          {search.state === 'deleted' ? text.trash : ofType.title}
        </Title>
        <ResultCount head={head} />
        <NewEntryButton
          type={type}
          className={type === 'experiments' ? classes.create : classes.createHere}
          create={create}
          isPending={isCreating}
        />
      </div>
      {isTemplateType(type) && <TemplateKinds />}
      <div className={classes.head} ref={headRef}>
        <SearchBox
          inputRef={searchRef}
          value={search.q ?? ''}
          isWaiting={head.isWaiting}
          refused={head.first ? head.refused : undefined}
          search={(q) => change({ q }, true)}
          leave={() => activate(0, true)}
        />
        <div className={classes.tools}>
          <ListToolbar search={search} change={change} />
          <div className={classes.bars}>
            <div className={classes.filters} data-covered={isMarking || undefined}>
              <FilterBar
                search={search}
                change={change}
                clear={() => void navigate({ search: withoutFilters(search), resetScroll: false })}
              />
            </div>
            {isMarking && (
              <BulkBar
                state={shown.state}
                rows={marked}
                all={all}
                progress={bulk.progress}
                perform={(action) => void perform(action, marked)}
                clear={selection.clear}
              />
            )}
          </div>
        </div>
      </div>
      {mayEntriesWait() && <WaitingEntries type={type} />}
      {bulk.failures && <BulkFailures failures={bulk.failures} close={bulk.forgetFailures} />}
      <ListBody
        {...{
          head,
          search,
          change,
          create,
          gridRef,
          selected: selection.rows,
          all,
          active,
          activate,
          select,
          open,
          remember,
          source,
          perform,
        }}
      />
    </div>
  )
}

/** The number of results, announced to screen readers. */
function ResultCount({ head: { first, isWaiting, error } }: { head: ListHead }) {
  const text = useMessages(entryListMessages)
  const { count } = useListTypeMessages()
  const { language } = useLanguage()
  const inWords = () => {
    if (error) return ''
    if (!first || isWaiting) return text.searching
    const number = first.total.toLocaleString(localeOf(language))
    return count(first.totalIsExact ? number : text.moreThan(number), first.totalIsExact && first.total === 1)
  }
  return (
    <Text role="status" c="var(--quiet)" size="sm">
      {inWords()}
    </Text>
  )
}

type BodyProps = ComponentProps<typeof EntryGrid> &
  Pick<ComponentProps<typeof GroupedGrid>, 'source'> &
  Pick<ComponentProps<typeof Board>, 'perform'> & { create(): void }

function ListBody({ create, source, perform, ...props }: BodyProps) {
  const { first, error, shown, retry } = props.head
  const { view, group = 'none' } = props.search
  if (error) return <FailedList error={error} retry={retry} />
  if (!first) return <ListSkeleton />
  // An empty calendar shows its days.
  if (view === 'calendar')
    return (
      <Calendar
        shown={shown}
        search={props.search}
        {...{ change: props.change, perform }}
        fallback={<ListSkeleton />}
      />
    )
  if (first.total === 0) return <EmptyList search={shown} create={create} />
  if (view === 'gallery') return <Gallery key={props.head.shownKey} shown={shown} fallback={<ListSkeleton />} />
  if (view === 'board')
    return <Board shown={shown} search={props.search} perform={perform} fallback={<ListSkeleton />} />
  if (group !== 'none') return <GroupedGrid {...props} by={group} source={source} fallback={<ListSkeleton />} />
  return <EntryGrid {...props} />
}
