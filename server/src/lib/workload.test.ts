import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { Workload } from './workload.ts'

function work(ms: number): void {
  for (const until = performance.now() + ms; performance.now() < until; );
}

test('a process that only works is busy, and one that rests is not', async () => {
  const load = new Workload({ busy: 0.9, longestPauseMs: 1000 })
  await sleep(150)
  expect(load.isBusy).toBe(false)
  expect(load.pauseAfter(10)).toBe(0)
  work(150)
  expect(load.isBusy).toBe(true)
  // What was measured is kept for a moment.
  expect(load.pauseAfter(10)).toBe(200)
  expect(load.pauseAfter(100)).toBe(1000)
  await sleep(250)
  expect(load.isBusy).toBe(false)
})
