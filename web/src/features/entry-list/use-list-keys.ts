import type { RefObject } from 'react'
import { useMessages } from '../../i18n/messages.tsx'
import { useShortcuts } from '../../ui/keys/shortcuts.ts'
import { useTellMissing } from '../../ui/on-demand/on-demand.tsx'
import type * as actions from './bulk/bulk-actions.ts'
import type { BulkAction } from './bulk/bulk-actions.ts'
import type { SelectAll } from './bulk/use-select-all.ts'
import type { Selection } from './bulk/use-selection.ts'
import { entryListMessages } from './entry-list.messages.ts'
import type { EntryRow } from './entry-list.queries.ts'
import type { ListSearch } from './list-search.ts'

interface Options {
  gridRef: RefObject<HTMLDivElement | null>
  shown: ListSearch
  rowAt(index: number): EntryRow | undefined
  active: number
  selection: Selection
  all: SelectAll
  activate(index: number, wantsFocus: boolean): void
  select(row: EntryRow, index: number, isRange: boolean): void
  open(row: EntryRow, index: number): void
  perform(action: BulkAction, rows: readonly EntryRow[]): void
}

type ActionName = keyof Pick<typeof actions, 'archive' | 'unarchive' | 'moveToTrash' | 'restore' | 'pin' | 'unpin'>

/** The keys of a list. They act on the selected rows, or else on the focused one. */
export function useListKeys(options: Options): void {
  const { gridRef, shown, rowAt, active, selection, all, activate, select, open, perform } = options
  const text = useMessages(entryListMessages).shortcuts
  const tellMissing = useTellMissing()
  const { state } = shown

  const isInside = () => gridRef.current?.contains(document.activeElement) ?? false
  const focused = () => (isInside() ? rowAt(active) : undefined)
  const step = (by: 1 | -1) => {
    if (!gridRef.current) return false
    // The first key only focuses the active row.
    activate(isInside() ? Math.max(0, active + by) : active, true)
  }
  const onFocused = (act: (row: EntryRow) => void) => {
    const row = focused()
    if (!row) return false
    act(row)
  }
  const onTargets = (choose: (rows: readonly EntryRow[]) => ActionName | undefined) => {
    const row = focused()
    const rows = selection.rows.size > 0 ? [...selection.rows.values()] : row ? [row] : []
    const name = choose(rows)
    if (rows.length === 0 || !name) return false
    // The first load has no actions.
    void import('./bulk/bulk-actions.ts').then((loaded) => perform(loaded[name], rows), tellMissing)
  }

  useShortcuts(
    {
      j: { label: text.next, run: () => step(1) },
      k: { label: text.previous, run: () => step(-1) },
      Enter: {
        label: text.open,
        run: (event) => {
          // On a button or a link, Enter belongs to that.
          if (event.target instanceof Element && event.target.closest('button, a')) return false
          return onFocused((row) => open(row, active))
        },
      },
      x: { label: text.select, run: () => onFocused((row) => select(row, active, false)) },
      'shift+x': { label: text.selectRange, run: () => onFocused((row) => select(row, active, true)) },
      'mod+a': {
        label: text.selectAll,
        run: () => {
          if (!gridRef.current) return false
          if (all.hasMore) void all.selectMatching()
          else if (!all.isAll) all.toggle()
        },
      },
      e: {
        label: text.archive,
        run: () => onTargets(() => (state === 'deleted' ? undefined : state === 'archived' ? 'unarchive' : 'archive')),
      },
      '#': { label: text.delete, run: () => onTargets(() => (state === 'deleted' ? undefined : 'moveToTrash')) },
      r: { label: text.restore, run: () => onTargets(() => (state === 'deleted' ? 'restore' : undefined)) },
      p: {
        label: text.pin,
        run: () =>
          onTargets((rows) => (state ? undefined : rows.every((row) => row.is_pinned === 1) ? 'unpin' : 'pin')),
      },
      Escape: {
        label: text.clear,
        run: () => {
          if (selection.rows.size === 0) return false
          selection.clear()
        },
      },
    },
    text.group,
  )
}
