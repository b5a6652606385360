import { expect, test } from 'vitest'
import { RowBusy, RowWaits } from './row-locks.ts'

const ROW = 'users 7'
const LONG_MS = 100_000

test('a change that was one too many goes on at once when the row has become free meanwhile', async () => {
  const waits = new RowWaits(1)
  const first = Promise.withResolvers<void>()
  const running = waits.run(ROW, () => first.promise)
  await expect(waits.run(ROW, async () => {})).rejects.toThrow(RowBusy)
  first.resolve()
  await running

  await waits.untilAdmitted(ROW, LONG_MS, false)
})

test('changes that are too many go on one after the other', async () => {
  const waits = new RowWaits(1)
  const first = Promise.withResolvers<void>()
  const running = waits.run(ROW, () => first.promise)
  const order: string[] = []
  const others = ['a', 'b'].map(async (name) => {
    await waits.untilAdmitted(ROW, LONG_MS, false)
    await waits.run(ROW, async () => order.push(name))
  })
  expect(order).toEqual([])
  first.resolve()
  await Promise.all([running, ...others])
  expect(order).toEqual(['a', 'b'])
})
