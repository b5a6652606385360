import type { entities } from '@aliquot/contract/entities'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { post, Unreachable } from '../api/client.ts'
import { useTexts } from '../i18n/text.tsx'
import { useToasts } from '../ui/toasts.tsx'
import { shellTexts } from './shell.text.ts'

/** Makes an empty experiment and opens it with the cursor in its title. */
export function useNewExperiment() {
  const client = useQueryClient()
  const navigate = useNavigate()
  const text = useTexts(shellTexts)
  const { show, fail } = useToasts()
  const { mutate, isPending } = useMutation({
    mutationFn: () => post<typeof entities.add>('/experiments', {}),
    onSuccess: ({ id }) => {
      void client.invalidateQueries({ queryKey: ['experiments'] })
      return navigate({ to: '/experiments/$id', params: { id: String(id) }, search: { focus: 'title' } })
    },
    onError: (error) => {
      if (error instanceof Unreachable) show({ message: text.notCreated, tone: 'error' })
      else fail(error)
    },
  })
  return {
    isPending,
    /** A key held down makes one experiment, not many. */
    create: () => {
      if (!isPending) mutate()
    },
  }
}
