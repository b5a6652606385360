import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createManualClock } from '../../sync/manual-clock.ts'
import type { TextKind, Texts } from '../../sync/sync.types.ts'
import type { SaveAnswer, UnsavedText, Version } from '../../sync/text-state.ts'
import { type MergeElsewhere, workOut } from './merges.ts'
import { createSaver, type Saver, type Transport } from './saver.ts'

/** What the network does with one request. */
const FAULTS = [
  ...([
    'fine',
    'fine',
    'lostRequest',
    'lostAnswer',
    'doubled',
    'doubledLate',
    'tooLarge',
    'forbidden',
    'slow',
    'slowLost',
  ] as const),
]
type Fault = (typeof FAULTS)[number]
const LASTING: readonly Fault[] = ['lostRequest', 'lostAnswer', 'slowLost', 'forbidden']

/** The duration of consecutive merges in milliseconds; a negative one fails. */
type MergeTimes = readonly number[]

/** A service that remembers save keys, and people with a bad network who edit one entry. */
function givenService(body: string, kind: TextKind, mergesFor: MergeTimes = []) {
  const { clock, pass, stop } = createManualClock()
  const server = { texts: { title: 'Run', body }, number: 1 }
  const saves = new Map<string, number>()
  const versionNow = (): Version => ({ texts: { ...server.texts }, etag: `"${server.number}-x"` })
  const wait = (milliseconds: number) => new Promise<void>((resolve) => clock.after(milliseconds, resolve))

  function receive(change: Partial<Texts>, etag: string, key: string): SaveAnswer {
    const earlier = saves.get(key)
    if (earlier !== undefined) return { kind: 'saved', savedVersion: earlier, ...versionNow() }
    if (Number(/\d+/.exec(etag)?.[0]) !== server.number) return { kind: 'stale', ...versionNow() }
    server.texts = { ...server.texts, ...change }
    server.number += 1
    saves.set(key, server.number)
    return { kind: 'saved', savedVersion: server.number, ...versionNow() }
  }

  let merges = 0
  /** A worker that takes its time. */
  const mergeElsewhere: MergeElsewhere = async (job) => {
    const time = mergesFor[merges++ % mergesFor.length] ?? 0
    const merged = workOut(structuredClone(job))
    await wait(Math.abs(time))
    if (time < 0) throw new Error('The thread is gone')
    return merged
  }

  function person() {
    const kept: UnsavedText[] = []
    let fault: Fault = 'fine'
    let saver: Saver
    const transport: Transport = {
      async save(change, etag, key) {
        const how = fault
        // A fault affects one request, except a network that is gone.
        if (!LASTING.includes(how)) fault = 'fine'
        if (how === 'lostRequest') return { kind: 'unreachable' }
        if (how === 'forbidden') return { kind: 'refused', message: 'forbidden', status: 403 }
        if (how === 'tooLarge') return { kind: 'refused', message: 'too large', status: 413 }
        if (how === 'slow' || how === 'slowLost') await wait(1700)
        const answer = receive(change, etag, key)
        if (how === 'doubled') receive(change, etag, key)
        if (how === 'doubledLate') void wait(900).then(() => receive(change, etag, key))
        if (how === 'slow' || how === 'slowLost') await wait(1300)
        return how === 'lostAnswer' || how === 'slowLost' ? { kind: 'unreachable' } : answer
      },
    }
    function open(): Saver {
      const opened = createSaver(
        {
          kind,
          transport,
          ...(mergesFor.length > 0 && { mergeElsewhere, longestAtOnce: 0 }),
          store: {
            write: (unsaved) => opened === saver && kept.splice(0, kept.length, structuredClone(unsaved)),
            clear: () => opened === saver && kept.splice(0),
          },
          clock,
          onChange: () => {},
          onReplace: () => {},
        },
        versionNow(),
      )
      return opened
    }
    saver = open()
    return {
      kept,
      get saver() {
        return saver
      },
      fail(next: Fault) {
        fault = next
      },
      edit(change: (body: string) => string) {
        saver.setBody(change(saver.texts.body))
      },
      /** Closes the tab; requests under way may still arrive. */
      close() {
        saver.flush()
        saver.close()
      },
      reopen() {
        const left = structuredClone(kept)
        saver = open()
        saver.restore(left)
      },
      hear: () => saver.noteRemote(versionNow()),
    }
  }
  return { server, person, pass, stop, merges: () => merges }
}

const KINDS: [TextKind, (text: string) => string][] = [
  ['html', (text) => `<p>${text}</p>`],
  ['markdown', (text) => `${text}\n`],
]

test.each(KINDS)(
  'words that arrived as the tab was closed are there once when somebody wrote in front of them (A1, %s)',
  async (kind, paragraph) => {
    const service = givenService(paragraph('The yield was 4 mg.'), kind)
    const bob = service.person()
    bob.edit((body) => body.replace('4 mg.', '4 mg. Measured twice by Bob.'))
    bob.close()
    await service.pass(50)
    const ada = service.person()
    ada.edit((body) => body.replace('The yield', 'Batch 17: The yield'))
    await service.pass(5000)
    bob.reopen()
    await service.pass(5000)
    expect(service.server.texts.body).toBe(paragraph('Batch 17: The yield was 4 mg. Measured twice by Bob.'))
    expect(bob.saver.texts.body).toBe(service.server.texts.body)
    expect(bob.kept).toEqual([])
  },
)

test.each(KINDS)('text that a colleague deleted stays deleted (A2, %s)', async (kind, paragraph) => {
  const service = givenService(paragraph('The yield was 4 mg.'), kind)
  const bob = service.person()
  bob.edit((body) => body.replace('4 mg.', '4 mg. A wrong claim.'))
  bob.close()
  await service.pass(50)
  const ada = service.person()
  expect(ada.saver.texts.body).toContain('A wrong claim.')
  ada.edit((body) => body.replace(' A wrong claim.', ''))
  await service.pass(5000)
  bob.reopen()
  await service.pass(5000)
  expect(service.server.texts.body).toBe(paragraph('The yield was 4 mg.'))
  expect(bob.saver.texts.body).toBe(paragraph('The yield was 4 mg.'))
  expect(bob.kept).toEqual([])
})

test('it is the same for whoever begins to type before the page has found what was left', async () => {
  const service = givenService('<p>The yield was 4 mg.</p>', 'html')
  const bob = service.person()
  bob.edit((body) => body.replace('4 mg.', '4 mg. Measured twice by Bob.'))
  bob.close()
  await service.pass(50)
  const ada = service.person()
  ada.edit((body) => body.replace('The yield', 'Batch 17: The yield'))
  await service.pass(5000)
  const left = structuredClone(bob.kept)
  bob.kept.splice(0)
  bob.reopen()
  bob.edit((body) => body.replace('was', 'was about'))
  const adopted: UnsavedText[] = []
  bob.saver.restore(left, (one) => adopted.push(one))
  await service.pass(5000)
  expect(service.server.texts.body).toBe('<p>Batch 17: The yield was about 4 mg. Measured twice by Bob.</p>')
  expect(adopted).toHaveLength(1)
})

test('a conflict that came with the answer to a save survives a crash', async () => {
  const service = givenService('<p>start</p>', 'html')
  const bob = service.person()
  bob.fail('lostAnswer')
  bob.edit(() => '<p>start, by Bob</p>')
  await service.pass(400)
  bob.edit(() => '<p>mine</p>')
  await service.pass(50)
  const ada = service.person()
  ada.edit(() => '<p>theirs</p>')
  await service.pass(1000)
  bob.fail('fine')
  await service.pass(20_000)
  expect(bob.saver.status.state).toBe('conflict')
  bob.close()
  bob.reopen()
  await service.pass(20_000)
  expect(bob.saver.status.state).toBe('conflict')
  expect(service.server.texts.body).toBe('<p>theirs</p>')
})

test('a save that may have arrived is asked for again when the right to read the entry comes back', async () => {
  const service = givenService('<p>start</p>', 'html')
  const bob = service.person()
  bob.fail('lostAnswer')
  bob.edit(() => '<p>start, by Bob</p>')
  await service.pass(400)
  const ada = service.person()
  ada.edit((body) => body.replace('<p>', '<p>Ada: '))
  await service.pass(1000)
  bob.fail('forbidden')
  await service.pass(20_000)
  expect(bob.saver.status.state).toBe('error')
  bob.fail('fine')
  await service.pass(20_000)
  expect(service.server.texts.body).toBe('<p>Ada: start, by Bob</p>')
})

type Step =
  | { do: 'type'; who: 0 | 1 }
  | { do: 'fail'; who: 0 | 1; how: Fault }
  | { do: 'reopen' | 'hear'; who: 0 | 1 }
  | { do: 'pass'; time: number }

const who = fc.constantFrom<0 | 1>(0, 1)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: fc.record({ do: fc.constant('type' as const), who }) },
  { weight: 4, arbitrary: fc.record({ do: fc.constant('fail' as const), who, how: fc.constantFrom(...FAULTS) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('reopen' as const, 'hear' as const), who }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('pass' as const), time: fc.integer({ min: 1, max: 1500 }) }) },
)

/** Bob writes at the end of the paragraph and Ada before its middle: nobody touches the other's words. */
const TYPES = [
  (body: string, word: string) => body.replace('MIDDLE', `${word} MIDDLE`),
  (body: string, word: string) => body.replace('END', `${word} END`),
]

/** Both write while network and merges misbehave; in the end each word of both must be there once. */
async function writeTogether([kind, paragraph]: (typeof KINDS)[number], steps: Step[], mergesFor: MergeTimes) {
  const service = givenService(paragraph('START MIDDLE and more END'), kind, mergesFor)
  const people = [service.person(), service.person()] as const
  const words: string[] = []
  for (const [number, step] of steps.entries()) {
    if (step.do === 'pass') await service.pass(step.time)
    else if (step.do === 'type') {
      const word = `${'ab'[step.who]}${number}.`
      words.push(word)
      people[step.who].edit((body) => TYPES[step.who]?.(body, word) ?? body)
    } else if (step.do === 'fail') people[step.who].fail(step.how)
    else if (step.do === 'hear') people[step.who].hear()
    else {
      people[step.who].close()
      people[step.who].reopen()
    }
  }
  for (const one of people) one.fail('fine')
  await service.pass(60_000)
  for (const one of people) one.hear()
  await service.pass(5000)
  const { body } = service.server.texts
  const found = body.match(/[ab]\d+\./g) ?? []
  expect(found.toSorted()).toEqual(words.toSorted())
  for (const one of people) {
    expect(one.saver.status.state).toBe('saved')
    expect(one.saver.texts.body).toBe(body)
    expect(one.kept).toEqual([])
  }
}

test.each(KINDS)(
  'whatever the network does while two people write in one paragraph, each word of both is there once (%s)',
  async (...kind) => {
    const runs = fc.asyncProperty(fc.array(step, { maxLength: 60 }), (steps) => writeTogether(kind, steps, []))
    await fc.assert(runs, { numRuns: 700 })
  },
)

test.each(KINDS)(
  'nor is a word lost or doubled that is typed while another thread merges, or fails to (%s)',
  async (...kind) => {
    const times = fc.array(fc.oneof(fc.integer({ min: 0, max: 900 }), fc.constantFrom(-200)), { minLength: 1 })
    const runs = fc.asyncProperty(fc.array(step, { maxLength: 60 }), times, (steps, mergesFor) =>
      writeTogether(kind, steps, mergesFor),
    )
    await fc.assert(runs, { numRuns: 700 })
  },
)

test('what is typed far from theirs while another thread merges does not make it merge again', async () => {
  const service = givenService('<p>START MIDDLE and more END</p>', 'html', [400])
  const [bob, ada] = [service.person(), service.person()]
  ada.edit((body) => body.replace('START', 'START by Ada'))
  await service.pass(1000)
  bob.edit((body) => body.replace('END', 'one END'))
  await service.pass(500)
  bob.edit((body) => body.replace('END', 'two END'))
  await service.pass(300)
  expect(bob.saver.texts.body).toBe('<p>START by Ada MIDDLE and more one two END</p>')
  await service.pass(5000)
  expect(service.server.texts.body).toBe('<p>START by Ada MIDDLE and more one two END</p>')
  expect(service.merges()).toBe(1)
})

test('a merge is done again when the same words were typed in meanwhile, and is never put over them', async () => {
  const service = givenService('<p>START MIDDLE and more END</p>', 'html', [400])
  const [bob, ada] = [service.person(), service.person()]
  ada.edit((body) => body.replace('MIDDLE and', 'MIDDLE by Ada and'))
  await service.pass(1000)
  bob.edit((body) => body.replace('END', 'one END'))
  await service.pass(500)
  bob.edit((body) => body.replace('MIDDLE and', 'MIDDLE seen by Bob and'))
  await service.pass(300)
  expect(bob.saver.texts.body).toBe('<p>START MIDDLE seen by Bob and more one END</p>')
  await service.pass(5000)
  expect(service.merges()).toBe(2)
  expect(service.server.texts.body).toBe('<p>START MIDDLE by Ada seen by Bob and more one END</p>')
  expect(bob.saver.texts.body).toBe(service.server.texts.body)
})

test('without another thread the page merges by itself', async () => {
  const service = givenService('<p>START MIDDLE and more END</p>', 'html', [-100])
  const [bob, ada] = [service.person(), service.person()]
  ada.edit((body) => body.replace('START', 'START by Ada'))
  await service.pass(1000)
  bob.edit((body) => body.replace('END', 'one END'))
  await service.pass(5000)
  expect(service.server.texts.body).toBe('<p>START by Ada MIDDLE and more one END</p>')
})
