import type { LabelPatch, ListedLabel, labels } from '@aliquot/contract/labels'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patch, post, remove } from '../../api/client.ts'
import { type LabelKind, labelsOf } from '../labels/labels.queries.ts'
import { useSession } from '../session/session.queries.ts'

type LabelEndpoints = (typeof labels)[LabelKind]
export type LabelChange = Partial<LabelPatch>

/** What can be done with the labels of one kind. Each is shown at once, and looked up anew when the service has answered. */
export function useLabelChanges(kind: LabelKind) {
  const client = useQueryClient()
  const { team } = useSession()
  const { queryKey } = labelsOf(team, kind)
  const path = `/teams/${team}/${kind}`
  const show = async (edit: (before: ListedLabel[]) => ListedLabel[]) => {
    await client.cancelQueries({ queryKey })
    client.setQueryData(queryKey, (before) => before && edit(before))
  }
  const onSettled = () => client.invalidateQueries({ queryKey })
  const add = useMutation({
    mutationFn: (label: { name: string; color: string }) => post<LabelEndpoints['add']>(path, label),
    onSettled,
  })
  const change = useMutation({
    mutationFn: ({ id, ...body }: LabelChange & { id: number }) =>
      patch<LabelEndpoints['patch']>(`${path}/${id}`, body),
    onMutate: ({ id, ...body }) =>
      show((all) => all.map((one) => (one.id === id ? { ...one, ...(body as Partial<ListedLabel>) } : one))),
    onSettled,
  })
  /** The labels of the team in the order that they are to have. */
  const reorder = useMutation({
    // One after the other, also where somebody presses a key several times: the last order is the one that stays.
    scope: { id: path },
    mutationFn: async (own: readonly ListedLabel[]) => {
      for (const [at, { id, ordering }] of own.entries()) {
        if (ordering !== at + 1) await patch<LabelEndpoints['patch']>(`${path}/${id}`, { ordering: at + 1 })
      }
    },
    onMutate: (own) =>
      show((all) => [
        ...own.map((label, at) => ({ ...label, ordering: at + 1 })),
        ...all.filter(({ id }) => own.every((label) => label.id !== id)),
      ]),
    // Not in between: the list would jump back while more is on its way.
    onSettled: () =>
      client.isMutating({ predicate: (one) => one.options.scope?.id === path }) === 1 ? onSettled() : undefined,
  })
  const take = useMutation({
    mutationFn: (id: number) => remove(`${path}/${id}`),
    onMutate: (id) => show((all) => all.filter((one) => one.id !== id)),
    onSettled,
  })
  return { add, change, take, reorder }
}
