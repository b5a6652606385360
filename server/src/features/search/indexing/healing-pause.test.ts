import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { HealingPause } from './healing-pause.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

test('the pause doubles up to ten minutes, and is short again after a quiet time', () => {
  const pause = new HealingPause()
  expect(pause.isOver).toBe(true)
  const seconds = () => {
    pause.begin()
    const ms = pause.endsAt - performance.now()
    expect(pause.isOver).toBe(false)
    vi.advanceTimersByTime(ms)
    expect(pause.isOver).toBe(true)
    return ms / 1000
  }
  expect(Array.from({ length: 8 }, seconds)).toEqual([10, 20, 40, 80, 160, 320, 600, 600])
  vi.advanceTimersByTime(600_001)
  expect(seconds()).toBe(10)
})
