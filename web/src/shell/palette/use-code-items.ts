import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useMemo } from 'react'
import { entryLink } from '../../features/entry-data/entry-types.ts'
import { commonMessages } from '../../i18n/common.messages.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { shellMessages } from '../shell.messages.ts'
import { codedEntries } from './palette.queries.ts'
import type { Item } from './palette-item.ts'

/** What a scanner or somebody who pasted an address means. */
export function useCodeItems(code: string): { items: Item[]; isFetching: boolean } {
  const text = useMessages(shellMessages)
  const common = useMessages(commonMessages)
  const navigate = useNavigate()
  const { data, isFetching } = useQuery(codedEntries(code))
  const items = useMemo(
    () =>
      (data ?? []).map((entry) => ({
        id: `coded-${entry.id}`,
        label: entry.title || common.untitled,
        group: text.ofCode,
        type: entry.type,
        detail: `#${entry.id}`,
        run: () => navigate(entryLink(entry)),
      })),
    [data, text, common, navigate],
  )
  return { items, isFetching }
}
