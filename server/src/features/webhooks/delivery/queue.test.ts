import type { FeedChange } from '@aliquot/contract/changes'
import { expect, test } from 'vitest'
import { DeliveryQueue, type Item, keyOf } from './queue.ts'

const START = { position: 0, sub: 0, since: 0 }
const at = (position: number) => ({ position, sub: 0, since: 0 })

function placed(position: number, entry: number | null) {
  const change = { kind: 'comment.created', entity: entry === null ? null : { id: entry } } as unknown as FeedChange
  return { place: at(position), change }
}

function queueOf(...entries: (number | null)[]): DeliveryQueue {
  const queue = new DeliveryQueue(START, new Map())
  const changes = entries.map((entry, index) => placed(index + 1, entry))
  queue.add(changes, at(entries.length), 0)
  return queue
}

const positions = (items: Item[]) => items.map(({ place }) => place.position)

test('changes of one entry go one after the other, others beside them', () => {
  const queue = queueOf(7, 7, 8, null, null)
  const [first] = queue.due(0)
  expect(positions(queue.due(0))).toEqual([1, 3, 4])
  if (!first) throw new Error('nothing is due')
  queue.begin(first)
  expect(positions(queue.due(0))).toEqual([3, 4])
  queue.finish(first, true)
  // Not before it is stored that the first one was delivered.
  expect(positions(queue.due(0))).toEqual([3, 4])
  queue.release(first)
  expect(positions(queue.due(0))).toEqual([2, 3, 4])
})

test('the kept place is before the first change that is not delivered', () => {
  const queue = queueOf(7, 8, 9)
  const [first, second, third] = queue.due(0)
  if (!first || !second || !third) throw new Error('nothing is due')
  expect(queue.place).toEqual(START)
  queue.finish(second, true)
  expect(queue.place).toEqual(START)
  queue.finish(first, true)
  expect(queue.place).toEqual(at(2))
  queue.finish(third, true)
  expect(queue.place).toEqual(at(3))
  expect(queue.waiting).toBe(0)
})

test('after failures of a few entries in a row only what failed is tried, and a success opens everything', () => {
  const queue = queueOf(1, 2, 3, 4, 5)
  for (const item of queue.due(0).slice(0, 3)) {
    item.attempts++
    queue.fail(item, 0, 1000)
  }
  expect(queue.isDown).toBe(true)
  expect(queue.due(500)).toEqual([])
  expect(positions(queue.due(1000))).toEqual([1, 2, 3])
  expect(queue.failingSince).toBe(0)
  const [first] = queue.due(1000)
  if (!first) throw new Error('nothing is due')
  queue.finish(first, true)
  expect(positions(queue.due(0))).toEqual([2, 3, 4, 5])
})

test('one change that fails again and again holds up its own entry only', () => {
  const queue = queueOf(1, 2)
  const [first] = queue.due(0)
  if (!first) throw new Error('nothing is due')
  for (let attempt = 1; attempt <= 5; attempt++) {
    first.attempts++
    queue.fail(first, 0, 1000)
  }
  expect(queue.isDown).toBe(false)
  expect(positions(queue.due(500))).toEqual([2])
})

test('what its owner may no longer see does not keep the receiver down', () => {
  const queue = queueOf(1, 2, 3, 4)
  const failed = queue.due(0).slice(0, 3)
  for (const item of failed) {
    item.attempts++
    queue.fail(item, 0, 1000)
  }
  for (const item of failed) queue.finish(item, false)
  expect(positions(queue.due(0))).toEqual([4])
})

test('what an earlier run delivered is passed over, what failed waits for its time', () => {
  const tried = new Map([
    [keyOf(at(1)), { attempts: 2, isDone: false, since: 5, dueAt: 100 }],
    [keyOf(at(2)), { attempts: 1, isDone: true, since: 5, dueAt: 0 }],
  ])
  const queue = new DeliveryQueue(START, tried)
  queue.add([placed(1, 1), placed(2, 2), placed(3, 3)], at(3), 0)
  expect(positions(queue.due(0))).toEqual([3])
  expect(positions(queue.due(100))).toEqual([1, 3])
  expect(queue.place).toEqual(START)
})
