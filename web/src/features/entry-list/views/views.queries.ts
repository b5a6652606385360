import type { EntityType } from '@aliquot/contract/common'
import { type NewView, type View, type ViewPatch, views } from '@aliquot/contract/views'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { patchIfUnchanged } from '../../../api/if-unchanged.ts'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import { type ListSearch, readListSearch } from '../list-search.ts'

/** One's own views, and those that the team shares. */
export function savedViews() {
  return queryOptions({
    queryKey: ['views'],
    queryFn: async ({ signal }): Promise<View[]> => (await call(views.list, { signal })).data,
    staleTime: 30_000,
  })
}

/** The search of a view, without parts that are no longer valid. */
export function searchOf({ search }: Pick<View, 'search'>): ListSearch {
  try {
    return readListSearch(JSON.parse(search))
  } catch {
    return {}
  }
}

export function useViewChanges() {
  const client = useQueryClient()
  const { fail } = useToasts()
  const { queryKey } = savedViews()
  const options = { onError: (error: Error) => fail(error), onSettled: () => client.invalidateQueries({ queryKey }) }
  const add = useMutation({
    mutationFn: (view: { name: string; entity_type: EntityType; search: ListSearch; is_shared: boolean }) =>
      call(views.add, { body: { ...view, search: JSON.stringify(view.search) } satisfies ViewInput }),
    ...options,
  })
  const change = useMutation({
    mutationFn: ({ id, left, ...body }: ViewPatch & { id: number; left?: Partial<View> }) =>
      patchIfUnchanged(views, { params: { id }, body }, left),
    ...options,
  })
  const take = useMutation({ mutationFn: (id: number) => call(views.remove, { params: { id } }), ...options })
  return { add, change, take }
}

type ViewInput = Omit<NewView, 'is_shared'> & { is_shared: boolean }
