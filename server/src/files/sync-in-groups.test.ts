import { expect, onTestFinished, test } from 'vitest'
import { makeGroups } from './sync-in-groups.ts'

test('what comes while a group is under way is the next one, and all of a group go on together', async () => {
  const inGroups = makeGroups()
  const told: string[] = []
  const gates = { first: Promise.withResolvers<void>(), second: Promise.withResolvers<void>() }
  const run = async (name: string, gate?: Promise<void>) => {
    const result = await inGroups(async () => {
      told.push(`${name} begins`)
      await gate
      return `${name} goes on`
    })
    told.push(result)
  }
  const first = run('first', gates.first.promise)
  await someTurns()
  const later = [run('second', gates.second.promise), run('third')]
  await someTurns()
  expect(told).toEqual(['first begins'])
  gates.first.resolve()
  await first
  await someTurns()
  expect(told).toEqual(['first begins', 'first goes on', 'second begins', 'third begins'])
  gates.second.resolve()
  await Promise.all(later)
  expect(told.slice(4)).toEqual(['second goes on', 'third goes on'])
})

test('one that fails fails alone', async () => {
  const inGroups = makeGroups()
  const results = await Promise.allSettled([
    inGroups(() => Promise.reject(new Error('no room'))),
    inGroups(async () => 'stored'),
  ])
  expect(results).toMatchObject([{ reason: { message: 'no room' } }, { value: 'stored' }])
  expect(await inGroups(async () => 'and on')).toBe('and on')
})

test('one that fails while another is still under way leaves no rejection unhandled', async () => {
  const inGroups = makeGroups()
  const unhandled: unknown[] = []
  const note = (reason: unknown) => unhandled.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))
  const slow = Promise.withResolvers<void>()
  const failing = inGroups(() => Promise.reject(new Error('input/output error'))).catch((error: Error) => error.message)
  const other = inGroups(() => slow.promise)
  await someTurns()
  slow.resolve()
  await other
  expect(await failing).toBe('input/output error')
  expect(unhandled).toEqual([])
})

async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 10; turn++) await new Promise((resolve) => setImmediate(resolve))
}
