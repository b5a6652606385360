import type { EntityType } from '@aliquot/contract/common'
import { entities } from '@aliquot/contract/entities'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback, useRef } from 'react'
import { call } from '../../api/call.ts'
import { Unreachable } from '../../api/client.ts'
import { requireKnownSession } from '../../api/known-session.ts'
import { newEntryId } from '../../api/new-entries.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { ENTRY_TYPES, entryLink, isTemplateType } from '../entry-data/entry-types.ts'
import { currentTeam } from '../session/current-team.queries.ts'
import { ownProfile } from '../session/own-profile.queries.ts'
import { catchEarlyTitle, takeEarlyTitle } from './early-title.ts'
import { newEntryMessages } from './new-entry.messages.ts'
import { askForTemplate } from './template-request.ts'

/** Opens a blank entry, which its first change creates, or creates one from a template. Its title has the focus, unless quiet. */
export function useNewEntry(type: EntityType) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const text = useMessages(newEntryMessages)
  const { show, fail } = useToasts()
  const { mutate, isPending } = useMutation({
    mutationFn: (body: { template: number } | { date: string }) =>
      call(entities.add, { params: { entity_type: type }, body }),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: entryKeys.all })
      return navigate({ ...entryLink({ type, id }), search: { focus: 'title' } })
    },
    onError: (error) => {
      if (error instanceof Unreachable) show({ message: text.notCreated, tone: 'error' })
      else fail(error)
    },
  })
  const isBeginning = useRef(false)
  const begin = useCallback(
    async ({ replace = false, isQuiet = false } = {}): Promise<void> => {
      // A held key opens one page, not many.
      if (isBeginning.current) return
      isBeginning.current = true
      let id: number | undefined
      const idNow = () => {
        id ??= newEntryId(knownFormat(client), requireKnownSession().team)
        return id
      }
      if (!isQuiet) catchEarlyTitle(() => (isTemplateForced(client, type) ? undefined : { type, id: idNow() }))
      try {
        if (await needsTemplate(client, type)) {
          takeEarlyTitle()
          if (replace) await navigate({ to: ENTRY_TYPES[type].list, replace })
          return
        }
        await askForFormat(client)
        await navigate({ ...entryLink({ type, id: idNow() }), search: isQuiet ? {} : { focus: 'title' }, replace })
      } finally {
        isBeginning.current = false
      }
    },
    [client, navigate, type],
  )
  return {
    isPending,
    begin,
    create: () => void begin(),
    /** Creates one on a day, unless the team requires a template. */
    createOn: async (date: string) => {
      if (!isPending && !(await needsTemplate(client, type))) mutate({ date })
    },
    createFrom: (template: number) => {
      if (!isPending) mutate({ template })
    },
  }
}

/** Asks for a template first if the team requires one. Without an answer the last known setting counts. */
async function needsTemplate(client: QueryClient, type: EntityType): Promise<boolean> {
  if (isTemplateType(type)) return false
  // Nobody waits for retries before they can write.
  await client.prefetchQuery({ ...currentTeam(), retry: false })
  const isForced = isTemplateForced(client, type)
  if (isForced) askForTemplate({ makes: type, isForced })
  return isForced
}

/** As far as this page knows. */
function isTemplateForced(client: QueryClient, type: EntityType): boolean {
  if (isTemplateType(type)) return false
  const team = client.getQueryData(currentTeam().queryKey)
  return (type === 'experiments' ? team?.force_exp_tpl : team?.force_res_tpl) === 1
}

async function askForFormat(client: QueryClient): Promise<void> {
  await client.prefetchQuery({ ...ownProfile(), staleTime: 60_000, retry: false })
}

function knownFormat(client: QueryClient): 'html' | 'markdown' {
  return client.getQueryData(ownProfile().queryKey)?.use_markdown === 1 ? 'markdown' : 'html'
}
