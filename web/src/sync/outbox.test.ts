import { expect, test } from 'vitest'
import { createOutbox, type SendAnswer, type Unsent as UnsentThing } from './outbox.ts'

interface Unsent extends UnsentThing {
  comment: string
}

/** A service that remembers keys, a disk and a clock. */
function givenOutbox() {
  const said = new Map<string, string>()
  const sent: string[] = []
  const disk = new Map<string, Unsent>()
  const timers: (() => void)[] = []
  const refused: string[] = []
  let isAway = false
  let losesAnswers = false
  let refusal: Error | undefined
  let whenShown = Promise.resolve()

  async function send({ key, comment }: Unsent): Promise<SendAnswer> {
    if (isAway) return { kind: 'unreachable' }
    if (refusal) return { kind: 'refused', why: { message: refusal.message, status: 403 } }
    said.set(key, comment)
    sent.push(comment)
    return losesAnswers ? { kind: 'unreachable' } : { kind: 'sent' }
  }
  const open = () => {
    const outbox = createOutbox({
      send,
      store: { put: (one) => disk.set(one.key, one), drop: ({ key }) => disk.delete(key) },
      clock: {
        now: () => 0,
        after: (_, run) => {
          timers.push(run)
          return () => timers.splice(timers.indexOf(run) >>> 0, 1)
        },
      },
      onChange: () => {},
      onSent: async () => whenShown,
      onRefused: ({ comment }) => refused.push(comment),
      isWords: ({ comment }) => comment !== '',
    })
    outbox.restore([...disk.values()])
    return outbox
  }
  const settle = async () => {
    for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
  }
  return {
    said,
    sent,
    disk,
    refused,
    open,
    setAway: (next: boolean) => {
      isAway = next
    },
    loseAnswers: (next: boolean) => {
      losesAnswers = next
    },
    refuse: (error: Error | undefined) => {
      refusal = error
    },
    /** The page shows what was sent only later. */
    showLater: () => {
      const { promise, resolve } = Promise.withResolvers<void>()
      whenShown = promise
      return resolve
    },
    settle,
    retry: async () => {
      for (const run of timers.splice(0)) run()
      await settle()
    },
  }
}

test('comments are sent in the order in which they were written', async () => {
  const given = givenOutbox()
  const outbox = given.open()
  outbox.add({ key: 'a', comment: 'first', at: 1 })
  outbox.add({ key: 'b', comment: 'second', at: 2 })
  await given.settle()
  expect([...given.said.values()]).toEqual(['first', 'second'])
  expect(outbox.unsent).toEqual([])
  expect(given.disk.size).toBe(0)
})

test('a comment without a network is kept, and sent by the next page', async () => {
  const given = givenOutbox()
  given.setAway(true)
  const outbox = given.open()
  outbox.add({ key: 'a', comment: 'kept', at: 1 })
  await given.settle()
  expect(outbox.isOffline).toBe(true)
  expect(outbox.unsent).toHaveLength(1)
  given.setAway(false)
  const next = given.open()
  await given.settle()
  expect([...given.said.values()]).toEqual(['kept'])
  expect(next.unsent).toEqual([])
  expect(given.disk.size).toBe(0)
})

test('a comment whose answer was lost is said once', async () => {
  const given = givenOutbox()
  given.loseAnswers(true)
  given.open().add({ key: 'a', comment: 'once', at: 1 })
  await given.settle()
  given.loseAnswers(false)
  await given.retry()
  expect([...given.said]).toEqual([['a', 'once']])
  expect(given.disk.size).toBe(0)
})

test('words that are refused come back to their writer, and the next ones are sent', async () => {
  const given = givenOutbox()
  given.setAway(true)
  const outbox = given.open()
  outbox.add({ key: 'a', comment: 'refused', at: 1 })
  await given.settle()
  given.setAway(false)
  given.refuse(new Error('no'))
  await given.retry()
  given.refuse(undefined)
  outbox.add({ key: 'b', comment: 'fine', at: 2 })
  await given.settle()
  expect(given.refused).toEqual(['refused'])
  expect([...given.said.values()]).toEqual(['fine'])
  expect(outbox.refused).toMatchObject([{ comment: 'refused', refused: { status: 403, message: 'no' } }])
})

test('everything that is refused stays with the person, also for the next page, until they decide (A5)', async () => {
  const given = givenOutbox()
  given.refuse(new Error('locked'))
  const outbox = given.open()
  for (const comment of ['first', 'second', 'third']) outbox.add({ key: comment, comment, at: 1 })
  await given.settle()
  expect(outbox.unsent).toEqual([])
  expect(outbox.refused.map(({ comment }) => comment)).toEqual(['first', 'second', 'third'])

  const next = given.open()
  await given.settle()
  expect(next.refused.map(({ comment }) => comment)).toEqual(['first', 'second', 'third'])
  given.refuse(undefined)
  const [first, second] = next.refused
  if (first && second) {
    next.tryAgain(first)
    next.letGo(second)
  }
  await given.settle()
  expect([...given.said.values()]).toEqual(['first'])
  expect(next.refused.map(({ comment }) => comment)).toEqual(['third'])
  expect([...given.disk.keys()]).toEqual(['third'])
})

test('what holds no words is told and forgotten when it is refused', async () => {
  const given = givenOutbox()
  given.refuse(new Error('locked'))
  const outbox = given.open()
  outbox.add({ key: 'a', comment: '', at: 1 })
  await given.settle()
  expect(given.refused).toEqual([''])
  expect(outbox.refused).toEqual([])
  expect(given.disk.size).toBe(0)
})

test('what is not sent is let go', async () => {
  const given = givenOutbox()
  given.setAway(true)
  const outbox = given.open()
  outbox.add({ key: 'a', comment: 'one', at: 1 })
  outbox.add({ key: 'b', comment: 'two', at: 2 })
  await given.settle()
  outbox.giveUp()
  expect(outbox.unsent).toEqual([])
  expect(given.disk.size).toBe(0)
  given.setAway(false)
  await given.retry()
  expect(given.said.size).toBe(0)
})

test('what is added while the page still shows what was sent is sent after it, each once', async () => {
  const given = givenOutbox()
  const show = given.showLater()
  const outbox = given.open()
  outbox.add({ key: 'a', comment: 'first', at: 1 })
  await given.settle()
  outbox.add({ key: 'b', comment: 'second', at: 2 })
  await given.settle()
  expect(given.sent).toEqual(['first'])
  show()
  await given.settle()
  expect(given.sent).toEqual(['first', 'second'])
})

test('what waits can be rewritten, on the disk too', async () => {
  const given = givenOutbox()
  given.setAway(true)
  const outbox = given.open()
  outbox.add({ key: 'a', comment: 'tick the new one', at: 1 })
  outbox.rewrite((one) => ({ ...one, comment: 'tick number 7' }))
  expect(given.disk.get('a')).toMatchObject({ comment: 'tick number 7' })
  await given.settle()
  given.setAway(false)
  await given.retry()
  expect(given.sent).toEqual(['tick number 7'])
})
