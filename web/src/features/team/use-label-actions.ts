import type { ListedLabel } from '@aliquot/contract/labels'
import { storedFields } from '../../api/if-unchanged.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import type { LabelKind } from '../labels/labels.queries.ts'
import { type LabelChange, useLabelChanges } from './label-changes.queries.ts'
import { teamMessages } from './team.messages.ts'

const DELETED = 3

/** The actions on a category or status. All but moving offer to undo. */
export function useLabelActions(kind: LabelKind) {
  const text = useMessages(teamMessages)
  const { show, failOrRetry } = useToasts()
  const { change, take, move } = useLabelChanges(kind)

  async function apply(label: ListedLabel, wanted: LabelChange, before: LabelChange, message: string): Promise<void> {
    const { id } = label
    const { data } = await change.mutateAsync({ id, ...wanted })
    const left = storedFields(data, wanted)
    show({ message, undo: async () => void (await change.mutateAsync({ id, ...before, left })) })
  }

  function applyOrTell(...wanted: Parameters<typeof apply>): Promise<void> {
    return apply(...wanted).catch((error) => failOrRetry(error, () => applyOrTell(...wanted)))
  }

  return {
    /** Rejects if it is refused, so that the typed words are kept. */
    rename: (label: ListedLabel, title: string) =>
      apply(label, { title }, { title: label.title }, text.renamed(label.title, title)),
    paint: (label: ListedLabel, color: string) =>
      applyOrTell(label, { color }, { color: label.color }, text.painted(label.title)),
    share: (label: ListedLabel, is: boolean) =>
      applyOrTell(
        label,
        { is_private: is ? 0 : 1 },
        { is_private: is ? 1 : 0 },
        is ? text.isShared(label.title) : text.isUnshared(label.title),
      ),
    move,
    async take(label: ListedLabel): Promise<void> {
      const back = { id: label.id, state: 1, left: { state: DELETED } }
      const undo = async () => void (await change.mutateAsync(back))
      await take.mutateAsync(label.id).then(
        () => show({ message: text.labelDeleted(label.title), undo }),
        (error) => failOrRetry(error, () => this.take(label)),
      )
    },
  }
}
