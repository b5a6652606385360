import type { EntityType } from '@aliquot/contract/common'
import { entities } from '@aliquot/contract/entities'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { call } from '../../api/call.ts'
import { Unreachable } from '../../api/client.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { entryLink, isTemplateType } from '../entry-data/entry-types.ts'
import { currentTeam } from '../session/current-team.queries.ts'
import { catchEarlyTitle, takeEarlyTitle } from './early-title.ts'
import { newEntryMessages } from './new-entry.messages.ts'
import { askForTemplate } from './template-request.ts'

/** Creates an entry, empty or from a template, and opens it with the focus in its title. */
export function useNewEntry(type: EntityType) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const text = useMessages(newEntryMessages)
  const { show, fail } = useToasts()
  const { mutate, isPending } = useMutation({
    mutationFn: async (template: number | undefined) => {
      if (template === undefined && (await needsTemplate(client, type))) return undefined
      return call(entities.add, {
        params: { entity_type: type },
        body: { ...(template !== undefined && { template }) },
      })
    },
    onSuccess: (made) => {
      if (made === undefined) return void takeEarlyTitle()
      void client.invalidateQueries({ queryKey: entryKeys.all })
      return navigate({ ...entryLink({ type, id: made.id }), search: { focus: 'title' } })
    },
    onError: (error) => {
      takeEarlyTitle()
      if (error instanceof Unreachable) show({ message: text.notCreated, tone: 'error' })
      else fail(error)
    },
  })
  return {
    isPending,
    /** A held key creates one entry, not many. */
    create: () => {
      if (isPending) return
      catchEarlyTitle()
      mutate(undefined)
    },
    createFrom: (template: number) => {
      if (!isPending) mutate(template)
    },
  }
}

/** Asks for a template first if the team requires one. */
async function needsTemplate(client: QueryClient, type: EntityType): Promise<boolean> {
  if (isTemplateType(type)) return false
  const team = await client.fetchQuery(currentTeam())
  const isForced = (type === 'experiments' ? team.force_exp_tpl : team.force_res_tpl) === 1
  if (isForced) askForTemplate({ makes: type, isForced })
  return isForced
}
