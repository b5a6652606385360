import { expect, test } from 'vitest'
import { inOrder } from './in-order.ts'

async function* numbers(count: number, onTaken: (number: number) => void = () => {}): AsyncGenerator<number> {
  for (let number = 0; number < count; number++) {
    onTaken(number)
    yield number
  }
}

async function allOf<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const item of items) all.push(item)
  return all
}

async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise((resolve) => setImmediate(resolve))
}

test('results come in the order of the items, whichever is done first, and never too many go on at once', async () => {
  let running = 0
  let most = 0
  const work = async (number: number) => {
    most = Math.max(most, ++running)
    await turns((number * 7) % 11)
    running--
    return number
  }
  const results = await allOf(inOrder(numbers(100), { lanes: 4 }, work))
  expect(results).toEqual(Array.from({ length: 100 }, (_, number) => number))
  expect(most).toBe(4)
})

test('one that takes long holds the others up only once so many wait for it', async () => {
  const slow = Promise.withResolvers<void>()
  let begun = 0
  const results = inOrder(numbers(100), { lanes: 2, ahead: 10 }, async (number) => {
    begun++
    if (number === 0) await slow.promise
    return number
  })
  const first = results.next()
  await turns(50)
  expect(begun).toBe(10)
  slow.resolve()
  expect(await first).toEqual({ done: false, value: 0 })
  expect(await allOf(results)).toHaveLength(99)
})

test('a failure comes in its place, ends the list, and leaves nothing that goes on', async () => {
  const taken: number[] = []
  let running = 0
  const given: number[] = []
  const work = async (number: number) => {
    running++
    await turns(number === 5 ? 1 : 20)
    running--
    if (number === 5) throw new Error('broken')
    return number
  }
  const all = async () => {
    for await (const number of inOrder(
      numbers(100, (number) => taken.push(number)),
      { lanes: 8 },
      work,
    )) {
      given.push(number)
    }
  }
  await expect(all()).rejects.toThrow('broken')
  expect(given).toEqual([0, 1, 2, 3, 4])
  expect(running).toBe(0)
  expect(taken.length).toBeLessThan(12)
})

test('who has seen enough ends it', async () => {
  let running = 0
  const work = async (number: number) => {
    running++
    await turns(10)
    running--
    return number
  }
  for await (const number of inOrder(numbers(1_000_000), { lanes: 3, ahead: 3 }, work)) if (number === 4) break
  expect(running).toBe(0)
})
