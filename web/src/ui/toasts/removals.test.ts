import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { ApiError, Unreachable } from '../../api/client.ts'

/** The page, as far as leaving and connection matter. */
function givenPage() {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  vi.stubGlobal('document', new EventTarget())
  return {
    /** Whether the browser would ask before the page closes. */
    isLeaveAsked: () => !page.dispatchEvent(new Event('beforeunload', { cancelable: true })),
    hide: () => page.dispatchEvent(new Event('pagehide')),
    goOnline: () => page.dispatchEvent(new Event('online')),
  }
}

const page = givenPage()
const removals = await import('./removals.ts')

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())
afterAll(() => void vi.unstubAllGlobals())

/** A service that gives these answers in order, then succeeds. */
function givenService(...answers: ('lost' | 'gone' | 'refused')[]) {
  const sent: { keepalive?: boolean }[] = []
  const send = async (options: { keepalive?: boolean }) => {
    sent.push(options)
    const answer = answers.shift()
    if (answer === 'lost') throw new Unreachable('nobody there')
    if (answer === 'gone') throw new ApiError(404, { message: 'not found' })
    if (answer === 'refused') throw new ApiError(403, { message: 'not yours' })
  }
  return { sent, send }
}

test('a removal that nobody answers to stays hidden, is sent again, and the page asks before it is left', async () => {
  const { sent, send } = givenService('lost', 'lost')
  removals.startRemoval('step 5', { send })
  expect(page.isLeaveAsked()).toBe(false)
  const done = removals.finishRemoval('step 5')
  await vi.advanceTimersByTimeAsync(100)
  expect(page.isLeaveAsked()).toBe(true)
  expect([...removals.readRemovals()]).toEqual(['step 5'])
  await vi.advanceTimersByTimeAsync(60_000)
  await done
  expect(sent).toHaveLength(3)
  expect([...removals.readRemovals()]).toEqual([])
  expect(page.isLeaveAsked()).toBe(false)
})

test('it is sent at once when the network is back', async () => {
  const { sent, send } = givenService('lost')
  removals.startRemoval('step 5', { send })
  const done = removals.finishRemoval('step 5')
  await vi.advanceTimersByTimeAsync(1)
  page.goOnline()
  await done
  expect(sent).toHaveLength(2)
})

test('what an earlier try has removed already is removed', async () => {
  const { send } = givenService('lost', 'gone')
  removals.startRemoval('step 5', { send })
  const done = removals.finishRemoval('step 5')
  await vi.advanceTimersByTimeAsync(60_000)
  await expect(done).resolves.toBeUndefined()
})

test('what is refused comes back, and its reason is told', async () => {
  const { send } = givenService('refused')
  removals.startRemoval('step 5', { send })
  await expect(removals.finishRemoval('step 5')).rejects.toMatchObject({ status: 403 })
  expect([...removals.readRemovals()]).toEqual([])
})

test('what is still offered to be taken back is removed as the page goes, once', async () => {
  const { sent, send } = givenService()
  removals.startRemoval('step 5', { send })
  removals.startRemoval('step 6', { send })
  removals.takeBackRemoval('step 6')
  page.hide()
  await removals.finishRemoval('step 5')
  expect(sent).toEqual([{ keepalive: true }])
})
