import type { ReplyOf } from '@aliquot/contract/endpoint'
import { unfinishedSteps } from '@aliquot/contract/steps'
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api/call.ts'
import { useMessages } from '../../i18n/messages.tsx'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import type { EntryRef } from '../entry-data/entry-types.ts'
import { finishStep } from './send-step.ts'
import { stepMessages } from './steps.messages.ts'

export type StepScope = 'user' | 'team'

/** An entry with unfinished steps. */
export interface Running extends EntryRef {
  title: string
  /** In order: the first is the next one. */
  steps: readonly { id: number; body: string }[]
  /** The service may have left out further steps. */
  isCut: boolean
}

/** The most steps per entry that the service returns. */
export const MOST_OF_ONE = 100
/** The most entries of one type that the service counts. */
const MOST_COUNTED = 10_000

const ALL = ['entries', 'unfinished-steps'] as const
/** The entries of each type per request. */
const PAGE = 50

export interface AllRunning {
  rows: Running[]
  /** Includes entries that are not among the rows. */
  total: number
  totalIsExact: boolean
}

/** The entries of the first pages in one list, so that a ticked step disappears everywhere. */
export function runningSteps(scope: StepScope, pages = 1) {
  return queryOptions({
    queryKey: [...ALL, scope, pages],
    queryFn: async ({ signal }): Promise<AllRunning> => {
      const read = async (page: number) => {
        const query = { limit: PAGE, offset: page * PAGE, ...(scope === 'team' && { scope }) }
        return (await call(unfinishedSteps.read, { query, signal })).data
      }
      const answers = await Promise.all(Array.from({ length: pages }, (_, page) => read(page)))
      const { experiments_total = 0, items_total = 0 } = answers[0] ?? {}
      return {
        rows: answers.flatMap(rowsOf),
        total: experiments_total + items_total,
        totalIsExact: Math.max(experiments_total, items_total) < MOST_COUNTED,
      }
    },
    staleTime: 0,
  })
}

function rowsOf(answer: ReplyOf<typeof unfinishedSteps.read>): Running[] {
  const types = ['experiments', 'items'] as const
  return types.flatMap((type) =>
    answer[type].map(({ id, title, steps }) => ({
      type,
      id,
      title,
      steps: steps.map(([step, body]) => ({ id: Number(step), body })),
      isCut: steps.length >= MOST_OF_ONE,
    })),
  )
}

function withoutStep(before: AllRunning, entry: Running, step: Ticked['step']): AllRunning {
  const rows = before.rows
    .map((one) => (one.id === entry.id ? { ...one, steps: one.steps.filter(({ id }) => id !== step.id) } : one))
    .filter((one) => one.steps.length > 0)
  return { ...before, rows, total: before.total - (before.rows.length - rows.length) }
}

interface Ticked {
  entry: Running
  step: Running['steps'][number]
}

/** Ticks the next step of an entry from elsewhere; the one after it moves up at once. */
export function useFinishStep() {
  const client = useQueryClient()
  const text = useMessages(stepMessages)
  const { show, failOrRetry } = useToasts()
  const readAgain = (entry: EntryRef) => {
    noteChanged(client, entry.id)
    void client.invalidateQueries({ queryKey: entryKeys.steps(entry.id) })
    return client.invalidateQueries({ queryKey: ALL })
  }
  const { mutate } = useMutation<void, Error, Ticked>({
    mutationFn: ({ entry, step }) => finishStep(entry, step.id, 1),
    onMutate: ({ entry, step }) =>
      client.setQueriesData<AllRunning>({ queryKey: ALL }, (before) => before && withoutStep(before, entry, step)),
    onSuccess: (_, { entry, step }) => {
      const undo = async () => {
        await finishStep(entry, step.id, 0)
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
