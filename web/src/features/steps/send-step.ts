import { type Step, steps } from '@aliquot/contract/steps'
import { call } from '../../api/call.ts'
import { ApiError } from '../../api/client.ts'
import { newKey } from '../../api/new-key.ts'
import type { Outbox } from '../../sync/outbox.ts'
import { type EntryRef, entryParams } from '../entry-data/entry-types.ts'
import { inOrder, type StepChange } from './step-changes.ts'

/** The parameters of one step: `call(steps.edit, { params: stepParams(entry, 12), … })`. */
function stepParams(entry: EntryRef, step: number) {
  return { ...entryParams(entry), subid: step }
}
type StepParams = ReturnType<typeof stepParams>

/** The outbox that keeps the change being sent. */
type Rewritten = Pick<Outbox<StepChange>, 'rewrite'>

/** Sends one change. Returns the id of a new step. */
export async function sendStep(entry: EntryRef, change: StepChange, outbox: Rewritten): Promise<number | undefined> {
  const all = { params: entryParams(entry) }
  const once = { ...all, idempotencyKey: change.key }
  if (change.do === 'add') return (await call(steps.add, { ...once, body: { body: change.body } })).id
  if (change.do === 'order') {
    await orderSteps(entry, change, outbox)
    return undefined
  }
  if (change.do === 'fixAll') {
    await call(steps.editAll, { ...once, body: { action: change.fixed ? 'forcelock' : 'forceunlock' } })
    return undefined
  }
  // Adding the step was refused, so there is nothing to change.
  if (typeof change.step === 'string') return undefined
  const params = stepParams(entry, change.step)
  const save = { params, idempotencyKey: change.key }
  if (change.do === 'rename') await renameStep(params, change, outbox)
  else if (change.do === 'deadline') await call(steps.edit, { ...save, body: { deadline: change.deadline } })
  else if (change.do === 'fix') await call(steps.edit, { ...save, body: { is_immutable: change.fixed } })
  else if (change.do === 'finish') await turn(params, FINISH, change.finished, change.key)
  else await turn(params, REMIND, change.remind, change.key)
  return undefined
}

type Order = Extract<StepChange, { do: 'order' }>

/** Somebody may have added or deleted a step meanwhile; the rest keeps the order that was asked for. */
async function orderSteps(entry: EntryRef, { key, order, tried }: Order, outbox: Rewritten): Promise<void> {
  const params = entryParams(entry)
  const send = (ordering: readonly number[]) =>
    call(steps.editAll, { params, idempotencyKey: key, body: { ordering: [...ordering] } })
  // The service recognises a repeated change by its key and body, whatever happened to the steps since.
  if (tried !== undefined && (await isTaken(send(tried), 400))) return
  const { data } = await call(steps.list, { params })
  const shown = data.map(({ id }) => ({ ref: id }))
  const ordering = inOrder(shown, order).map(({ ref }) => Number(ref))
  outbox.rewrite((one) => (one.key === key && one.do === 'order' ? { ...one, tried: ordering } : one))
  await send(ordering)
}

type Rename = Extract<StepChange, { do: 'rename' }>

/** Replaces only the words that the person saw. If somebody else changed them, the person decides. */
async function renameStep(params: StepParams, change: Rename, outbox: Rewritten): Promise<void> {
  const { body, seen, key, tried } = change
  const rename = (ifMatch: string) => call(steps.edit, { params, body: { body }, ifMatch, idempotencyKey: key })
  // The service recognises a repeated change by its key, whatever happened to the step since.
  if (tried !== undefined && (await isTaken(rename(tried)))) return
  const { data, etag } = await call(steps.read, { params })
  if (data.body === body) return
  if (etag === undefined || (seen !== undefined && data.body !== seen)) throw new ApiError(412, { current: data })
  outbox.rewrite((one) => (one.key === key && one.do === 'rename' ? { ...one, tried: etag } : one))
  await rename(etag)
}

/** False if it was meant for an older version, which this status tells. */
async function isTaken(sent: Promise<unknown>, outdated = 412): Promise<boolean> {
  try {
    await sent
    return true
  } catch (error) {
    if (error instanceof ApiError && error.status === outdated) return false
    throw error
  }
}

/** Ticks a step, or takes the tick off. */
export function finishStep(entry: EntryRef, step: number, finished: 0 | 1): Promise<void> {
  return turn(stepParams(entry, step), FINISH, finished, newKey())
}

/** A property that the API can only toggle. */
interface Switch {
  action: 'finish' | 'notif'
  read(step: Step): 0 | 1
}

const FINISH: Switch = { action: 'finish', read: ({ finished }) => finished }
const REMIND: Switch = { action: 'notif', read: ({ deadline_notif }) => deadline_notif }

const MOST_TRIES = 5

/**
 * What somebody else has already done is not toggled back. Nor is what they have undone since an earlier try arrived:
 * the service knows that try by its key, and does nothing.
 */
async function turn(params: StepParams, { action, read }: Switch, wanted: 0 | 1, key: string): Promise<void> {
  for (let tries = 1; ; tries += 1) {
    const { data, etag = '' } = await call(steps.read, { params })
    if (read(data) === wanted) return
    const sent = call(steps.edit, { params, body: { action }, ifMatch: etag, idempotencyKey: key })
    if (tries === MOST_TRIES) return void (await sent)
    if (await isTaken(sent)) return
  }
}
