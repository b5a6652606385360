import { labels } from '@aliquot/contract/labels'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { currentTeam } from '../session/current-team.queries.ts'
import { useSession } from '../session/session.queries.ts'
import { LABEL_RIGHTS, type LabelKind, labelsOf } from './labels.queries.ts'

/** Creates a label from its name; undefined if the person may not. */
export function useNewLabel(kind: LabelKind): ((name: string) => Promise<number | undefined>) | undefined {
  const client = useQueryClient()
  const { fail } = useToasts()
  const { team: teamId, is_admin, can_write } = useSession()
  const { data: team } = useQuery(currentTeam())
  const { mutateAsync } = useMutation({
    mutationFn: (name: string) => call(labels[kind].add, { params: { id: teamId }, body: { name } }),
    onError: fail,
    onSettled: () => client.invalidateQueries({ queryKey: labelsOf(teamId, kind).queryKey }),
  })
  const isAllowed = can_write === 1 && (is_admin === 1 || team?.[LABEL_RIGHTS[kind]] === 1)
  if (!isAllowed) return undefined
  return async (name) => {
    try {
      return (await mutateAsync(name)).id
    } catch {
      // The mutation itself reports the error.
      return undefined
    }
  }
}
