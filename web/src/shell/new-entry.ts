import type { EntityType } from '@aliquot/contract/common'
import type { entities } from '@aliquot/contract/entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { post, Unreachable } from '../api/client.ts'
import { entryLink } from '../features/entry/entry-types.ts'
import { entryListKeys } from '../features/entry-list/entry-list.queries.ts'
import { useTexts } from '../i18n/text.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { catchEarlyKeys, takeEarlyKeys } from './early-keys.ts'
import { shellTexts } from './shell.text.ts'

/** Makes an empty entry and opens it with the cursor in its title. */
export function useNewEntry(type: EntityType) {
  const client = useQueryClient()
  const navigate = useNavigate()
  const text = useTexts(shellTexts)
  const { show, fail } = useToasts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => post<typeof entities.add>(`/${type}`, {}),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: entryListKeys.all })
      return navigate({ ...entryLink({ type, id }), search: { focus: 'title' } })
    },
    onError: (error) => {
      takeEarlyKeys()
      if (error instanceof Unreachable) show({ message: text.notCreated, tone: 'error' })
      else fail(error)
    },
  })
  return {
    isPending,
    /** A key held down makes one entry, not many. */
    create: () => {
      if (isPending) return
      // Whoever begins with the title at once means the title.
      catchEarlyKeys()
      mutate()
    },
  }
}
