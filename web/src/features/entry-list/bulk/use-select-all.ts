import type { EntityType } from '@aliquot/contract/common'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { localeOf } from '../../../i18n/locale.ts'
import { useLanguage, useMessages } from '../../../i18n/messages.tsx'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { entryListMessages } from '../entry-list.messages.ts'
import { entryListPage } from '../entry-list.queries.ts'
import type { ListSearch } from '../list-search.ts'
import type { RowSource } from '../row-source.ts'
import type { ListHead } from '../use-list.ts'
import type { Selection } from './use-selection.ts'

/** The most rows selected at once: as many as the service sends in one answer. */
export const MOST_SELECTED = 10_000

export interface SelectAll {
  /** All loaded rows are selected. */
  isAll: boolean
  isPartly: boolean
  /** Selects all loaded rows, or none if they all are. */
  toggle(): void
  /** The rows of the list beyond the loaded ones, which are not selected yet. */
  hasMore: boolean
  /** The rows of the whole list are being read. */
  isReading?: boolean
  /** The whole list is selected: its query names it. */
  whole?: ListSearch | undefined
  /** Selects all rows of the list, as far as allowed. */
  selectMatching(): Promise<void>
}

/** Selects first the rows that have been seen, then all that match. */
export function useSelectAll(
  type: EntityType,
  { shown, shownKey, first }: ListHead,
  { selection, source }: { selection: Selection; source: RowSource },
): SelectAll {
  const client = useQueryClient()
  const text = useMessages(entryListMessages)
  const { language } = useLanguage()
  const { show, fail } = useToasts()
  const [isReading, setReading] = useState(false)
  const [matching, setMatching] = useState<{ shownKey: string; count: number; isEnd: boolean }>()
  const { rows: selected, keep, clear } = selection
  const loaded = selected.size === 0 ? [] : source.loaded()
  const isAll = loaded.length > 0 && loaded.every(({ id }) => selected.has(id))
  const isMatching = matching?.shownKey === shownKey && matching.count === selected.size
  const selectMatching = async () => {
    setReading(true)
    try {
      // In one answer, so that no entry moves from a page that is not read yet to one that is.
      const page = { ...entryListPage(type, shown, 0, MOST_SELECTED), staleTime: 0, gcTime: 0 }
      const { rows, total, totalIsExact } = await client.fetchQuery(page)
      const isEnd = rows.length < MOST_SELECTED || (totalIsExact && total === rows.length)
      keep(rows)
      setMatching({ shownKey, count: rows.length, isEnd })
      if (!isEnd) show({ message: text.tooMany(MOST_SELECTED.toLocaleString(localeOf(language))) })
    } catch (error) {
      fail(error)
    } finally {
      setReading(false)
    }
  }
  return {
    isAll,
    isPartly: selected.size > 0 && !isAll,
    toggle: () => (isAll ? clear() : keep(source.loaded().slice(0, MOST_SELECTED))),
    hasMore: isAll && !isMatching && first !== undefined && (!first.totalIsExact || first.total > selected.size),
    isReading,
    whole: isMatching && matching.isEnd ? shown : undefined,
    selectMatching,
  }
}
