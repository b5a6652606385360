import { isTooLong, TITLE_LIMIT } from '@aliquot/contract/limits'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createManualClock } from '../../sync/manual-clock.ts'
import type { Texts } from '../../sync/sync.types.ts'
import type { SaveAnswer, UnsavedText, Version } from '../../sync/text-state.ts'
import { workOut } from './merges.ts'
import { createSaver, type Saver, type SaverOptions } from './saver.ts'

type Failure = 'none' | 'lostRequest' | 'lostAnswer'

/** A scripted service, network, disk and clock. */
function givenEntry(
  start: Texts = { title: 'Run', body: '<p>start</p>' },
  options: Pick<SaverOptions, 'mergeElsewhere' | 'longestAtOnce'> = {},
) {
  const server = { texts: { ...start }, number: 1 }
  const { clock, pass, stop } = createManualClock()
  const unsavedTexts: UnsavedText[] = []
  let failure: Failure = 'none'
  let clean = (html: string) => html
  let refusal: string | undefined
  let sends = 0
  let beforeAnswer: (() => void) | undefined
  let replaced: Texts | undefined
  const version = (): Version => ({ texts: { ...server.texts }, etag: `"${server.number}-x"` })

  const saves = new Map<string, number>()
  async function answer(change: Partial<Texts>, etag: string, key: string): Promise<SaveAnswer> {
    sends += 1
    if (failure === 'lostRequest') return { kind: 'unreachable' }
    if (refusal) return { kind: 'refused', message: refusal }
    if (isTooLong(change.title ?? '', TITLE_LIMIT)) return { kind: 'refused', message: 'The title is too long' }
    const earlier = saves.get(key)
    if (earlier !== undefined && failure === 'none') return { kind: 'saved', savedVersion: earlier, ...version() }
    const isStale = Number.parseInt(etag.slice(1), 10) !== server.number
    if (isStale) return failure === 'none' ? { kind: 'stale', ...version() } : { kind: 'unreachable' }
    server.texts = { ...server.texts, ...change, ...(change.body !== undefined && { body: clean(change.body) }) }
    server.number += 1
    const savedVersion = server.number
    saves.set(key, savedVersion)
    beforeAnswer?.()
    return failure === 'lostAnswer' ? { kind: 'unreachable' } : { kind: 'saved', savedVersion, ...version() }
  }

  function open(): Saver {
    const saver = createSaver(
      {
        kind: 'html',
        transport: { save: answer },
        store: {
          write: (unsaved) => unsavedTexts.splice(0, unsavedTexts.length, structuredClone(unsaved)),
          clear: () => unsavedTexts.splice(0),
        },
        clock,
        onChange: () => {},
        onReplace: (texts) => {
          replaced = texts
        },
        ...options,
      },
      version(),
    )
    saver.restore(structuredClone(unsavedTexts))
    return saver
  }

  let saver = open()
  return {
    server,
    unsavedTexts,
    get saver() {
      return saver
    },
    get sends() {
      return sends
    },
    get replaced() {
      return replaced
    },
    fail: (next: Failure) => {
      failure = next
    },
    refuse: (message: string | undefined) => {
      refusal = message
    },
    cleanWith: (cleaner: typeof clean) => {
      clean = cleaner
    },
    beforeNextAnswer: (run: () => void) => {
      beforeAnswer = () => {
        beforeAnswer = undefined
        run()
      }
    },
    other: (edit: (texts: Texts) => Texts) => {
      server.texts = edit(server.texts)
      server.number += 1
    },
    tell: () => saver.noteRemote(version()),
    crash: () => {
      saver.close()
      stop()
      saver = open()
    },
    pass,
  }
}

const body = (edit: (body: string) => string) => (texts: Texts) => ({ ...texts, body: edit(texts.body) })

test('what is typed is at the service within a second', async () => {
  const entry = givenEntry()
  entry.saver.setBody('<p>start and more</p>')
  entry.saver.setTitle('Run 2')
  expect(entry.saver.status).toEqual({ state: 'saving' })
  await entry.pass(1000)
  expect(entry.server.texts).toEqual({ title: 'Run 2', body: '<p>start and more</p>' })
  expect(entry.saver.status.state).toBe('saved')
  expect(entry.unsavedTexts).toEqual([])
})

test('it is saved while somebody types without a pause', async () => {
  const entry = givenEntry()
  for (let key = 0; key < 60; key += 1) {
    entry.saver.setBody(`<p>start${'x'.repeat(key + 1)}</p>`)
    await entry.pass(50)
    const behind = key + 1 - (entry.server.texts.body.length - '<p>start</p>'.length)
    expect(behind).toBeLessThanOrEqual(20)
  }
})

test('the text is asked for once per save or copy on this device, not per key', async () => {
  const entry = givenEntry()
  let asked = 0
  for (let key = 0; key < 20; key += 1) {
    entry.saver.setBody(() => {
      asked += 1
      return `<p>start${'x'.repeat(key + 1)}</p>`
    })
    await entry.pass(10)
  }
  await entry.pass(1000)
  expect(entry.server.texts.body).toBe(`<p>start${'x'.repeat(20)}</p>`)
  expect(asked).toBeLessThan(6)
})

test('this device holds what is typed before the service does', async () => {
  const entry = givenEntry()
  entry.fail('lostRequest')
  entry.saver.setBody('<p>first</p>')
  await entry.pass(1)
  expect(entry.unsavedTexts[0]?.current.body).toBe('<p>first</p>')
  entry.saver.setBody('<p>second</p>')
  await entry.pass(300)
  expect(entry.unsavedTexts[0]?.current.body).toBe('<p>second</p>')
})

test('while the service is away it says so, tries again, and ends up saved', async () => {
  const entry = givenEntry()
  entry.fail('lostRequest')
  entry.saver.setBody('<p>kept</p>')
  await entry.pass(2000)
  expect(entry.saver.status).toEqual({ state: 'offline' })
  entry.saver.setBody('<p>kept and more</p>')
  await entry.pass(60_000)
  expect(entry.unsavedTexts).toHaveLength(1)
  entry.fail('none')
  await entry.pass(11_000)
  expect(entry.server.texts.body).toBe('<p>kept and more</p>')
  expect(entry.saver.status.state).toBe('saved')
})

test('a save whose answer was lost is not taken for a change by somebody else', async () => {
  const entry = givenEntry()
  entry.fail('lostAnswer')
  entry.saver.setBody('<p>start a</p>')
  await entry.pass(900)
  entry.fail('none')
  entry.saver.setBody('<p>start a and b</p>')
  await entry.pass(20_000)
  expect(entry.server.texts.body).toBe('<p>start a and b</p>')
  expect(entry.replaced).toBeUndefined()
})

test('a crash before the answer arrives neither loses nor doubles the text', async () => {
  const entry = givenEntry()
  entry.fail('lostAnswer')
  entry.saver.setBody('<p>start a</p>')
  await entry.pass(900)
  entry.saver.setBody('<p>start a and b</p>')
  await entry.pass(300)
  entry.fail('none')
  entry.crash()
  await entry.pass(20_000)
  expect(entry.server.texts.body).toBe('<p>start a and b</p>')
})

test('unsaved text left over is applied again on the same version', async () => {
  const entry = givenEntry()
  entry.fail('lostRequest')
  entry.saver.setBody('<p>unsaved</p>')
  await entry.pass(500)
  entry.crash()
  expect(entry.saver.texts.body).toBe('<p>unsaved</p>')
  entry.fail('none')
  await entry.pass(1000)
  expect(entry.server.texts.body).toBe('<p>unsaved</p>')
})

test('unsaved text left over is merged when the entry has changed meanwhile', async () => {
  const entry = givenEntry({ title: 'Run', body: '<p>one</p><p>two</p><p>three</p>' })
  entry.fail('lostRequest')
  entry.saver.setBody('<p>one, mine</p><p>two</p><p>three</p>')
  await entry.pass(500)
  entry.other(body(() => '<p>one</p><p>two</p><p>three, theirs</p>'))
  entry.crash()
  entry.fail('none')
  await entry.pass(1000)
  expect(entry.server.texts.body).toBe('<p>one, mine</p><p>two</p><p>three, theirs</p>')
})

test('unsaved text left over that comes after the first key loses neither its title nor its text', async () => {
  const entry = givenEntry({ title: 'Run', body: '<p>one</p><p>two</p>' })
  entry.fail('lostRequest')
  entry.saver.setTitle('Run 17')
  entry.saver.setBody('<p>one</p><p>two, before</p>')
  await entry.pass(500)
  const left = structuredClone(entry.unsavedTexts)
  entry.unsavedTexts.splice(0)
  entry.crash()
  entry.fail('none')
  entry.saver.setBody('<p>one, after</p><p>two</p>')
  entry.saver.restore(left)
  await entry.pass(1000)
  expect(entry.server.texts).toEqual({ title: 'Run 17', body: '<p>one, after</p><p>two, before</p>' })
})

test('two people in different paragraphs both keep their words', async () => {
  const entry = givenEntry({ title: 'Run', body: '<p>one</p><p>two</p>' })
  entry.other(body((text) => text.replace('two', 'two, theirs')))
  entry.saver.setBody('<p>one, mine</p><p>two</p>')
  await entry.pass(2000)
  expect(entry.server.texts.body).toBe('<p>one, mine</p><p>two, theirs</p>')
  expect(entry.saver.texts.body).toBe('<p>one, mine</p><p>two, theirs</p>')
  expect(entry.replaced?.body).toBe('<p>one, mine</p><p>two, theirs</p>')
})

test('two people at the same place both keep what they add, also when one ends as the other does', async () => {
  const entry = givenEntry({ title: 'Run', body: '<p>x</p>' })
  entry.other(body((text) => text.replace('x', 'x b 1')))
  entry.saver.setBody('<p>x 1</p>')
  await entry.pass(2000)
  expect(entry.server.texts.body).toBe('<p>x b 1 1</p>')
  expect(entry.saver.texts.body).toBe('<p>x b 1 1</p>')
})

test('a change that slips in between our save and its answer is not overwritten', async () => {
  const entry = givenEntry({ title: 'Run', body: '<p>one</p><p>two</p>' })
  entry.beforeNextAnswer(() => entry.other(body((text) => text.replace('two', 'two, theirs'))))
  entry.saver.setBody('<p>one, mine</p><p>two</p>')
  await entry.pass(1000)
  entry.saver.setBody(entry.saver.texts.body.replace('mine', 'mine again'))
  await entry.pass(1000)
  expect(entry.server.texts.body).toBe('<p>one, mine again</p><p>two, theirs</p>')
})

test('what another tab saved appears here, and nothing is sent for it', async () => {
  const entry = givenEntry()
  entry.other(() => ({ title: 'Other', body: '<p>other</p>' }))
  entry.tell()
  expect(entry.saver.texts).toEqual({ title: 'Other', body: '<p>other</p>' })
  await entry.pass(2000)
  expect(entry.sends).toBe(0)
})

test('what the service cleaned is not typed into the page, nor sent again', async () => {
  const entry = givenEntry()
  entry.cleanWith((html) => html.replaceAll('<i>', '').replaceAll('</i>', ''))
  entry.saver.setBody('<p><i>start</i></p>')
  await entry.pass(5000)
  expect(entry.replaced).toBeUndefined()
  expect(entry.sends).toBe(1)
  expect(entry.saver.texts.body).toBe('<p><i>start</i></p>')
  entry.other(body((text) => `${text}<p>theirs</p>`))
  entry.tell()
  expect(entry.saver.texts.body).toBe('<p>start</p><p>theirs</p>')
})

test('what others write waits until an input method is done with a word (A10)', async () => {
  const entry = givenEntry({ title: 'Run', body: '<p>one</p><p>start</p>' })
  entry.saver.setComposing(true)
  entry.saver.setBody('<p>one</p><p>startに</p>')
  entry.other(body((text) => text.replace('one', 'one, theirs')))
  await entry.pass(2000)
  expect(entry.replaced).toBeUndefined()
  entry.saver.setBody('<p>one</p><p>start日本語</p>')
  await entry.pass(2000)
  expect(entry.replaced).toBeUndefined()
  expect(entry.unsavedTexts[0]?.current.body).toBe('<p>one</p><p>start日本語</p>')
  entry.saver.setComposing(false)
  await entry.pass(2000)
  expect(entry.server.texts.body).toBe('<p>one, theirs</p><p>start日本語</p>')
  expect(entry.saver.texts.body).toBe('<p>one, theirs</p><p>start日本語</p>')
})

const choices = [
  ['mine', '<p>mine</p>'],
  ['theirs', '<p>theirs</p>'],
  ['both', '<p>theirs</p><hr><p>mine</p>'],
] as const

test.each(choices)('of two versions of the same words, "%s" can be chosen', async (choice, result) => {
  const entry = givenEntry()
  entry.other(body(() => '<p>theirs</p>'))
  entry.saver.setBody('<p>mine</p>')
  await entry.pass(2000)
  expect(entry.saver.status).toEqual({ state: 'conflict' })
  expect(entry.saver.conflict).toMatchObject({ mine: { body: '<p>mine</p>' }, theirs: { body: '<p>theirs</p>' } })
  expect(entry.server.texts.body).toBe('<p>theirs</p>')
  expect(entry.unsavedTexts[0]?.current.body).toBe('<p>mine</p>')
  entry.saver.resolveConflict(choice)
  await entry.pass(2000)
  expect(entry.server.texts.body).toBe(result)
  expect(entry.saver.texts.body).toBe(result)
  expect(entry.saver.status.state).toBe('saved')
  expect(entry.unsavedTexts).toEqual([])
})

test('both versions of a title are kept, too, and only what conflicts stands twice', async () => {
  const entry = givenEntry({ title: 'Run', body: '<p>one</p><p>two</p>' })
  entry.other(() => ({ title: 'Theirs', body: '<p>one, theirs</p><p>two</p>' }))
  entry.saver.setTitle('Mine')
  entry.saver.setBody('<p>one</p><p>two, mine</p>')
  await entry.pass(2000)
  expect(entry.saver.status).toEqual({ state: 'conflict' })
  entry.saver.resolveConflict('both')
  await entry.pass(2000)
  expect(entry.server.texts).toEqual({ title: 'Theirs · Mine', body: '<p>one, theirs</p><p>two, mine</p>' })
})

test('of two long titles that are both kept, none is cut', async () => {
  const [mine, theirs] = [`mine ${'m'.repeat(204)}`, `theirs ${'t'.repeat(203)}`]
  const entry = givenEntry({ title: 'x', body: '' })
  entry.other((texts) => ({ ...texts, title: theirs }))
  entry.saver.setTitle(mine)
  await entry.pass(2000)
  entry.saver.resolveConflict('both')
  expect(entry.saver.title).toBe(`${theirs} · ${mine}`)
})

test('a version that was given up comes back by undo', async () => {
  const entry = givenEntry()
  entry.other(body(() => '<p>theirs</p>'))
  entry.saver.setBody('<p>mine</p>')
  await entry.pass(2000)
  const mine = entry.saver.resolveConflict('theirs')
  await entry.pass(2000)
  expect(entry.server.texts.body).toBe('<p>theirs</p>')
  entry.saver.replace(mine)
  expect(entry.replaced?.body).toBe('<p>mine</p>')
  await entry.pass(2000)
  expect(entry.server.texts.body).toBe('<p>mine</p>')
})

test('both versions of a long text are merged elsewhere when a conflict is settled', async () => {
  const jobs: string[] = []
  const entry = givenEntry(
    { title: 'Run', body: '<p>start</p>' },
    {
      longestAtOnce: 0,
      mergeElsewhere: async (job) => {
        jobs.push(job.mine)
        return workOut(job)
      },
    },
  )
  entry.saver.setBody('<p>mine</p>')
  entry.other(body(() => '<p>theirs</p>'))
  await entry.pass(2000)
  expect(entry.saver.status).toEqual({ state: 'conflict' })
  entry.saver.setBody('<p>mine, and more</p>')
  jobs.length = 0
  entry.saver.resolveConflict('both')
  await entry.pass(2000)
  expect(jobs).toContain('<p>mine, and more</p>')
  expect(entry.server.texts.body).toBe('<p>theirs</p><hr><p>mine, and more</p>')
  expect(entry.saver.conflict).toBeUndefined()
})

test('a second conflict after one that was settled is told, too', async () => {
  const entry = givenEntry()
  for (const round of [1, 2]) {
    entry.other(body(() => `<p>b${round}</p>`))
    entry.saver.setBody(`<p>a${round}</p>`)
    await entry.pass(2000)
    expect(entry.saver.conflict).toMatchObject({ mine: { body: `<p>a${round}</p>` } })
    entry.saver.resolveConflict('mine')
    await entry.pass(2000)
    expect(entry.saver.conflict).toBeUndefined()
  }
})

test('a conflict survives a crash', async () => {
  const entry = givenEntry()
  entry.other(body(() => '<p>theirs</p>'))
  entry.saver.setBody('<p>mine</p>')
  await entry.pass(2000)
  entry.crash()
  await entry.pass(2000)
  expect(entry.saver.status).toEqual({ state: 'conflict' })
  expect(entry.saver.conflict?.mine.body).toBe('<p>mine</p>')
})

test('a refusal is shown, and the text is kept and saved once it is possible', async () => {
  const entry = givenEntry()
  entry.refuse('The entry is locked')
  entry.saver.setBody('<p>mine</p>')
  await entry.pass(1000)
  expect(entry.saver.status).toEqual({ state: 'error', message: 'The entry is locked' })
  expect(entry.unsavedTexts[0]?.current.body).toBe('<p>mine</p>')
  entry.refuse(undefined)
  await entry.pass(16_000)
  expect(entry.server.texts.body).toBe('<p>mine</p>')
})

test('the text is saved while the title is too long, and the title once it is shorter', async () => {
  const entry = givenEntry()
  entry.saver.setTitle('long '.repeat(60))
  entry.saver.setBody('<p>an hour of work</p>')
  await entry.pass(5000)
  expect(entry.server.texts).toEqual({ title: 'Run', body: '<p>an hour of work</p>' })
  expect(entry.saver.status).toEqual({ state: 'error', message: 'The title is too long' })
  expect(entry.unsavedTexts[0]?.current.title).toBe('long '.repeat(60))
  entry.saver.setTitle('Run 2')
  await entry.pass(1000)
  expect(entry.server.texts).toEqual({ title: 'Run 2', body: '<p>an hour of work</p>' })
  expect(entry.saver.status.state).toBe('saved')
})

test('what cannot be saved is let go, and can be brought back', async () => {
  const entry = givenEntry()
  entry.refuse('The entry is locked')
  entry.saver.setTitle('My run')
  entry.saver.setBody('<p>mine</p>')
  await entry.pass(1000)
  const mine = entry.saver.giveUp()
  expect(entry.saver.status).toMatchObject({ state: 'saved' })
  expect(entry.saver.isDirty).toBe(false)
  expect(entry.saver.texts).toEqual({ title: 'Run', body: '<p>start</p>' })
  expect(entry.replaced).toEqual({ title: 'Run', body: '<p>start</p>' })
  expect(entry.unsavedTexts).toEqual([])
  entry.refuse(undefined)
  entry.saver.replace(mine)
  await entry.pass(1000)
  expect(entry.server.texts).toEqual({ title: 'My run', body: '<p>mine</p>' })
})

test('what is written after something was let go without a network is saved', async () => {
  const entry = givenEntry()
  entry.fail('lostRequest')
  entry.saver.setBody('<p>let go</p>')
  await entry.pass(360)
  entry.saver.giveUp()
  await entry.pass(1000)
  entry.fail('none')
  entry.saver.setBody('<p>start, and more</p>')
  await entry.pass(1000)
  expect(entry.server.texts.body).toBe('<p>start, and more</p>')
})

type Step =
  | { do: 'type' | 'other'; at: number; isNew: boolean }
  | { do: 'pass'; time: number }
  | { do: 'fail'; how: Failure }
  | { do: 'crash' | 'resolve' | 'tell' }

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ do: fc.constant('type' as const), at: fc.nat(9), isNew: fc.boolean() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('other' as const), at: fc.nat(9), isNew: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), time: fc.integer({ min: 1, max: 1500 }) }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('fail' as const),
      how: fc.constantFrom<Failure>('none', 'none', 'lostRequest', 'lostAnswer'),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('crash' as const, 'resolve' as const, 'tell' as const) }) },
)

/** Adds a word to a paragraph, or a paragraph after it. */
function addWord(text: string, word: string, at: number, isNew: boolean): string {
  const paragraphs = text.split('</p>').slice(0, -1)
  const index = at % Math.max(1, paragraphs.length)
  if (isNew || paragraphs.length === 0) paragraphs.splice(index + 1, 0, `<p>${word}`)
  else paragraphs[index] += ` ${word}`
  return paragraphs.map((paragraph) => `${paragraph}</p>`).join('')
}

test('whatever fails while two people write, every word of both arrives', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 60 }), async (steps) => {
      const entry = givenEntry({ title: 'Run', body: '<p>one</p><p>two</p>' })
      const words: string[] = []
      for (const [number, step] of steps.entries()) {
        const word = `w${number}.`
        if (step.do === 'type') {
          entry.saver.setBody(addWord(entry.saver.texts.body, word, step.at, step.isNew))
          words.push(word)
        } else if (step.do === 'other') {
          entry.other(body((text) => addWord(text, word, step.at, step.isNew)))
          words.push(word)
        } else if (step.do === 'pass') await entry.pass(step.time)
        else if (step.do === 'fail') entry.fail(step.how)
        else if (step.do === 'crash') {
          // Only what was typed less than KEEP_EVERY before a power cut may be lost.
          await entry.pass(300)
          entry.crash()
        } else if (step.do === 'tell') entry.tell()
        else entry.saver.resolveConflict('both')
      }
      entry.fail('none')
      for (let round = 0; round < 20 && entry.saver.status.state !== 'saved'; round += 1) {
        entry.saver.resolveConflict('both')
        await entry.pass(20_000)
      }
      expect(entry.saver.status.state).toBe('saved')
      expect(words.filter((word) => !entry.server.texts.body.includes(word))).toEqual([])
      expect(entry.unsavedTexts).toEqual([])
    }),
    { numRuns: 1000 },
  )
})
