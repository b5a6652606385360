import { Button, Text, Title } from '@mantine/core'
import { useElementSize } from '@mantine/hooks'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Plus } from 'lucide-react'
import { type ComponentProps, type CSSProperties, useCallback, useRef } from 'react'
import { useLanguage, useTexts } from '../../i18n/text.tsx'
import { useNewExperiment } from '../../shell/new-experiment.ts'
import { usePageTitle } from '../../ui/page-title.ts'
import { useToasts } from '../../ui/toasts.tsx'
import { BulkBar } from './BulkBar.tsx'
import { BulkFailures } from './BulkFailures.tsx'
import type { BulkAction } from './bulk-actions.ts'
import { EmptyList, FailedList } from './EmptyList.tsx'
import { ExperimentGrid } from './ExperimentGrid.tsx'
import classes from './ExperimentsPage.module.css'
import type { ExperimentRow } from './experiments.queries.ts'
import { experimentTexts } from './experiments.text.ts'
import { FilterBar } from './FilterBar.tsx'
import { ListSkeleton } from './ListSkeleton.tsx'
import { ListToolbar } from './ListToolbar.tsx'
import { readRows } from './list-cache.ts'
import { changeSearch, type ListSearch, type SearchChange, withoutFilters } from './list-search.ts'
import { SearchBox } from './SearchBox.tsx'
import { useActiveRow } from './use-active-row.ts'
import { useBulk } from './use-bulk.ts'
import { type ListHead, useListHead } from './use-list.ts'
import { useListKeys } from './use-list-keys.ts'
import { useSelection } from './use-selection.ts'

/** So many can be marked in one go. */
const MOST_SELECTED = 1000

export function ExperimentsPage() {
  const text = useTexts(experimentTexts)
  const { language } = useLanguage()
  const search = useSearch({ from: '/inside/experiments' })
  const navigate = useNavigate({ from: '/experiments' })
  const client = useQueryClient()
  const { show } = useToasts()
  const head = useListHead(search)
  const { shown, shownKey } = head
  const selection = useSelection(shownKey)
  const bulk = useBulk()
  const { create, isPending: isCreating } = useNewExperiment()
  const { active, activate, remember } = useActiveRow(shownKey)
  const gridRef = useRef<HTMLDivElement>(null)
  const searchRef = useRef<HTMLInputElement>(null)
  const { ref: headRef, height: headHeight } = useElementSize()
  usePageTitle(text.experiments)

  const change = useCallback(
    (part: SearchChange, replace = false) =>
      void navigate({ search: (before: ListSearch) => changeSearch(before, part), replace, resetScroll: false }),
    [navigate],
  )
  const open = useCallback(
    (row: ExperimentRow, index: number) => {
      remember(index)
      void navigate({ to: '/experiments/$id', params: { id: String(row.id) } })
    },
    [navigate, remember],
  )
  const { anchor, add, toggle } = selection
  const select = useCallback(
    async (row: ExperimentRow, index: number, isRange: boolean) => {
      if (!isRange || anchor === undefined) return toggle(row, index)
      const [from, to] = [Math.min(anchor, index), Math.max(anchor, index)]
      if (to - from >= MOST_SELECTED) return show({ message: text.tooMany(MOST_SELECTED.toLocaleString(language)) })
      add(await readRows(client, shown, from, to), index)
    },
    [anchor, add, toggle, client, shown, show, text, language],
  )
  const perform = async (action: BulkAction, rows: readonly ExperimentRow[]) => {
    const after = rows.flatMap((row) => action.preview(row) ?? [])
    // Rows that stay can be marked for what comes next; the one in focus alone never was.
    selection.keep(selection.rows.size > 0 ? after : [])
    const refused = await bulk.perform(action, rows)
    if (refused.length > 0) selection.keep(refused)
  }
  useListKeys({ gridRef, shown, active: active.index, selection, activate, select, open, perform })

  const marked = [...selection.rows.values()]
  return (
    <div className={classes.page} style={{ '--list-head': `${headHeight}px` } as CSSProperties}>
      <div className={classes.heading}>
        <Title order={1} size="h2">
          {search.state === 'deleted' ? text.trash : text.experiments}
        </Title>
        <ResultCount head={head} />
        <Button
          variant="default"
          className={classes.create}
          leftSection={<Plus size={16} aria-hidden="true" />}
          loading={isCreating}
          onClick={create}
        >
          {text.newExperiment}
        </Button>
      </div>
      <div className={classes.head} ref={headRef}>
        <ListToolbar search={search} change={change}>
          <SearchBox
            inputRef={searchRef}
            value={search.q ?? ''}
            isWaiting={head.isWaiting}
            search={(q) => change({ q }, true)}
            leave={() => activate(0, true)}
          />
        </ListToolbar>
        {marked.length > 0 || bulk.progress ? (
          <BulkBar
            state={shown.state}
            rows={marked}
            progress={bulk.progress}
            perform={(action) => void perform(action, marked)}
            clear={selection.clear}
          />
        ) : (
          <FilterBar
            search={search}
            change={change}
            clear={() => void navigate({ search: withoutFilters(search), resetScroll: false })}
          />
        )}
      </div>
      {bulk.failures && <BulkFailures failures={bulk.failures} close={bulk.forgetFailures} />}
      <ListBody
        {...{
          head,
          search,
          change,
          create,
          gridRef,
          selected: selection.rows,
          active,
          activate,
          select,
          open,
          remember,
        }}
      />
    </div>
  )
}

/** How many there are, said aloud when it changes. */
function ResultCount({ head: { first, isWaiting } }: { head: ListHead }) {
  const text = useTexts(experimentTexts)
  const { language } = useLanguage()
  return (
    <Text role="status" c="var(--quiet)" size="sm">
      {first && !isWaiting
        ? text.results(first.total.toLocaleString(language), first.total === 1, first.totalIsExact)
        : text.searching}
    </Text>
  )
}

function ListBody({ create, ...props }: ComponentProps<typeof ExperimentGrid> & { create(): void }) {
  const { first, error, shown, retry } = props.head
  if (error) return <FailedList error={error} retry={retry} />
  if (!first) return <ListSkeleton />
  if (first.total === 0) return <EmptyList search={shown} create={create} />
  return <ExperimentGrid {...props} />
}
