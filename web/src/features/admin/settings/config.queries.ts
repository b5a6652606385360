import { config, type InstanceSettings } from '@aliquot/contract/config'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../../api/call.ts'
import { patchIfUnchanged } from '../../../api/if-unchanged.ts'
import type { WantedSettings } from '../../../ui/fields/use-saved-setting.ts'

export function instanceSettings() {
  return queryOptions({
    queryKey: ['config'],
    queryFn: async () => (await call(config.read)).data,
  })
}

export type SettingsChange = Partial<InstanceSettings>

/** Changes settings of the instance optimistically, and rolls back if the service refuses. */
export function useChangeSettings() {
  const client = useQueryClient()
  const { queryKey } = instanceSettings()
  return useMutation({
    mutationFn: ({ change, left }: WantedSettings<SettingsChange>) => patchIfUnchanged(config, { body: change }, left),
    onMutate: async ({ change }) => {
      await client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, (before) => before && { ...before, ...change })
    },
    onSuccess: ({ data }) => client.setQueryData(queryKey, data),
    onSettled: () => {
      // Rights and announcements show up all over the page.
      void client.invalidateQueries({ queryKey: ['session'] })
      void client.invalidateQueries({ queryKey: ['setup'] })
      void client.invalidateQueries({ queryKey: ['info'] })
      return client.invalidateQueries({ queryKey })
    },
  })
}
