import { expect, test } from 'vitest'
import { Turns } from './turns.ts'

test('others get their turn during long work, and none during short work', async () => {
  let isAnswered = false
  setImmediate(() => {
    isAnswered = true
  })
  const turns = new Turns()
  await turns.rest()
  const wasAnsweredEarly = isAnswered
  for (let piece = 0; !isAnswered && piece < 1000; piece++) {
    workFor(1)
    await turns.rest()
  }
  expect([wasAnsweredEarly, isAnswered]).toEqual([false, true])
})

function workFor(ms: number): void {
  for (const end = performance.now() + ms; performance.now() < end; );
}
