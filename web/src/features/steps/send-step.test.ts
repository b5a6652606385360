import { afterEach, expect, test, vi } from 'vitest'
import { Unreachable } from '../../api/client.ts'
import { sendStep } from './send-step.ts'
import type { StepChange } from './step-changes.ts'

const ENTRY = { type: 'experiments', id: 5 } as const

/** A service with one step that remembers save keys, behind a network that loses what it is told to. */
function givenStep() {
  const step = { id: 7, body: 'Weigh', finished: 0, deadline: null as string | null, deadline_notif: 0 }
  const names = new Set<string>()
  let version = 1
  let isAnswerLost = false

  function patch(sent: { action?: string } & Partial<typeof step>): void {
    const { action, ...attributes } = sent
    if (action === 'finish') step.finished = 1 - step.finished
    else Object.assign(step, attributes)
    version += 1
  }

  async function answer(_path: string, { method, headers = {}, body }: RequestInit): Promise<Response> {
    const told = new Headers(headers)
    const name = told.get('idempotency-key') ?? `unnamed ${version}`
    const wanted = told.get('if-match')
    const ours = { 'x-request-id': 'a1', 'content-type': 'application/json' }
    if (method === 'PATCH' && !names.has(name)) {
      if (wanted !== null && wanted !== `"${version}-x"`) {
        return new Response('{"code":412,"message":"changed"}', { status: 412, headers: ours })
      }
      patch(JSON.parse(String(body)))
      names.add(name)
      if (isAnswerLost) throw new TypeError('network')
    }
    return new Response(JSON.stringify(step), { status: 200, headers: { ...ours, etag: `"${version}-x"` } })
  }
  vi.stubGlobal('fetch', vi.fn(answer))

  let waiting: StepChange
  return {
    step,
    /** A change by somebody else. */
    change: patch,
    lose: (next: boolean) => {
      isAnswerLost = next
    },
    async send(change?: StepChange) {
      waiting = change ?? waiting
      const rewrite = (edit: (one: StepChange) => StepChange) => {
        waiting = edit(waiting)
      }
      await sendStep(ENTRY, waiting, { rewrite })
    },
  }
}
afterEach(() => void vi.unstubAllGlobals())

const same = { key: 'one', at: 0, step: 7 }
const tick = { ...same, do: 'finish', finished: 1 } as const

test('a tick that arrived without an answer, and that somebody took off since, stays off', async () => {
  const { step, change, lose, send } = givenStep()
  lose(true)
  await expect(send(tick)).rejects.toBeInstanceOf(Unreachable)
  expect(step.finished).toBe(1)
  change({ action: 'finish' })
  lose(false)
  await send()
  expect(step.finished).toBe(0)
})

test('a deadline that arrived without an answer, and that somebody took away since, stays away', async () => {
  const { step, change, lose, send } = givenStep()
  lose(true)
  await expect(send({ ...same, do: 'deadline', deadline: '2026-12-01 10:00:00' })).rejects.toBeInstanceOf(Unreachable)
  change({ deadline: null })
  lose(false)
  await send()
  expect(step.deadline).toBeNull()
})

test('a step that somebody has ticked already is not unticked', async () => {
  const { step, change, send } = givenStep()
  change({ action: 'finish' })
  await send(tick)
  expect(step.finished).toBe(1)
})

test('a tick is set on the step as it is, whatever else somebody changes at that moment', async () => {
  const { step, change, send } = givenStep()
  const answered = vi.mocked(fetch).getMockImplementation()
  vi.mocked(fetch).mockImplementationOnce(async (...asked) => {
    const read = await answered?.(...asked)
    change({ body: 'Weigh twice' })
    return read as Response
  })
  await send(tick)
  expect(step).toMatchObject({ finished: 1, body: 'Weigh twice' })
})

test('new words are not written over those of somebody else', async () => {
  const { step, change, send } = givenStep()
  change({ body: 'Weigh twice' })
  await expect(send({ ...same, do: 'rename', body: 'Weigh it', seen: 'Weigh' })).rejects.toMatchObject({ status: 412 })
  expect(step.body).toBe('Weigh twice')
})

test('an order that arrived without an answer is sent again as it was, whatever steps came since', async () => {
  let steps = [1, 2].map((id) => ({ id }))
  const arrived = new Map<string, string>()
  let isAnswerLost = true
  const answer = async (_path: string, { method, headers = {}, body }: RequestInit): Promise<Response> => {
    const ours = { 'x-request-id': 'a1', 'content-type': 'application/json' }
    if (method !== 'PATCH') return new Response(JSON.stringify(steps), { status: 200, headers: ours })
    const key = new Headers(headers).get('idempotency-key') ?? ''
    const earlier = arrived.get(key)
    if (earlier !== undefined && earlier !== body) {
      return new Response('{"code":422,"message":"another body"}', { status: 422, headers: ours })
    }
    if (earlier === undefined) steps = JSON.parse(String(body)).ordering.map((id: number) => ({ id }))
    arrived.set(key, String(body))
    if (isAnswerLost) throw new TypeError('network')
    return new Response('[]', { status: 200, headers: ours })
  }
  vi.stubGlobal('fetch', vi.fn(answer))
  let waiting: StepChange = { key: 'one', at: 0, do: 'order', order: [2, 1] }
  const outbox = {
    rewrite(edit: (one: StepChange) => StepChange) {
      waiting = edit(waiting)
    },
  }
  await expect(sendStep(ENTRY, waiting, outbox)).rejects.toBeInstanceOf(Unreachable)
  isAnswerLost = false
  steps = [...steps, { id: 3 }]
  await sendStep(ENTRY, waiting, outbox)
  expect(steps).toEqual([{ id: 2 }, { id: 1 }, { id: 3 }])
})
