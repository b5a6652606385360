import type { EntityType } from '@aliquot/contract/common'
import { useQueries, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMessages } from '../../../i18n/messages.tsx'
import { labelMessages } from '../../labels/labels.messages.ts'
import { kindOf, type LabelField, labelsOf } from '../../labels/labels.queries.ts'
import { useSession } from '../../session/session.queries.ts'
import type { LabelChoice } from '../bulk/more-actions.ts'
import { type EntryRow, entryListPage, type ListPage, PAGE_SIZE } from '../entry-list.queries.ts'
import { groupsOf, searchInGroup } from '../grouped/groups.queries.ts'
import type { ListSearch } from '../list-search.ts'

export interface BoardColumn {
  /** The id of the label, `null` for none. */
  value: string
  name: string
  label: LabelChoice
  /** Cards can be moved here. */
  isOpen: boolean
  cards: EntryRow[]
  page: Pick<ListPage, 'total' | 'totalIsExact'> | undefined
  hasMore: boolean
  isLoading: boolean
  error: Error | null
  more(): void
}

/** The columns of a board: every label of the team, others that the list has, and entries without one. */
export function useColumns(type: EntityType, search: ListSearch, field: LabelField): BoardColumn[] | undefined {
  const text = useMessages(labelMessages)
  const { team } = useSession()
  const { data: labels } = useQuery(labelsOf(team, kindOf(type, field)))
  // Entries may have labels that other teams share, and labels that were removed.
  const { data: groups } = useQuery(groupsOf(type, search, field))
  const [pages, setPages] = useState<Record<string, number>>({})

  const own = labels?.filter((label) => label.team === team) ?? []
  const others = groups?.filter(({ value }) => value !== 'null' && !own.some(({ id }) => String(id) === value)) ?? []
  const wanted = search[field]
  const kinds = [
    { value: 'null', isOpen: true, label: { id: null, title: null, color: null } },
    ...own.map(({ id, title, color }) => ({ value: String(id), isOpen: true, label: { id, title, color } })),
    ...others.map(({ value, title, color }) => {
      const isOpen = labels?.some(({ id }) => String(id) === value) ?? false
      return { value, isOpen, label: { id: Number(value), title, color } }
    }),
  ].filter(({ label }) => !wanted || wanted.includes(label.id ?? 0))
  const asked = kinds.flatMap(({ value }) =>
    Array.from({ length: pages[value] ?? 1 }, (_, page) => ({ value, page, in: searchInGroup(search, field, value) })),
  )
  const answers = useQueries({
    queries: (labels ? asked : []).map((one) => entryListPage(type, one.in, one.page * PAGE_SIZE)),
  })
  if (!labels) return undefined

  // A moved card has its new label at once, in the pages of its old column.
  const loaded = new Map<string, EntryRow[]>()
  const moved = new Map<string, EntryRow[]>()
  for (const [index, { value }] of asked.entries()) {
    for (const row of answers[index]?.data?.rows ?? []) {
      const now = String(row[field])
      const rows = now === value ? loaded : moved
      rows.set(now, [...(rows.get(now) ?? []), row])
    }
  }
  return kinds.map(({ value, isOpen, label }) => {
    const own = answers.filter((_, index) => asked[index]?.value === value)
    const here = loaded.get(value) ?? []
    const arrived = (moved.get(value) ?? []).filter(({ id }) => !here.some((row) => row.id === id))
    const first = own[0]?.data
    const last = own.at(-1)?.data
    const seen = own.reduce((sum, { data }) => sum + (data?.rows.length ?? 0), 0)
    return {
      value,
      name: label.title ?? text.without[field],
      label,
      isOpen,
      cards: [...arrived, ...here],
      page: first && { ...first, total: first.total + arrived.length - (seen - here.length) },
      hasMore: last !== undefined && last.rows.length === PAGE_SIZE && (!last.totalIsExact || last.total > seen),
      isLoading: own.some(({ isPending }) => isPending),
      error: own.find(({ error }) => error)?.error ?? null,
      more: () => setPages((before) => ({ ...before, [value]: own.length + 1 })),
    }
  })
}
