import type { EntityType } from '@aliquot/contract/common'
import { useQueryClient } from '@tanstack/react-query'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import { readRows } from '../list-cache.ts'
import type { RowSource } from '../row-source.ts'
import type { ListHead } from '../use-list.ts'
import type { Selection } from './use-selection.ts'

/** The most rows selected at once. */
export const MOST_SELECTED = 1000

export interface SelectAll {
  /** All loaded rows are selected. */
  isAll: boolean
  isPartly: boolean
  /** Selects all loaded rows, or none if they all are. */
  toggle(): void
  /** The rows of the list beyond the loaded ones, which are not selected yet. */
  hasMore: boolean
  /** Selects all rows of the list, as far as allowed. */
  selectMatching(): Promise<void>
}

/** Selects first the rows that have been seen, then all that match. */
export function useSelectAll(
  type: EntityType,
  { shown, first }: ListHead,
  { selection, source }: { selection: Selection; source: RowSource },
): SelectAll {
  const client = useQueryClient()
  const text = useMessages(entryListMessages)
  const { language } = useLanguage()
  const { show, fail } = useToasts()
  const { rows: selected, keep, clear } = selection
  const loaded = selected.size === 0 ? [] : source.loaded()
  const isAll = loaded.length > 0 && loaded.every(({ id }) => selected.has(id))
  return {
    isAll,
    isPartly: selected.size > 0 && !isAll,
    toggle: () => (isAll ? clear() : keep(source.loaded().slice(0, MOST_SELECTED))),
    hasMore: isAll && first !== undefined && (!first.totalIsExact || first.total > selected.size),
    selectMatching: async () => {
      try {
        const rows = await readRows(client, type, shown, 0, MOST_SELECTED - 1)
        keep(rows)
        if (first && (!first.totalIsExact || first.total > rows.length) && rows.length === MOST_SELECTED)
          show({ message: text.tooMany(MOST_SELECTED.toLocaleString(localeOf(language))) })
      } catch (error) {
        fail(error)
      }
    },
  }
}
