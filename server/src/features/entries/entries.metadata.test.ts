import type { Entity } from '@aliquot/contract/entities'
import { expect, test } from 'vitest'
import { sharedApp, testApp } from '../../../test/harness.ts'

const METADATA = {
  elabftw: { extra_fields_groups: [{ id: 1, name: 'Sample' }] },
  extra_fields: {
    Batch: { type: 'text', value: 'B-17', group_id: 1 },
    Mass: { type: 'number', value: '12.5', units: ['mg', 'g'], unit: 'mg' },
    Done: { type: 'checkbox', value: '' },
    Strain: { type: 'select', options: ['wt', 'ko'], value: 'wt' },
    Source: { type: 'experiments', value: '' },
  },
}

const shared = sharedApp()

async function start(metadata: unknown = METADATA) {
  const { as, given } = await shared()
  const ada = await given.user()
  const id = await given.experiment(ada, { metadata })
  return { id, patch: (body: unknown) => as(ada).patch<Entity>(`experiments/${id}`, body) }
}

function fields(entry: Entity): Record<string, unknown> {
  return (entry.metadata_decoded as { extra_fields: Record<string, unknown> }).extra_fields
}

test('metadatamerge takes over values and new fields, and keeps what fields are', async () => {
  const { patch } = await start()
  const merge = {
    extra_fields: {
      Batch: { type: 'number', value: 'B-18' },
      Mass: { value: '13,5' },
      Done: { value: 'yes' },
      Strain: { value: 'het' },
      New: { type: 'text', value: 'n' },
    },
  }
  const { status, body } = await patch({ metadatamerge: JSON.stringify(merge) })
  expect(status).toBe(200)
  expect(body.metadata_decoded).toEqual({
    elabftw: METADATA.elabftw,
    extra_fields: {
      Batch: { type: 'text', value: 'B-18', group_id: 1 },
      Mass: { type: 'number', value: '13.5', units: ['mg', 'g'], unit: 'mg' },
      Done: { type: 'checkbox', value: 'on' },
      Strain: { type: 'select', options: ['wt', 'ko', 'het'], value: 'het' },
      Source: METADATA.extra_fields.Source,
      New: { type: 'text', value: 'n' },
    },
  })
})

test('metadatamerge works on an entry without metadata', async () => {
  const { patch } = await start(null)
  const { body } = await patch({ metadatamerge: { extra_fields: { A: { value: 1 } } } })
  expect(body.metadata).toBe('{"extra_fields": {"A": {"value": 1}}}')
})

test('updatemetadatafield sets the values of the named fields', async () => {
  const { patch } = await start()
  const { status, body } = await patch({ action: 'updatemetadatafield', Batch: 'B-19', Mass: 4, Strain: ['wt', 'ko'] })
  expect(status).toBe(200)
  expect(fields(body)).toMatchObject({ Batch: { value: 'B-19' }, Mass: { value: 4 }, Strain: { value: ['wt', 'ko'] } })
})

test.each([{ Unknown: 'x' }, { Batch: null }, { Batch: true }, { Batch: { a: 1 } }, { Batch: [{}] }])(
  'updatemetadatafield refuses %j by the name of the field',
  async (values) => {
    const { patch } = await start()
    const [name] = Object.keys(values)
    const refused = await patch({ action: 'updatemetadatafield', ...values })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(`^${name}:`) } })
  },
)

const SENT_AS = [['a number', Number] as const, ['a text', String] as const]

test.each(SENT_AS)('updatemetadatafield refuses a link of an entry to itself, sent as %s', async (_, as) => {
  const { id, patch } = await start()
  expect(await patch({ action: 'updatemetadatafield', Source: as(id) })).toMatchObject({
    status: 400,
    body: { message: expect.stringMatching(/^Source: /) },
  })
})

const TYPED = (type: string, more = {}) => ({ extra_fields: { F: { type, value: '', ...more } } })
const OPTIONS = { options: ['wt', 'ko', '3'] }

test.each<[string, unknown, unknown, object?]>([
  ['text', 'anything', 'anything'],
  ['text', 4.5, 4.5],
  ['number', '12,5', '12.5'],
  ['number', -3, -3],
  ['number', '1e-9', '1e-9'],
  ['number', '', ''],
  ['checkbox', 'on', 'on'],
  ['checkbox', 1, 'on'],
  ['checkbox', 'no', ''],
  ['select', 'ko', 'ko', OPTIONS],
  ['select', ['wt', 'ko'], ['wt', 'ko'], { ...OPTIONS, allow_multi_values: true }],
  ['select', [], [], { ...OPTIONS, allow_multi_values: true }],
  ['radio', 3, 3, OPTIONS],
  ['radio', 'free', 'free'],
  ['date', '2026-03-02', '2026-03-02'],
  ['date', '20260302', '2026-03-02'],
  ['datetime-local', '2026-03-02T09:15', '2026-03-02T09:15'],
  ['datetime-local', '2026-03-02 09:15:40', '2026-03-02 09:15:40'],
  ['time', '23:59', '23:59'],
  ['email', 'ada@example.org', 'ada@example.org'],
  ['url', 'https://example.org/a', 'https://example.org/a'],
  ['items', 7, 7],
  ['users', '12', '12'],
  ['compounds', '7', '7'],
  ['uploads', 3, 3],
  ['constructor', 'x', 'x'],
])('a field of type %s takes %j and keeps %j', async (type, sent, kept, more = {}) => {
  const { patch } = await start(TYPED(type, more))
  const { status, body } = await patch({ action: 'updatemetadatafield', F: sent })
  expect({ status, field: fields(body).F }).toEqual({ status: 200, field: { type, ...more, value: kept } })
})

test.each<[string, unknown, object?]>([
  ['number', 'many'],
  ['number', '1.2.3'],
  ['number', 'NaN'],
  ['number', ['1', 'x']],
  ['checkbox', 'constructor'],
  ['select', 'het', OPTIONS],
  ['select', ['wt', 'het'], { ...OPTIONS, allow_multi_values: true }],
  ['radio', 'toString', OPTIONS],
  ['date', '2026-02-30'],
  ['date', 'tomorrow'],
  ['datetime-local', '2026-03-02'],
  ['time', '24:00'],
  ['email', 'ada'],
  ['url', 'example'],
  ['items', '0'],
  ['experiments', 'seven'],
  ['users', 'me'],
  ['compounds', '-1'],
  ['uploads', '1.5'],
])('a field of type %s refuses %j by its name, and nothing changes', async (type, sent, more = {}) => {
  const { patch } = await start(TYPED(type, more))
  const refused = await patch({ action: 'updatemetadatafield', F: sent })
  expect(refused).toMatchObject({ status: 400, body: { message: expect.stringMatching(/^F: must be /) } })
  expect(fields((await patch({})).body).F).toEqual({ type, value: '', ...more })
})

test.each<[string, unknown, number]>([
  ['"select","options":[12345678901234567890,1]', '12345678901234567890', 200],
  ['"select","options":[12345678901234567890,1]', '7', 400],
  ['"radio","options":[{"toString":1}]', 'x', 400],
  ['{"toString":1}', 'x', 200],
  ['"experiments"', { toString: 1 }, 400],
])('a field whose type is %s takes %j with %i', async (type, sent, status) => {
  const { patch } = await start({})
  await patch({ metadata: `{"extra_fields":{"F":{"value":"","type":${type}}}}` })
  expect((await patch({ action: 'updatemetadatafield', F: sent })).status).toBe(status)
})

test('updatemetadatafield keeps all digits of a long number, those of other fields too', async () => {
  const { patch } = await start(
    '{"extra_fields": {"A": {"type": "number", "value": 0.12345678901234567890}, "B": {"value": 1}}}',
  )
  const sent = '{"action": "updatemetadatafield", "B": 12345678901234567890.5}'
  const { body } = await patch(sent)
  expect(body.metadata).toBe(
    '{"extra_fields": {"A": {"type": "number", "value": 0.12345678901234567890}, "B": {"value": 12345678901234567890.5}}}',
  )
  expect(await patch('{"rating": 12345678901234567890}')).toMatchObject({ status: 400 })
})

test('names that programs stumble over are ordinary names of fields', async () => {
  const { patch } = await start('{"extra_fields": {"__proto__": {"value": "a"}, "constructor": {"value": "b"}}}')
  const { body } = await patch({
    metadatamerge: '{"extra_fields": {"__proto__": {"value": "c"}, "toString": {"value": 1}}}',
  })
  expect(body.metadata).toBe(
    '{"extra_fields": {"__proto__": {"value": "c"}, "constructor": {"value": "b"}, "toString": {"value": 1}}}',
  )
})

test('fields that ask for it are empty in a copy, the other metadata is kept', async () => {
  const { as, given } = await testApp()
  const ada = await given.user()
  const metadata = {
    extra_fields: {
      Lot: { value: 'L1', blank_value_on_duplicate: true },
      List: { value: ['a'], blank_value_on_duplicate: true },
      Kept: { value: 'k' },
    },
  }
  const copyOf = async (given: unknown) => {
    const { id } = await as(ada).post('experiments', { metadata: given })
    const copy = await as(ada).post(`experiments/${id}`, { action: 'duplicate' })
    return (await as(ada).get<Entity>(`experiments/${copy.id}`)).body
  }
  expect(fields(await copyOf(metadata))).toMatchObject({
    Lot: { value: '' },
    List: { value: [] },
    Kept: { value: 'k' },
  })
  expect((await copyOf({ free: 1 })).metadata).toBe('{"free": 1}')
})

test.each([
  ['an integer beyond 2^53', '{"id": 9007199254740993}'],
  ['many decimals', '{"pi": 3.14159265358979323846264338327950288}'],
  ['a huge number', '{"big": 1e400}'],
  ['numbers as they were written', '{"a": 1.50, "b": 1E3, "c": -0}'],
  ['the name __proto__', '{"__proto__": {"x": 1}, "constructor": 2}'],
  ['the order of names', '{"10": 1, "9": 2, "a": 3}'],
])('metadata sent as an object keeps %s', async (_, text) => {
  const { as, given } = await shared()
  const ada = as(await given.user())
  const { id } = await ada.post('experiments', `{"title": "a \\"metadata\\": {}", "metadata": ${text}}`)
  const read = async () => (await ada.get<Entity>(`experiments/${id}`)).body.metadata
  expect(await read()).toBe(text)
  await ada.patch(`experiments/${id}`, `{"metadata":{},"x_":1}`)
  expect(await read()).toBe(text)
  await ada.patch(`experiments/${id}`, `{"metadata": {}, "metadata": ${text}}`)
  expect(await read()).toBe(text)
  await ada.patch(`experiments/${id}`, '{"\\u006detadata": {"other": 1}}')
  expect(await read()).toBe('{"other": 1}')
})

test('a change of one field keeps the long numbers of the others', async () => {
  const { patch } = await start(
    '{"id": 9007199254740993, "extra_fields": {"A": {"value": "1", "lot": 12345678901234567890}}}',
  )
  const { body } = await patch({ metadatamerge: { extra_fields: { A: { value: '2' } } } })
  expect(body.metadata).toBe(
    '{"id": 9007199254740993, "extra_fields": {"A": {"value": "2", "lot": 12345678901234567890}}}',
  )
})

test.each([
  ['9007199254740993', 'text'],
  ['1e-400', 'text'],
  ['1e400', undefined],
])('a merged field keeps the number %s', async (number, type) => {
  const { patch } = await start(type ? { extra_fields: { A: { type } } } : null)
  const { body } = await patch(`{"metadatamerge": {"extra_fields": {"A": {"value": ${number}}}}}`)
  expect(body.metadata).toContain(`"value": ${number}}`)
  const again = await patch({ metadatamerge: { extra_fields: { B: { value: 1 } } } })
  expect(again.body.metadata).toContain(`"value": ${number}}`)
})

test.each([
  ['9007199254740993', '9007199254740993'],
  ['[12345678901234567890]', '12345678901234567890'],
  ['null', ''],
  ['{"toString": 1}', '{"toString":1}'],
])('a field for a number that is given %s holds it as text', async (given, value) => {
  const { patch } = await start()
  const { status, body } = await patch(
    `{"metadatamerge": {"extra_fields": {"Mass": {"value": ${given}}, "Done": {"value": ${given}}}}}`,
  )
  expect(status).toBe(200)
  expect(fields(body)).toMatchObject({ Mass: { value }, Done: { value: '' } })
})

const manyFields = (count: number, value = 'v') =>
  Object.fromEntries(Array.from({ length: count }, (_, number) => [`k${number}`, { type: 'text', value }]))

test.each<[string, unknown, RegExp]>([
  ['too many extra fields', { metadata: { extra_fields: manyFields(2001) } }, /^metadata: .*2000 extra fields/],
  ['too many in a text', { metadata: JSON.stringify({ extra_fields: manyFields(2001) }) }, /^metadata: .*2000 extra/],
  ['too many by a merge', { metadatamerge: { extra_fields: manyFields(1999) } }, /^metadatamerge: .*2000 extra fields/],
  ['too many values', { metadata: { a: Array(20_001).fill(1) } }, /^metadata: .*20000 values/],
  ['too long', { metadata: { a: 'x'.repeat(500_001) } }, /^metadata: .*500000 bytes/],
  ['a name that is too long', { metadata: { extra_fields: { ['x'.repeat(1001)]: {} } } }, /^metadata: the name/],
  ['200,000 fields', { metadata: { extra_fields: manyFields(200_000) } }, /^body: .*50000 values/],
])('metadata is bounded: %s is refused by its name, and nothing changes', async (_, body, message) => {
  const { patch } = await start()
  const { body: before } = await patch({})
  expect(await patch(body)).toMatchObject({ status: 400, body: { message: expect.stringMatching(message) } })
  expect((await patch({})).body).toMatchObject({ metadata: before.metadata, modified_at: before.modified_at })
})

test('2,000 extra fields are taken, and each can still be filled in', async () => {
  const { patch } = await start({ extra_fields: manyFields(2000) })
  const { status, body } = await patch({ action: 'updatemetadatafield', k7: 'filled' })
  expect(status).toBe(200)
  expect(fields(body).k7).toMatchObject({ value: 'filled' })
})
