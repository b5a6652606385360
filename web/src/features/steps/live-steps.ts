import type { Step, steps } from '@aliquot/contract/steps'
import { ApiError, get, patch, post } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Outbox } from '../../sync/outbox.ts'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryPath } from '../entry-data/entry-types.ts'
import { liveOutboxes } from '../saving/live-outbox.ts'
import { inOrder, type StepChange, withNumber } from './step-changes.ts'

export function stepsPath(entry: EntryRef): string {
  return `${entryPath(entry)}/steps`
}

/** What one person does to the steps of one entry, on its way to the service. */
export const liveSteps = liveOutboxes<StepChange>({
  kind: 'step',
  send: sendChange,
  onSent(entry, change, id, outbox) {
    if (change.do === 'add' && typeof change.step === 'string' && id !== undefined) {
      const key = change.step
      outbox.rewrite((one) => withNumber(one, key, id))
    }
    noteChanged(queryClient, entry.id)
    return queryClient.invalidateQueries({ queryKey: entryKeys.steps(entry.id) })
  },
  isWords: (change) => change.do === 'add' || change.do === 'rename' || change.do === 'deadline',
  theirsOf: (current) => (current as Step | undefined)?.body,
})

async function sendChange(
  entry: EntryRef,
  change: StepChange,
  outbox: Outbox<StepChange>,
): Promise<number | undefined> {
  const all = stepsPath(entry)
  const once = { idempotencyKey: change.key }
  if (change.do === 'add') return (await post<typeof steps.add>(all, { body: change.body }, once)).id
  if (change.do === 'order') {
    // Somebody may have added or deleted one meanwhile; the rest keeps the order that was asked for.
    const { data } = await get<typeof steps.list>(all)
    const ordering = inOrder(
      data.map(({ id }) => ({ ref: id })),
      change.order,
    ).map(({ ref }) => Number(ref))
    await patch<typeof steps.editAll>(all, { ordering }, once)
    return undefined
  }
  if (change.do === 'fixAll') {
    await patch<typeof steps.editAll>(all, { action: change.fixed ? 'forcelock' : 'forceunlock' }, once)
    return undefined
  }
  // What was to add it has been refused, and so there is nothing to change.
  if (typeof change.step === 'string') return undefined
  const path = `${all}/${change.step}`
  if (change.do === 'rename') await renameStep(path, change, outbox)
  else if (change.do === 'deadline') await patch<typeof steps.edit>(path, { deadline: change.deadline })
  else if (change.do === 'fix') await patch<typeof steps.edit>(path, { is_immutable: change.fixed })
  else if (change.do === 'finish') await finishStep(path, change.finished)
  else await turn(path, 'notif', change.remind, ({ deadline_notif }) => deadline_notif)
  return undefined
}

type Rename = Extract<StepChange, { do: 'rename' }>

/** New words are for the words that the person saw. Others are not written over: that is for the person to decide. */
async function renameStep(path: string, change: Rename, outbox: Outbox<StepChange>): Promise<void> {
  const { body, seen, key, tried } = change
  const rename = (ifMatch: string) => patch<typeof steps.edit>(path, { body }, { ifMatch, idempotencyKey: key })
  if (tried !== undefined) {
    // The service knows by the key whether it is in, whatever has become of the step since.
    const isIn = await rename(tried).then(() => true, onlyStale)
    if (isIn) return
  }
  const { data, etag } = await get<typeof steps.read>(path)
  if (data.body === body) return
  if (etag === undefined || (seen !== undefined && data.body !== seen)) throw new ApiError(412, { current: data })
  outbox.rewrite((one) => (one.key === key ? { ...one, tried: etag } : one))
  await rename(etag)
}

function onlyStale(error: unknown): false {
  if (error instanceof ApiError && error.status === 412) return false
  throw error
}

/** Ticks a step, or takes the tick off. */
export function finishStep(path: string, finished: 0 | 1): Promise<void> {
  return turn(path, 'finish', finished, (step) => step.finished)
}

/** The service only turns these round. What somebody else has done already, or an earlier try, is not turned back. */
async function turn(
  path: string,
  action: 'finish' | 'notif',
  wanted: 0 | 1,
  read: (step: Step) => 0 | 1,
): Promise<void> {
  const { data } = await get<typeof steps.read>(path)
  if (read(data) !== wanted) await patch<typeof steps.edit>(path, { action })
}
