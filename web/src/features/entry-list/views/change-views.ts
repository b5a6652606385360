import type { EntityType } from '@aliquot/contract/common'
import { type NewView, type View, type ViewPatch, views } from '@aliquot/contract/views'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { patchIfUnchanged } from '../../../api/if-unchanged.ts'
import { useToasts } from '../../../ui/toasts/toasts.tsx'
import type { ListSearch } from '../list-search.ts'
import { savedViews } from './views.queries.ts'

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
