import { expect, test } from 'vitest'
import { type OpenList, OpenLists } from './open-lists.ts'

const LIMITS = { most: 4, mostEach: 2, patienceMs: 300, stuckMs: 50 }

/** A person opens a list and reads on, or is stuck. */
async function open(lists: OpenLists, userid: number, { isStuck = false } = {}) {
  const list: OpenList = { userid, waitingSince: isStuck ? performance.now() - 1000 : undefined, cutOff: () => {} }
  const rows = lists.hold(list, endless())
  list.cutOff = () => void rows.return(undefined)
  await rows.next()
  return { leave: () => rows.return(undefined), isCutOff: async () => (await rows.next()).done === true }
}

async function* endless(): AsyncGenerator<number> {
  for (let n = 0; ; n++) yield n
}

test('one person cannot take all places', async () => {
  const lists = new OpenLists(LIMITS)
  await open(lists, 1)
  const second = await open(lists, 1)
  await expect(open(lists, 1)).rejects.toMatchObject({ status: 429, headers: { 'retry-after': '5' } })
  await open(lists, 2)
  await second.leave()
  await open(lists, 1)
})

test('who waits for a place gets the one that becomes free', async () => {
  const lists = new OpenLists({ ...LIMITS, patienceMs: 20_000 })
  const [first] = [await open(lists, 1), await open(lists, 1)]
  const third = open(lists, 1)
  await first?.leave()
  await third
})

test('when all places are taken by people who read, the next one is told to come back', async () => {
  const lists = new OpenLists(LIMITS)
  for (const userid of [1, 1, 2, 2]) await open(lists, userid)
  await expect(open(lists, 3)).rejects.toMatchObject({ status: 503, headers: { 'retry-after': '5' } })
})

test('when all places are taken, who does not read loses theirs', async () => {
  const lists = new OpenLists(LIMITS)
  const reading = await open(lists, 1)
  const stuck = await open(lists, 1, { isStuck: true })
  for (const userid of [2, 2]) await open(lists, userid)
  await open(lists, 3)
  expect(await stuck.isCutOff()).toBe(true)
  expect(await reading.isCutOff()).toBe(false)
})
