import { type Team, teams } from '@aliquot/contract/teams'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { patchIfUnchanged } from '../../api/if-unchanged.ts'
import type { WantedSettings } from '../../ui/fields/use-saved-setting.ts'
import { currentTeam } from '../session/current-team.queries.ts'

export type TeamChange = Partial<Omit<Team, 'id' | 'created_at'>>

/** Changes settings of the current team optimistically, and rolls back if the service refuses. */
export function useChangeTeam() {
  const client = useQueryClient()
  const { queryKey } = currentTeam()
  return useMutation({
    mutationFn: ({ change, left }: WantedSettings<TeamChange>) =>
      patchIfUnchanged(teams, { params: { id: 'current' }, body: change }, left),
    onMutate: async ({ change }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before) => before && { ...before, ...change })
    },
    onSuccess: ({ data }) => client.setQueryData(queryKey, data),
    onSettled: (_, __, { change }) => {
      if (change.name !== undefined) void client.invalidateQueries({ queryKey: ['session'] })
      return client.invalidateQueries({ queryKey })
    },
  })
}
