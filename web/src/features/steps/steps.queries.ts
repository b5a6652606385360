import type { Entity } from '@aliquot/contract/entities'
import { steps } from '@aliquot/contract/steps'
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo, useSyncExternalStore } from 'react'
import { call } from '../../api/call.ts'
import { newKey } from '../../api/new-key.ts'
import { useMessages } from '../../i18n/messages.tsx'
import type { Refused } from '../../sync/outbox.ts'
import { finishRemoval, startRemoval, takeBackRemoval, useRemovals } from '../../ui/toasts/removals.ts'
import { useToasts } from '../../ui/toasts/toasts.tsx'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams, isTemplateType } from '../entry-data/entry-types.ts'
import { useSession } from '../session/session.queries.ts'
import { isSignedInAs } from '../session/signed-in.ts'
import { liveSteps } from './live-steps.ts'
import { droppedOrder, movedOrder, type ShownStep, type StepChange, type StepRef, showChanges } from './step-changes.ts'
import { stepMessages } from './steps.messages.ts'

export function stepsQuery(entry: EntryRef) {
  return queryOptions({
    queryKey: entryKeys.steps(entry.id),
    queryFn: async ({ signal }) => (await call(steps.list, { params: entryParams(entry), signal })).data,
  })
}

export type Steps = ReturnType<typeof useSteps>

/**
 * The steps of an entry with unsent changes, which are shown at once and kept on this device until the service has
 * them.
 */
export function useSteps(entry: Entity) {
  const client = useQueryClient()
  const text = useMessages(stepMessages)
  const { show, fail } = useToasts()
  const { userid } = useSession()
  const { data: stored } = useQuery({
    ...stepsQuery(entry),
    initialData: entry.steps,
    initialDataUpdatedAt: () => client.getQueryState(entryKeys.entry(entry.id))?.dataUpdatedAt,
  })
  const live = liveSteps(entry, userid)
  const { unsent, refused, isOffline } = useSyncExternalStore(live.subscribe, () => live.shown)
  const removals = useRemovals()
  const shown = useMemo(() => {
    const left = stored.filter(({ id }) => !removals.has(removalName(id)))
    return showChanges(left, unsent)
  }, [stored, removals, unsent])
  // In templates nothing is immutable: the flag is for the entries made from them.
  const keepsFixed = !isTemplateType(entry.type)

  useEffect(() =>
    live.onRefused((why) => {
      // Others' changes are shown beside it.
      if (why.theirs === undefined) fail(why)
      // The steps or the rights differ from what this page believes.
      void client.invalidateQueries({ queryKey: entryKeys.steps(entry.id) })
    }),
  )
  const same = () => ({ key: newKey(), at: Date.now() })
  const { outbox } = live
  return {
    steps: shown,
    isOffline,
    /** Whether immutable ones can neither be renamed nor moved. */
    keepsFixed,
    /** Refused changes, with the words of their step. */
    refused: useMemo(() => refused.map((change) => problemOf(change, shown)), [refused, shown]),
    tryAgain: outbox.tryAgain,
    letGo: outbox.letGo,
    /** Keeps a dropped change again. */
    bringBack: outbox.bringBack,
    add(body: string) {
      const one = same()
      outbox.add({ ...one, do: 'add', step: one.key, body })
    },
    /** `seen`: the words to replace. */
    rename: (step: StepRef, body: string, seen: string) => outbox.add({ ...same(), do: 'rename', step, body, seen }),
    finish: (step: StepRef, finished: 0 | 1) => outbox.add({ ...same(), do: 'finish', step, finished }),
    setDeadline: (step: StepRef, deadline: string | null) => outbox.add({ ...same(), do: 'deadline', step, deadline }),
    remind: (step: StepRef, remind: 0 | 1) => outbox.add({ ...same(), do: 'remind', step, remind }),
    fix: (step: StepRef, fixed: 0 | 1) => outbox.add({ ...same(), do: 'fix', step, fixed }),
    fixAll: (fixed: 0 | 1) => outbox.add({ ...same(), do: 'fixAll', fixed }),
    canMove: (step: StepRef, by: -1 | 1) => movedOrder(shown, step, by, keepsFixed) !== undefined,
    move(step: StepRef, by: -1 | 1) {
      const order = movedOrder(shown, step, by, keepsFixed)
      if (order) outbox.add({ ...same(), do: 'order', order })
    },
    drop(step: StepRef, onto: StepRef) {
      const order = droppedOrder(shown, step, onto, keepsFixed)
      if (order) outbox.add({ ...same(), do: 'order', order })
    },
    take,
  }

  /** Hidden at once, deleted by the service when undo is no longer possible. */
  function take({ ref, body }: ShownStep): void {
    if (typeof ref !== 'number') return
    const name = removalName(ref)
    startRemoval(name, {
      send: async (options) => {
        // Nothing is deleted in the name of somebody who has signed in since.
        if (!isSignedInAs(userid)) return
        await call(steps.remove, { params: { ...entryParams(entry), subid: ref }, ...options })
        client.setQueryData(stepsQuery(entry).queryKey, (before) => before?.filter(({ id }) => id !== ref))
        // A closing page need not reload anything, and could not without a session.
        if (options.keepalive) return
        void client.invalidateQueries({ queryKey: entryKeys.steps(entry.id) })
        noteChanged(client, entry.id)
      },
    })
    show({
      message: text.removed(body),
      undo: () => takeBackRemoval(name),
      onEnd: () => {
        finishRemoval(name).catch(fail)
      },
    })
  }
}

/** A change that waits for the person. */
export interface StepProblem {
  change: StepChange
  why: Refused
  /** The current words of the step; undefined for a new one. */
  step: string | undefined
}

function problemOf(change: StepChange, shown: readonly ShownStep[]): StepProblem {
  const ref = 'step' in change && change.do !== 'add' ? change.step : undefined
  return {
    change,
    why: change.refused ?? { message: '', status: 0 },
    step: shown.find((one) => one.ref === ref)?.body,
  }
}

function removalName(id: number): string {
  return `step ${id}`
}
