import type { Entity } from '@aliquot/contract/entities'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createManualClock } from '../../sync/manual-clock.ts'
import { withField } from './entry-fields.ts'
import { createFieldSaver, type FieldAnswer, type FieldSaver, type KeptField, showKept } from './field-saver.ts'

type Failure = 'none' | 'lostRequest' | 'lostAnswer'

const NOBODY = '{"teams":[],"teamgroups":[],"users":[]}'

function entryWith(fields: Partial<Entity> = {}): Entity {
  return {
    date: '2026-03-02',
    rating: 0,
    tags_decoded: [],
    canread: NOBODY,
    canwrite: NOBODY,
    canread_base: 30,
    canwrite_base: 20,
    metadata_decoded: { extra_fields: { Buffer: { type: 'text', value: 'PBS', unit: '' } } },
    ...fields,
  } as Entity
}

/** A scripted service, network, disk and clock. */
function givenFields(start: Partial<Entity> = {}) {
  const server = { entry: entryWith(start), number: 1 }
  const disk = new Map<string, KeptField>()
  const { clock, pass, stop } = createManualClock()
  const sends: Record<string, unknown>[] = []
  const saves = new Map<string, number>()
  let failure: Failure = 'none'
  let refusal: string | undefined
  const version = () => ({ data: server.entry, etag: `"${server.number}-x"` })

  function change(edit: (entry: Entity) => Entity): void {
    server.entry = edit(server.entry)
    server.number += 1
  }

  /** How the service applies a change to these fields. */
  function apply(entry: Entity, sent: Record<string, unknown>): Entity {
    const { tags, metadatamerge, metadata, ...rest } = sent
    let next = { ...entry, ...rest } as Entity
    if (tags) next = withField(next, 'tags', tags)
    if (metadata) next = { ...next, metadata_decoded: metadata }
    const { extra_fields = {} } = (metadatamerge ?? {}) as { extra_fields?: Record<string, Record<string, unknown>> }
    for (const [name, field] of Object.entries(extra_fields)) next = withField(next, `field:${name}`, field)
    return next
  }

  async function save(sent: Record<string, unknown>, etag: string, key: string): Promise<FieldAnswer> {
    sends.push(sent)
    if (failure === 'lostRequest') return { kind: 'unreachable' }
    if (refusal) return { kind: 'refused', message: refusal, status: 403 }
    const savedVersion = saves.get(key)
    if (savedVersion !== undefined) {
      return failure === 'lostAnswer' ? { kind: 'unreachable' } : { kind: 'saved', savedVersion, ...version() }
    }
    if (etag !== version().etag) return failure === 'none' ? { kind: 'stale', ...version() } : { kind: 'unreachable' }
    change((entry) => apply(entry, sent))
    saves.set(key, server.number)
    return failure === 'lostAnswer' ? { kind: 'unreachable' } : { kind: 'saved', ...version() }
  }

  function open(): FieldSaver {
    const saver = createFieldSaver(
      {
        save,
        store: {
          put: (kept) => disk.set(kept.field, structuredClone(kept)),
          drop: ({ field }) => disk.delete(field),
        },
        clock,
        onChange: () => {},
        onRecord: () => {},
      },
      version(),
    )
    saver.restore([...disk.values()].map((kept) => structuredClone(kept)))
    return saver
  }

  let saver = open()
  return {
    server,
    disk,
    sends,
    change,
    get saver() {
      return saver
    },
    get shown() {
      return showKept(saver.version.data, saver.kept)
    },
    fail: (next: Failure) => {
      failure = next
    },
    refuse: (message: string | undefined) => {
      refusal = message
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

const tagsOf = (entry: Entity) => entry.tags_decoded.map(({ tag }) => tag)
const textOf = (entry: Entity, name: string) =>
  (entry.metadata_decoded as { extra_fields: Record<string, { value: unknown }> }).extra_fields[name]?.value

test('a changed field is shown at once, and at the service soon', async () => {
  const entry = givenFields()
  entry.saver.set('rating', 4)
  expect(entry.shown.rating).toBe(4)
  expect(entry.saver.status).toEqual({ state: 'saving' })
  await entry.pass(10)
  expect(entry.server.entry.rating).toBe(4)
  expect(entry.saver.status.state).toBe('saved')
  expect([...entry.disk]).toEqual([])
})

test('what is typed is on the disk with each key and sent when somebody pauses', async () => {
  const entry = givenFields()
  for (const typed of ['T', 'Tr', 'Tris']) {
    entry.saver.set('value:Buffer', typed, 500)
    expect(entry.disk.get('value:Buffer')?.value).toBe(typed)
    await entry.pass(100)
  }
  expect(entry.sends).toHaveLength(0)
  await entry.pass(500)
  expect(entry.sends).toHaveLength(1)
  expect(textOf(entry.server.entry, 'Buffer')).toBe('Tris')
})

test('without a network everything is kept, said so, and sent in order when it is back', async () => {
  const entry = givenFields()
  entry.fail('lostRequest')
  entry.saver.set('field:Lot', { type: 'text', value: '' })
  entry.saver.set('value:Lot', 'A7')
  entry.saver.set('tags', ['yield'])
  entry.saver.set('canread_base', 10)
  entry.saver.set('date', '2026-04-01')
  await entry.pass(1000)
  expect(entry.saver.status).toEqual({ state: 'offline' })
  expect(entry.disk.size).toBe(5)
  entry.fail('none')
  await entry.pass(11_000)
  expect(entry.server.entry).toMatchObject({ date: '2026-04-01', canread_base: 10 })
  expect(textOf(entry.server.entry, 'Lot')).toBe('A7')
  expect(tagsOf(entry.server.entry)).toEqual(['yield'])
  expect(entry.saver.status.state).toBe('saved')
  expect(entry.disk.size).toBe(0)
})

test('what was changed before a crash is sent by the next page', async () => {
  const entry = givenFields()
  entry.fail('lostRequest')
  entry.saver.set('rating', 3)
  entry.saver.set('value:Buffer', 'Tris')
  await entry.pass(300)
  entry.crash()
  expect(entry.shown.rating).toBe(3)
  entry.fail('none')
  await entry.pass(20_000)
  expect(entry.server.entry.rating).toBe(3)
  expect(textOf(entry.server.entry, 'Buffer')).toBe('Tris')
})

test('changes of different fields by two people are both kept', async () => {
  const entry = givenFields()
  entry.change((before) => ({ ...before, date: '2026-05-05' }))
  entry.saver.set('rating', 5)
  await entry.pass(100)
  expect(entry.server.entry).toMatchObject({ rating: 5, date: '2026-05-05' })
  expect(entry.saver.problems).toEqual([])
})

test('tags and people that others added or removed stay so', async () => {
  const entry = givenFields({ tags_decoded: ['a', 'b'].map((tag) => ({ id: 1, tag, is_favorite: false })) })
  entry.fail('lostRequest')
  entry.saver.set('tags', ['a', 'mine'])
  entry.saver.set('canread', { teams: [], teamgroups: [], users: [7] })
  entry.change((before) => withField(before, 'tags', ['b', 'a', 'theirs']))
  entry.change((before) => withField(before, 'canread', { teams: [], teamgroups: [], users: [9] }))
  entry.fail('none')
  await entry.pass(20_000)
  expect(tagsOf(entry.server.entry)).toEqual(['a', 'theirs', 'mine'])
  expect(JSON.parse(entry.server.entry.canread).users).toEqual([9, 7])
  expect(entry.saver.problems).toEqual([])
})

test('of two values of one field neither is dropped: both are shown, and one is chosen', async () => {
  for (const choice of ['mine', 'theirs'] as const) {
    const entry = givenFields()
    entry.change((before) => ({ ...before, rating: 2 }))
    entry.saver.set('rating', 5)
    entry.saver.set('date', '2026-04-01')
    await entry.pass(100)
    expect(entry.saver.status).toEqual({ state: 'conflict' })
    expect(entry.saver.problems).toEqual([{ kind: 'conflict', field: 'rating', mine: 5, theirs: 2 }])
    expect(entry.server.entry).toMatchObject({ rating: 2, date: '2026-04-01' })
    expect(entry.disk.get('rating')?.value).toBe(5)
    entry.saver.resolve('rating', choice)
    await entry.pass(100)
    expect(entry.server.entry.rating).toBe(choice === 'mine' ? 5 : 2)
    expect(entry.saver.status.state).toBe('saved')
    expect(entry.disk.size).toBe(0)
  }
})

test('a change whose answer was lost is not taken for one by somebody else', async () => {
  const entry = givenFields()
  entry.fail('lostAnswer')
  entry.saver.set('rating', 3)
  await entry.pass(50)
  entry.saver.set('rating', 5)
  entry.crash()
  entry.fail('none')
  await entry.pass(20_000)
  expect(entry.server.entry.rating).toBe(5)
  expect(entry.saver.problems).toEqual([])
})

test('a change whose answer was lost is done when a record from elsewhere has it', async () => {
  const entry = givenFields()
  entry.fail('lostAnswer')
  entry.saver.set('rating', 4)
  await entry.pass(100)
  expect(entry.saver.status).toEqual({ state: 'offline' })
  entry.tell()
  await entry.pass(1000)
  expect(entry.saver.kept).toEqual([])
  expect(entry.saver.status).toMatchObject({ state: 'saved' })
})

test('who goes back to the old value after a lost answer gets the old value', async () => {
  const entry = givenFields()
  entry.fail('lostAnswer')
  entry.saver.set('rating', 3)
  await entry.pass(50)
  entry.saver.set('rating', 0)
  entry.fail('none')
  await entry.pass(20_000)
  expect(entry.server.entry.rating).toBe(0)
  expect(entry.saver.status.state).toBe('saved')
})

test('what is refused stays here with the reason, holds nothing up, and can be tried again', async () => {
  const entry = givenFields()
  entry.refuse('The entry is locked')
  entry.saver.set('rating', 4)
  await entry.pass(100)
  expect(entry.saver.status).toEqual({ state: 'error', message: 'The entry is locked', status: 403 })
  expect(entry.saver.problems).toMatchObject([{ kind: 'refused', field: 'rating', mine: 4 }])
  expect(entry.disk.size).toBe(1)
  entry.refuse(undefined)
  entry.saver.set('date', '2026-04-01')
  await entry.pass(100)
  expect(entry.server.entry.date).toBe('2026-04-01')
  entry.saver.resolve('rating', 'mine')
  await entry.pass(100)
  expect(entry.server.entry.rating).toBe(4)
  expect(entry.saver.status.state).toBe('saved')
})

test('what cannot be saved is let go', async () => {
  const entry = givenFields()
  entry.refuse('Locked')
  entry.saver.set('rating', 4)
  await entry.pass(1000)
  entry.saver.giveUp()
  expect(entry.disk.size).toBe(0)
  expect(entry.saver.problems).toEqual([])
  expect(entry.saver.status).toMatchObject({ state: 'saved' })
  entry.refuse(undefined)
  await entry.pass(20_000)
  expect(entry.server.entry.rating).toBe(0)
})

test('a field that is taken away goes with what was being typed into it, and comes back', async () => {
  const entry = givenFields()
  entry.saver.set('value:Buffer', 'Tris', 500)
  entry.saver.set('field:Buffer', null)
  await entry.pass(1000)
  expect(entry.server.entry.metadata_decoded).toEqual({ extra_fields: {} })
  entry.saver.set('field:Buffer', { type: 'text', value: 'Tris' })
  await entry.pass(100)
  expect(textOf(entry.server.entry, 'Buffer')).toBe('Tris')
})

test('a tag that arrived without an answer, and that somebody took off since, stays off', async () => {
  const entry = givenFields()
  entry.fail('lostAnswer')
  entry.saver.set('tags', ['mine'])
  await entry.pass(50)
  expect(tagsOf(entry.server.entry)).toEqual(['mine'])
  entry.change((before) => withField(before, 'tags', ['theirs']))
  entry.fail('none')
  await entry.pass(20_000)
  expect(tagsOf(entry.server.entry)).toEqual(['theirs'])
  expect(entry.saver.status.state).toBe('saved')
})

test('a value that arrived without an answer, and that somebody set back since, stays so, also after a crash', async () => {
  const entry = givenFields()
  entry.fail('lostAnswer')
  entry.saver.set('rating', 4)
  await entry.pass(50)
  expect(entry.server.entry.rating).toBe(4)
  entry.change((before) => ({ ...before, rating: 0 }))
  entry.crash()
  entry.fail('none')
  await entry.pass(20_000)
  expect(entry.server.entry.rating).toBe(0)
  expect(entry.saver.problems).toEqual([])
  expect(entry.disk.size).toBe(0)
})

test('what was chosen after a save without an answer goes on from that save', async () => {
  const entry = givenFields()
  entry.fail('lostAnswer')
  entry.saver.set('tags', ['mine', 'wrong'])
  await entry.pass(50)
  entry.saver.set('tags', ['mine'])
  entry.change((before) => withField(before, 'tags', [...tagsOf(before), 'theirs']))
  entry.fail('none')
  await entry.pass(20_000)
  expect(tagsOf(entry.server.entry)).toEqual(['mine', 'theirs'])
})

const step = fc.oneof(
  fc.record({ do: fc.constant('set' as const), value: fc.integer({ min: 0, max: 5 }) }),
  fc.record({ do: fc.constant('tag' as const), value: fc.nat(5) }),
  fc.record({ do: fc.constant('other' as const), value: fc.nat(5) }),
  fc.record({ do: fc.constant('takeOff' as const), value: fc.nat(5) }),
  fc.record({ do: fc.constant('pass' as const), value: fc.integer({ min: 1, max: 1500 }) }),
  fc.record({ do: fc.constant('crash' as const), value: fc.constant(0) }),
  fc.record({ do: fc.constant('fail' as const), value: fc.nat(3) }),
)

test('whatever fails while two people change an entry, the last choice and every tag arrive', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      const entry = givenFields()
      const tags = new Set<string>()
      let rating = 0
      for (const [number, { do: what, value }] of steps.entries()) {
        if (what === 'set') {
          rating = value
          entry.saver.set('rating', value)
        }
        if (what === 'tag' || what === 'other') tags.add(`t${number}`)
        if (what === 'tag') entry.saver.set('tags', [...tagsOf(entry.shown), `t${number}`])
        if (what === 'other') entry.change((before) => withField(before, 'tags', [...tagsOf(before), `t${number}`]))
        const taken = what === 'takeOff' ? tagsOf(entry.server.entry)[value] : undefined
        if (taken !== undefined) {
          tags.delete(taken)
          entry.change((before) =>
            withField(
              before,
              'tags',
              tagsOf(before).filter((tag) => tag !== taken),
            ),
          )
        }
        if (what === 'pass') await entry.pass(value)
        if (what === 'crash') entry.crash()
        if (what === 'fail') entry.fail((['none', 'none', 'lostRequest', 'lostAnswer'] as const)[value] ?? 'none')
      }
      entry.fail('none')
      await entry.pass(30_000)
      expect(entry.saver.status.state).toBe('saved')
      expect(entry.server.entry.rating).toBe(rating)
      expect(new Set(tagsOf(entry.server.entry))).toEqual(tags)
      expect(entry.disk.size).toBe(0)
    }),
    { numRuns: 500 },
  )
})

test('fields that two people name, move and fill in at the same time are merged; the same one twice is shown to them', async () => {
  const fields = (more: Record<string, unknown>) => ({
    extra_fields: { Buffer: { type: 'text', value: 'PBS' }, ...more },
  })
  const here = givenFields({ metadata_decoded: fields({}) })
  here.change((entry) => withField(entry, 'metadata', fields({ Mass: { type: 'number', value: '2' } })))
  here.saver.set('metadata', { extra_fields: { Buffer: { type: 'text', value: 'PBS', required: true } } })
  await here.pass(1000)
  expect(here.server.entry.metadata_decoded).toEqual({
    extra_fields: { Buffer: { type: 'text', value: 'PBS', required: true }, Mass: { type: 'number', value: '2' } },
  })

  here.change((entry) => withField(entry, 'value:Buffer', 'HEPES'))
  here.saver.set('metadata', { extra_fields: { Buffer: { type: 'text', value: 'Tris' } } })
  await here.pass(1000)
  expect(here.saver.problems).toMatchObject([{ kind: 'conflict', field: 'metadata' }])
})
