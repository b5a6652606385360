import { type Step, steps } from '@aliquot/contract/steps'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import { queryClient } from '../../api/query-client.ts'
import type { Outbox } from '../../sync/outbox.ts'
import { noteChanged } from '../entry-data/entry.queries.ts'
import { entryKeys } from '../entry-data/entry-keys.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { liveOutboxes } from '../saving/live-outbox.ts'
import { inOrder, type StepChange, withNumber } from './step-changes.ts'

/** Names one step: `call(steps.edit, { params: stepParams(entry, 12), … })`. */
function stepParams(entry: EntryRef, step: number) {
  return { ...entryParams(entry), subid: step }
}
type StepParams = ReturnType<typeof stepParams>

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
  const all = { params: entryParams(entry) }
  const once = { ...all, idempotencyKey: change.key }
  if (change.do === 'add') return (await call(steps.add, { ...once, body: { body: change.body } })).id
  if (change.do === 'order') {
    // Somebody may have added or deleted one meanwhile; the rest keeps the order that was asked for.
    const { data } = await call(steps.list, all)
    const ordering = inOrder(
      data.map(({ id }) => ({ ref: id })),
      change.order,
    ).map(({ ref }) => Number(ref))
    await call(steps.editAll, { ...once, body: { ordering } })
    return undefined
  }
  if (change.do === 'fixAll') {
    await call(steps.editAll, { ...once, body: { action: change.fixed ? 'forcelock' : 'forceunlock' } })
    return undefined
  }
  // What was to add it has been refused, and so there is nothing to change.
  if (typeof change.step === 'string') return undefined
  const params = stepParams(entry, change.step)
  if (change.do === 'rename') await renameStep(params, change, outbox)
  else if (change.do === 'deadline') await call(steps.edit, { params, body: { deadline: change.deadline } })
  else if (change.do === 'fix') await call(steps.edit, { params, body: { is_immutable: change.fixed } })
  else if (change.do === 'finish') await finishStep(entry, change.step, change.finished)
  else await turn(params, 'notif', change.remind, ({ deadline_notif }) => deadline_notif)
  return undefined
}

type Rename = Extract<StepChange, { do: 'rename' }>

/** New words are for the words that the person saw. Others are not written over: that is for the person to decide. */
async function renameStep(params: StepParams, change: Rename, outbox: Outbox<StepChange>): Promise<void> {
  const { body, seen, key, tried } = change
  const rename = (ifMatch: string) => call(steps.edit, { params, body: { body }, ifMatch, idempotencyKey: key })
  if (tried !== undefined) {
    // The service knows by the key whether it is in, whatever has become of the step since.
    const isIn = await rename(tried).then(() => true, onlyStale)
    if (isIn) return
  }
  const { data, etag } = await call(steps.read, { params })
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
export function finishStep(entry: EntryRef, step: number, finished: 0 | 1): Promise<void> {
  return turn(stepParams(entry, step), 'finish', finished, (step) => step.finished)
}

/** The service only turns these round. What somebody else has done already, or an earlier try, is not turned back. */
async function turn(
  params: StepParams,
  action: 'finish' | 'notif',
  wanted: 0 | 1,
  read: (step: Step) => 0 | 1,
): Promise<void> {
  const { data } = await call(steps.read, { params })
  if (read(data) !== wanted) await call(steps.edit, { params, body: { action } })
}
