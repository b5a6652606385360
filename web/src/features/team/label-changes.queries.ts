import { type Label, type LabelPatch, type ListedLabel, labels } from '@aliquot/contract/labels'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { patchIfUnchanged } from '../../api/if-unchanged.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { type LabelKind, labelsOf } from '../labels/labels.queries.ts'
import { useSession } from '../session/session.queries.ts'

export type LabelChange = Partial<LabelPatch>

/** Optimistic changes of the labels of one kind, reloaded after the answer. */
export function useLabelChanges(kind: LabelKind) {
  const client = useQueryClient()
  const { team } = useSession()
  const { fail } = useToasts()
  const { queryKey } = labelsOf(team, kind)
  const paramsOf = (id: number) => ({ id: team, subid: id })
  const inTurn = `order of ${kind} of team ${team}`
  const show = async (edit: (before: ListedLabel[]) => ListedLabel[]) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (before) => before && edit(before))
  }
  const onSettled = () => client.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: (label: { name: string; color: string }) =>
      call(labels[kind].add, { params: { id: team }, body: label }),
    onSettled,
  })
  const change = useMutation({
    mutationFn: ({ id, left, ...body }: LabelChange & { id: number; left?: Partial<Label> }) =>
      patchIfUnchanged(labels[kind], { params: paramsOf(id), body }, left),
    onMutate: ({ id, left: _, ...body }) =>
      show((all) => all.map((one) => (one.id === id ? { ...one, ...(body as Partial<ListedLabel>) } : one))),
    onSettled,
  })
  const reorder = useMutation({
    // One after the other, so that the last order wins.
    scope: { id: inTurn },
    mutationFn: async (own: readonly ListedLabel[]) => {
      for (const [at, { id, ordering }] of own.entries()) {
        if (ordering !== at + 1) await call(labels[kind].patch, { params: paramsOf(id), body: { ordering: at + 1 } })
      }
    },
    // Only after the last one: the list would jump back while more are under way.
    onSettled: () =>
      client.isMutating({ predicate: (one) => one.options.scope?.id === inTurn }) === 1 ? onSettled() : undefined,
  })
  /**
   * Swaps a label with its neighbour and returns its new position; undefined at the end of the list. The cache changes
   * first, so that a held key moves what the person sees.
   */
  const move = (id: number, step: 1 | -1): number | undefined => {
    const all = client.getQueryData(queryKey) ?? []
    const own = all.filter((label) => label.team === team)
    const at = own.findIndex((label) => label.id === id)
    const [label, neighbour] = [own[at], own[at + step]]
    if (!label || !neighbour) return undefined
    const moved = own.with(at, neighbour).with(at + step, label)
    void client.cancelQueries({ queryKey }, { revert: false })
    const shown = moved.map((one, index) => ({ ...one, ordering: index + 1 }))
    client.setQueryData(queryKey, [...shown, ...all.filter((one) => one.team !== team)])
    reorder.mutate(moved, { onError: fail })
    return at + step
  }
  const take = useMutation({
    mutationFn: (id: number) => call(labels[kind].remove, { params: paramsOf(id) }),
    onMutate: (id) => show((all) => all.filter((one) => one.id !== id)),
    onSettled,
  })
  return { add, change, take, move }
}
