import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { MergeJob } from '../../sync/sync.types.ts'
import { mergeInWorker } from './merge-in-worker.ts'
import { type Merged, workOut } from './merges.ts'

/** How the fake workers answer. */
let answer: (thread: FakeWorker, job: MergeJob) => void
let started: FakeWorker[]

class FakeWorker {
  onmessage: ((event: { data: Merged }) => void) | undefined
  onerror: (() => void) | undefined
  isEnded = false

  constructor() {
    started.push(this)
  }

  postMessage(job: MergeJob): void {
    setTimeout(() => answer(this, job))
  }

  terminate(): void {
    this.isEnded = true
  }
}

const merges = (thread: FakeWorker, job: MergeJob) => thread.onmessage?.({ data: workOut(job) })
const jobOf = (word: string): MergeJob => ({
  ...{ mine: `${word} one two`, base: 'one two', theirs: 'one two three' },
  kind: 'markdown',
})

beforeEach(() => {
  started = []
  vi.stubGlobal('Worker', FakeWorker)
  vi.useFakeTimers()
})
afterEach(async () => {
  // Ends the worker, so that the next test gets another.
  answer = (thread) => thread.onerror?.()
  const last = mergeInWorker(jobOf('end')).catch(() => {})
  await vi.advanceTimersByTimeAsync(10)
  await last
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

test('texts that are merged at the same time share a thread, and each gets its own answer', async () => {
  answer = merges
  const both = Promise.all([mergeInWorker(jobOf('a')), mergeInWorker(jobOf('b'))])
  await vi.advanceTimersByTimeAsync(10)
  expect((await both).map(({ text }) => text)).toEqual(['a one two three', 'b one two three'])
  expect(started).toHaveLength(1)
})

test('a thread that cannot be started is told, and the next merge tries another one', async () => {
  answer = (thread) => thread.onerror?.()
  const failed = expect(mergeInWorker(jobOf('a'))).rejects.toThrow('no thread')
  await vi.advanceTimersByTimeAsync(10)
  await failed
  expect(started[0]?.isEnded).toBe(true)
  answer = merges
  const merged = mergeInWorker(jobOf('b'))
  await vi.advanceTimersByTimeAsync(10)
  expect((await merged).text).toBe('b one two three')
  expect(started).toHaveLength(2)
})

test('a thread that never answers is not waited for without end', async () => {
  answer = () => {}
  const failed = expect(mergeInWorker(jobOf('a'))).rejects.toThrow('no thread')
  await vi.advanceTimersByTimeAsync(60_000)
  await failed
  expect(started[0]?.isEnded).toBe(true)
})

test('a browser that lets no page start threads is told, too', async () => {
  vi.stubGlobal('Worker', undefined)
  await expect(mergeInWorker(jobOf('a'))).rejects.toThrow()
})
