import type { unfinishedSteps } from '@aliquot/contract/steps'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { get } from '../../api/client.ts'
import { useTexts } from '../../i18n/text.tsx'
import { useToasts } from '../../ui/toasts.tsx'
import { entryKeys, noteChanged } from '../entry/entry.queries.ts'
import type { EntryRef } from '../entry/entry-types.ts'
import { finishStep, stepsPath } from './live-steps.ts'
import { stepTexts } from './steps.text.ts'

export type StepScope = 'user' | 'team'

/** An entry in which something is still to be done. */
export interface Running extends EntryRef {
  title: string
  /** In their order: the first is the next one. */
  steps: readonly { id: number; body: string }[]
  /** There may be more of them than the service tells of one entry. */
  isCut: boolean
}

/** So many steps of one entry are told. */
export const MOST_OF_ONE = 100

const ALL = ['entries', 'unfinished-steps'] as const
/** Entries: of the dashboard, and of the page that has nothing else. */
const FEW = 30
const MANY = 1000

export function runningSteps(scope: StepScope, isWhole = false) {
  return queryOptions({
    queryKey: [...ALL, scope, isWhole],
    queryFn: async ({ signal }): Promise<Running[]> => {
      const query = { limit: isWhole ? MANY : FEW, ...(scope === 'team' && { scope }) }
      const { data } = await get<typeof unfinishedSteps.read>('/unfinished_steps', query, { signal })
      const types = ['experiments', 'items'] as const
      return types.flatMap((type) =>
        data[type].map(({ id, title, steps }) => ({
          type,
          id,
          title,
          steps: steps.map(([step, body]) => ({ id: Number(step), body })),
          isCut: steps.length >= MOST_OF_ONE,
        })),
      )
    },
    staleTime: 0,
  })
}

interface Ticked {
  entry: Running
  step: Running['steps'][number]
}

/** Ticks the next step of an entry from elsewhere; the one after it moves up at once. */
export function useFinishStep() {
  const client = useQueryClient()
  const text = useTexts(stepTexts)
  const { show, failOrRetry } = useToasts()
  const readAgain = (entry: EntryRef) => {
    noteChanged(client, entry.id)
    void client.invalidateQueries({ queryKey: entryKeys.steps(entry.id) })
    return client.invalidateQueries({ queryKey: ALL })
  }
  const { mutate } = useMutation<void, Error, Ticked>({
    mutationFn: ({ entry, step }) => finishStep(`${stepsPath(entry)}/${step.id}`, 1),
    onMutate: ({ entry, step }) =>
      client.setQueriesData<Running[]>({ queryKey: ALL }, (before) =>
        before
          ?.map((one) => (one.id === entry.id ? { ...one, steps: one.steps.filter(({ id }) => id !== step.id) } : one))
          .filter((one) => one.steps.length > 0),
      ),
    onSuccess: (_, { entry, step }) => {
      const undo = async () => {
        await finishStep(`${stepsPath(entry)}/${step.id}`, 0)
        await readAgain(entry)
      }
      show({ message: text.done(step.body), undo })
    },
    onSettled: (_, __, { entry }) => readAgain(entry),
  })
  return finish

  function finish(ticked: Ticked): void {
    mutate(ticked, { onError: (error) => failOrRetry(error, () => finish(ticked)) })
  }
}
